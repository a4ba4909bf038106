import { numberFormat } from '../../../words/dates.ts'
import { ActForm, Menu } from '../../act-form.tsx'
import { Checkbox, type Choice, Select } from '../../fields.tsx'
import { Field } from '../../layout.tsx'
import { type Column, type List, Table } from '../../table.tsx'
import { type OrganizationFrame, organizationPath } from '../layout.tsx'

/** What a group gives: a role or a team. */
export interface ShownMapping {
  id: string
  /** The name of the role or the team. */
  gives: string
}

/** A group of the directory, or one that is gone and still stands here. */
export interface ShownGroup {
  name: string
  /** Null for one that is gone. */
  members: number | null
  mappings: readonly ShownMapping[]
  /** It makes its people admins. */
  makesAdmins: boolean
}

export interface DirectoryGroupsProps {
  frame: OrganizationFrame
  groups: List<ShownGroup>
  /** Everything that a group can give. */
  gives: readonly Choice[]
  /** What was typed. */
  typed: string
  /** A group may give what only owners give. */
  allowOwner: boolean
  isOwner: boolean
}

/** The groups of the directory, and what each gives. */
export const DirectoryGroups = ({ frame, groups, gives, typed, allowOwner, isOwner }: DirectoryGroupsProps) => {
  const { directory, sso, org, console, me } = frame.words
  const columns: Column<ShownGroup>[] = [
    { head: sso.groups, title: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      head: console.sections.people,
      number: true,
      cell: ({ members }) => members !== null && numberFormat(frame.words.lang).format(members),
    },
    { head: org.role, cell: ({ mappings }) => mappings.map((mapping) => mapping.gives).join(' · ') },
  ]
  return (
    <section>
      <h2>{sso.groups}</h2>
      <p>{directory.groupsIntro}</p>
      <Table
        frame={frame}
        {...groups}
        label={sso.groups}
        empty={directory.noGroups}
        columns={columns}
        acts={(group) => isOwner && <GroupMenu frame={frame} group={group} />}
      />
      {groups.rows.map(
        ({ name, members, makesAdmins }) =>
          makesAdmins &&
          members !== null && <p class="hint">{directory.adminGroup({ group: name, count: members })}</p>,
      )}
      {isOwner && (groups.rows.length > 0 || groups.first) && (
        <ActForm action={organizationPath(frame, '/directory/groups')} label={me.save}>
          <Field
            name="group"
            label={sso.groups}
            value={typed}
            maxlength={1000}
            problem={frame.problems.group}
            required
          />
          <Select name="gives" label={org.role} choices={gives} problem={frame.problems.role} />
        </ActForm>
      )}
      {isOwner && (
        <ActForm
          action={organizationPath(frame, '/directory/settings')}
          class="below"
          label={me.save}
          about={sso.allowOwner}
        >
          <Checkbox name="allow_owner" label={sso.allowOwner} checked={allowOwner} />
        </ActForm>
      )}
    </section>
  )
}

const GroupMenu = ({ frame, group: { name, mappings } }: { frame: OrganizationFrame; group: ShownGroup }) => {
  const { lists, me } = frame.words
  if (mappings.length === 0) return null
  return (
    <Menu label={lists.actions} about={name}>
      {mappings.map(({ id, gives }) => (
        <ActForm
          action={organizationPath(frame, '/directory/groups/remove')}
          fields={{ id }}
          label={`${me.remove}: ${gives}`}
          about={name}
        />
      ))}
    </Menu>
  )
}
