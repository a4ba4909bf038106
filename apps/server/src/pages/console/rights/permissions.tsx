import type { PermissionLevel } from '../../../oidc/permissions.ts'
import { numberFormat } from '../../../words/dates.ts'
import { Sentence, Technical } from '../../layout.tsx'
import { roleLabel, type ShownPermission } from '../../rights.tsx'
import { EmptyState, type List, NameCell, Table } from '../../table.tsx'
import { AddLink } from '../applications/list.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

interface CatalogueProps {
  frame: ConsoleFrame
  /** The variable that has the document; null where it is written here. */
  variable: string | null
  mayChange: boolean
}

interface UsedPermission extends ShownPermission {
  /** What it is of: an API, or the applications as such. */
  of: string
  level: PermissionLevel
  roles: number
  holders: number
}

/** What people can be allowed to do. */
export const PermissionsPage = (props: CatalogueProps & { permissions: List<UsedPermission> }) => {
  const { frame, permissions } = props
  const { rights, org, agents } = frame.words
  const { format } = numberFormat(frame.words.lang)
  const edit = <EditLink {...props} />
  return (
    <ConsoleLayout frame={frame} section="permissions" acts={permissions.rows.length > 0 && edit}>
      <Origin {...props} />
      <Table
        frame={frame}
        {...permissions}
        label={rights.permissions}
        empty={<EmptyState text={rights.noPermissions}>{edit}</EmptyState>}
        columns={[
          {
            head: rights.permission,
            width: 'wide',
            cell: (permission) => (
              <NameCell
                name={permission.label ?? permission.technical}
                detail={permission.label !== null && <Technical>{permission.technical}</Technical>}
              />
            ),
          },
          { head: agents.api, title: ({ of }) => of, cell: ({ of }) => <bdi>{of}</bdi> },
          { head: rights.level, cell: ({ level }) => rights.levels[level] },
          { head: org.tabs.roles, width: 'narrow', number: true, cell: ({ roles }) => format(roles) },
          { head: org.tabs.members, width: 'narrow', number: true, cell: ({ holders }) => format(holders) },
        ]}
      />
    </ConsoleLayout>
  )
}

interface OperatorRole {
  key: string
  names: Readonly<Record<string, string>>
  assignableBy: 'owner' | 'admin'
  permissions: readonly string[]
  holders: number
}

/** The roles that every organization can give. */
export const OperatorRolesPage = (props: CatalogueProps & { roles: readonly OperatorRole[] }) => {
  const { frame, roles } = props
  const { rights, org } = frame.words
  const edit = <EditLink {...props} />
  return (
    <ConsoleLayout frame={frame} section="roles" acts={roles.length > 0 && edit}>
      <Origin {...props} />
      <Table
        frame={frame}
        rows={roles}
        label={org.tabs.roles}
        empty={<EmptyState text={rights.noRoles}>{edit}</EmptyState>}
        columns={[
          {
            head: org.role,
            cell: (role) => <NameCell name={roleLabel(frame.words, role)} detail={<Technical>{role.key}</Technical>} />,
          },
          {
            head: rights.permissions,
            width: 'wide',
            title: ({ permissions }) => permissions.join(', '),
            cell: ({ permissions }) => permissions.length > 0 && <Technical>{permissions.join(', ')}</Technical>,
          },
          {
            head: rights.assignableBy,
            cell: ({ assignableBy }) => rights.levels[assignableBy === 'owner' ? 'owner' : 'normal'],
          },
          {
            head: org.tabs.members,
            width: 'narrow',
            number: true,
            cell: ({ holders }) => numberFormat(frame.words.lang).format(holders),
          },
        ]}
      />
    </ConsoleLayout>
  )
}

const EditLink = ({ frame, variable, mayChange }: CatalogueProps) =>
  variable === null && mayChange ? (
    <AddLink href={`${frame.base}/admin/permissions/edit`} label={frame.words.rights.edit} />
  ) : null

/** Where permissions and roles come from. */
const Origin = ({ frame: { words }, variable }: CatalogueProps) => (
  <>
    <p class="quiet">{words.rights.catalogue}</p>
    {variable !== null && (
      <p class="quiet">
        <Sentence text={words.rights.fromFile({ variable })} technical={variable} />
      </p>
    )}
  </>
)
