import type { ConsoleFrame } from '../layout.tsx'

/** Where a person belongs, as far as a row has room. */
export interface PersonOrganizations {
  first: readonly { id: string; name: string }[]
  count: number
}

interface OrganizationsCellProps {
  frame: ConsoleFrame
  organizations: PersonOrganizations
}

/** The organizations of a person in a cell: the first ones, and how many others. */
export const OrganizationsCell = ({ frame, organizations: { first, count } }: OrganizationsCellProps) => (
  <>
    {first.map(({ id, name }, index) => (
      <>
        {index > 0 && ', '}
        <a href={`${frame.base}/admin/organizations/${id}`}>
          <bdi>{name}</bdi>
        </a>
      </>
    ))}
    {count > first.length && ` +${count - first.length}`}
  </>
)

/** The same as text. */
export const organizationNames = ({ first, count }: PersonOrganizations): string =>
  [...first.map(({ name }) => name), ...(count > first.length ? [`+${count - first.length}`] : [])].join(', ')
