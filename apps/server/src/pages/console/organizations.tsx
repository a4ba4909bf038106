import { ActForm } from '../act-form.tsx'
import { type List, Table } from '../table.tsx'
import { Toolbar } from '../toolbar.tsx'
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
  organizations: List<Organization>
  listing: { query: string; sort: (typeof organizationSorts)[number]; state: string }
  /** SIGN_UP is not open, so operators approve the organizations that may invite new people. */
  approving: boolean
  mayExport: boolean
}

export const OrganizationsPage = (props: OrganizationsPageProps) => {
  const { frame, organizations, listing, approving, mayExport } = props
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
      {mayExport && <ActForm action={`${address}/export`} label={lists.download} />}
      <Table
        frame={frame}
        {...organizations}
        empty={admin.nothing}
        searched={listing.query}
        columns={{
          name: ({ name }) => name,
          href: ({ id }) => `${address}/${id}`,
          status: ({ deleteAfter, approvedAt }) => [
            deleteAfter && lists.states.deleted,
            approving && approvedAt && manage.approved,
          ],
          facts: ({ slug, createdAt, deleteAfter }) => [
            <>
              <bdi>{slug}</bdi> · {lists.created}: {frame.date(createdAt)}
            </>,
            deleteAfter && lists.keptUntil({ date: frame.date(deleteAfter) }),
          ],
        }}
      />
    </ConsoleLayout>
  )
}
