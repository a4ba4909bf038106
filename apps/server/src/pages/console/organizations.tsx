import { Action } from '../action.tsx'
import { Toolbar } from '../lists/toolbar.tsx'
import { Pager } from '../pager.tsx'
import { Row, Rows } from '../rows.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

/** The orders of the list, and its filter. */
export const organizationSorts = ['name', 'newest', 'oldest'] as const
export const organizationStates = ['active', 'deleted'] as const

interface Organization {
  id: string
  name: string
  slug: string
  createdAt: Date
  deleteAfter: Date | null
  approvedAt: Date | null
}

interface OrganizationsPageProps {
  frame: ConsoleFrame
  organizations: readonly Organization[]
  listing: { query: string; sort: (typeof organizationSorts)[number]; state: string }
  next: string | null
  first: string | null
  /** SIGN_UP is not open, so operators approve the organizations that may invite new people. */
  approving: boolean
  mayExport: boolean
}

export const OrganizationsPage = (props: OrganizationsPageProps) => {
  const { frame, organizations, listing, next, first, approving, mayExport } = props
  const { words, base } = frame
  const { lists, manage, admin } = words
  const address = `${base}/admin/organizations`
  const sorts = organizationSorts.map((value) => ({ value, label: lists.sorts[value] }))
  const states = organizationStates.map((value) => ({ value, label: lists.states[value] }))
  return (
    <ConsoleLayout frame={frame} section="organizations">
      <Toolbar
        frame={frame}
        address={address}
        label={lists.searchOrganizations}
        query={listing.query}
        selects={[
          {
            name: 'state',
            label: lists.state,
            value: listing.state,
            choices: [{ value: '', label: lists.allStates }, ...states],
          },
          { name: 'sort', label: lists.sort, value: listing.sort, choices: sorts },
        ]}
      />
      {organizations.length === 0 && (
        <p class="quiet" role="status">
          {listing.query ? manage.nothingFound({ query: listing.query }) : admin.nothing}
        </p>
      )}
      {mayExport && <Action action={`${address}/export`} label={lists.download} />}
      <Rows>
        {organizations.map((organization) => (
          <OrganizationRow frame={frame} organization={organization} approving={approving} />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
    </ConsoleLayout>
  )
}

interface OrganizationRowProps extends Pick<OrganizationsPageProps, 'frame' | 'approving'> {
  organization: Organization
}

const OrganizationRow = ({ frame, organization, approving }: OrganizationRowProps) => {
  const { words, base } = frame
  const { id, name, slug, createdAt, deleteAfter, approvedAt } = organization
  return (
    <Row
      title={
        <strong>
          <a href={`${base}/admin/organizations/${id}`}>
            <bdi>{name}</bdi>
          </a>
        </strong>
      }
      tags={[deleteAfter && words.lists.states.deleted, approving && approvedAt && words.manage.approved]}
      hints={[
        <>
          <bdi>{slug}</bdi> · {words.lists.created}: {frame.date(createdAt)}
        </>,
        deleteAfter && words.lists.keptUntil({ date: frame.date(deleteAfter) }),
      ]}
    />
  )
}
