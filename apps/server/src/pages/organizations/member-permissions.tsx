import { Technical } from '../layout.tsx'
import { type PermissionGroup, PermissionName } from '../rights.tsx'
import { EmptyState, Row, Rows } from '../table.tsx'
import { Time } from '../time.tsx'
import { type OrganizationFrame, OrganizationLayout } from './layout.tsx'

/** A way in which somebody has a permission. */
export interface RightPath {
  role: string
  /** The team that has the role. */
  team: string | null
  /** Null for owner, admin and member. */
  given: { by: string | null; at: Date } | null
}

interface MemberPermissionsPageProps {
  frame: OrganizationFrame
  person: string
  groups: readonly PermissionGroup<{ paths: readonly RightPath[] }>[]
}

/** What a member may do, and by which roles. */
export const MemberPermissionsPage = ({ frame, person, groups }: MemberPermissionsPageProps) => {
  const { rights, org } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="members" title={`${rights.permissions}: ${person}`}>
      <p>
        <a href={frame.tabs.find(({ name }) => name === 'members')?.href}>{org.tabs.members}</a>
      </p>
      <p class="quiet">{rights.intro}</p>
      {groups.length === 0 && <EmptyState text={rights.nothingHeld} />}
      {groups.map(({ of, permissions }) => (
        <section>
          <h2>
            <bdi>{of}</bdi>
          </h2>
          <Rows>
            {permissions.map((permission) => (
              <Row
                title={
                  <strong>
                    <PermissionName {...permission} />
                  </strong>
                }
                tags={[
                  permission.label !== null && (
                    <span class="hint">
                      <Technical>{permission.technical}</Technical>
                    </span>
                  ),
                ]}
                hints={permission.paths.map((path) => <Path frame={frame} {...path} />)}
              />
            ))}
          </Rows>
        </section>
      ))}
    </OrganizationLayout>
  )
}

/** The role, and for one beside owner, admin and member by which team, and who gave it when. */
const Path = ({ frame, role, team, given }: RightPath & { frame: OrganizationFrame }) => {
  const { org, lists } = frame.words
  const named = (label: string, name: string | null | undefined) =>
    name && (
      <>
        {' · '}
        {label}: <bdi>{name}</bdi>
      </>
    )
  return (
    <>
      <bdi>{role}</bdi>
      {named(org.team, team)}
      {named(lists.columns.givenBy, given?.by)}
      {given && ' · '}
      {given && <Time frame={frame} at={given.at} />}
    </>
  )
}
