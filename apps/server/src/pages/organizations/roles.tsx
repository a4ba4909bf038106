import { numberFormat } from '../../words/dates.ts'
import type { Words } from '../../words/index.ts'
import type { AccountFrame } from '../account/layout.tsx'
import { ActForm } from '../act-form.tsx'
import { AddLink } from '../console/applications/list.tsx'
import { Code, Facts } from '../facts.tsx'
import { Checkboxes, choicesOf, Select } from '../fields.tsx'
import { Field, Problem, Technical } from '../layout.tsx'
import { type PermissionGroup, PermissionName, roleLabel } from '../rights.tsx'
import { Tag } from '../status.tsx'
import { type Column, EmptyState, NameCell, Table } from '../table.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface ShownRole {
  id: string
  key: string
  names: Readonly<Record<string, string>>
  version: number
  /** Of the organization, not of the operator. */
  own: boolean
  assignableBy: 'owner' | 'admin'
  permissions: readonly string[]
  holders: number
}

interface RolesPageProps {
  frame: OrganizationFrame
  roles: readonly ShownRole[]
  /** Whether the organization makes roles of its own. */
  mayMake: boolean
}

/** The roles that an organization can give beside owner, admin and member. */
export const RolesPage = ({ frame, roles, mayMake }: RolesPageProps) => {
  const { rights, org } = frame.words
  const add = mayMake && <AddLink href={organizationPath(frame, '/roles/new')} label={rights.add} />
  const columns: Column<ShownRole>[] = [
    {
      head: org.role,
      width: 'wide',
      cell: ({ id, key, names, own }) => (
        <NameCell
          name={roleLabel(frame.words, { key, names })}
          href={organizationPath(frame, `/roles/${encodeURIComponent(id)}`)}
          detail={<Technical>{key}</Technical>}
        >
          {!own && <Tag>{rights.ofServer}</Tag>}
        </NameCell>
      ),
    },
    { head: rights.permissions, width: 'narrow', number: true, cell: ({ permissions }) => permissions.length },
    {
      head: org.tabs.members,
      width: 'narrow',
      number: true,
      cell: ({ holders }) => numberFormat(frame.words.lang).format(holders),
    },
  ]
  return (
    <OrganizationLayout frame={frame} tab="roles" acts={roles.length > 0 && add}>
      <p class="quiet">{rights.intro}</p>
      {!mayMake && <p class="quiet">{rights.ofServerOnly}</p>}
      <Table
        frame={frame}
        rows={roles}
        label={org.tabs.roles}
        columns={columns}
        empty={<EmptyState text={rights.none}>{add}</EmptyState>}
      />
    </OrganizationLayout>
  )
}

interface RolePageProps {
  frame: OrganizationFrame
  /** Null for a new one. */
  role: ShownRole | null
  name: string
  /** The permissions whose boxes are ticked. */
  chosen: readonly string[]
  groups: readonly PermissionGroup<{ isHeld: boolean }>[]
  mayChange: boolean
  /** Who can give it, as it was chosen. Null for a reader who does not decide that. */
  assignable: string | null
  /** It is the organization's, and not all of it is held by the person who views the page. */
  notHeld: boolean
}

/** Who can give a role. */
const assignableBy = ({ rights: { levels } }: Words) => ({ admin: levels.normal, owner: levels.owner })

/** A role: what is in it, to read or to change. */
export const RolePage = (props: RolePageProps) => {
  const { frame, role, groups, mayChange, notHeld } = props
  const { words } = frame
  const label = role && roleLabel(words, role)
  return (
    <OrganizationLayout frame={frame} tab="roles" title={label ?? words.rights.add}>
      <p>
        <a href={organizationPath(frame, '/roles')}>{words.lists.allRoles}</a>
      </p>
      {role && (
        <Facts
          facts={[
            [
              words.lists.id,
              <Code copy={words.lists} about={words.lists.id}>
                {role.key}
              </Code>,
            ],
            [words.org.tabs.members, numberFormat(words.lang).format(role.holders)],
            [words.rights.assignableBy, assignableBy(words)[role.assignableBy]],
          ]}
        />
      )}
      {notHeld && <p class="quiet">{words.problems['not-held']}</p>}
      {mayChange ? <RoleForm {...props} /> : <PermissionList groups={groups} />}
      {role && mayChange && (
        <section>
          <h2>{words.rights.delete}</h2>
          <p>{words.rights.deleteText}</p>
          <ActForm
            action={organizationPath(frame, '/roles/delete')}
            fields={{ id: role.id }}
            label={words.rights.delete}
            look="danger"
          />
        </section>
      )}
    </OrganizationLayout>
  )
}

const RoleForm = ({ frame, role, name, chosen, groups, assignable }: RolePageProps) => {
  const { words, problems } = frame
  return (
    <ActForm
      action={organizationPath(frame, role ? '/roles/change' : '/roles')}
      fields={role ? { id: role.id, version: String(role.version) } : {}}
      label={role ? words.me.save : words.rights.create}
      look="primary"
    >
      <Field
        name="name"
        label={words.console.applications.name}
        value={name}
        maxlength={80}
        problem={problems.names ?? problems.name ?? problems.key ?? problems.role}
        required
      />
      {assignable !== null && (
        <Select
          name="assignable_by"
          label={words.rights.assignableBy}
          value={assignable}
          choices={choicesOf(assignableBy(words))}
          problem={problems.assignable_by}
        />
      )}
      <Problem id="permission-problem" text={problems.permissions} />
      {groups.map(({ of, permissions }) => (
        <Checkboxes
          name="permission"
          legend={<bdi>{of}</bdi>}
          choices={permissions.map((permission) => ({
            value: permission.key,
            label: <PermissionName {...permission} />,
            checked: chosen.includes(permission.key),
            disabled: !permission.isHeld,
            hint: (
              <>
                {permission.label !== null && <Technical>{permission.technical}</Technical>}
                {!permission.isHeld && <> {words.rights.notHeld}</>}
              </>
            ),
          }))}
        />
      ))}
    </ActForm>
  )
}

const PermissionList = ({ groups }: Pick<RolePageProps, 'groups'>) => (
  <>
    {groups.map(({ of, permissions }) => (
      <section>
        <h2>
          <bdi>{of}</bdi>
        </h2>
        <ul>
          {permissions.map((permission) => (
            <li>
              <PermissionName {...permission} />{' '}
              {permission.label !== null && (
                <span class="hint">
                  <Technical>{permission.technical}</Technical>
                </span>
              )}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)

interface AffectedProps {
  frame: AccountFrame
  gain: number
  lose: number
  /** There are more than were counted. */
  more: boolean
}

/** How many members a change gives something that they do not have, and takes something from. */
export const Affected = ({ frame: { words }, gain, lose, more }: AffectedProps) => {
  const count = (number: number) => `${numberFormat(words.lang).format(number)}${more ? '+' : ''}`
  return (
    <>
      {gain > 0 && <p>{words.rights.gain({ count: count(gain) })}</p>}
      {lose > 0 && <p>{words.rights.lose({ count: count(lose) })}</p>}
    </>
  )
}
