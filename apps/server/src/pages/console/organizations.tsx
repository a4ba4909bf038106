import { ActForm } from '../act-form.tsx'
import { Status } from '../status.tsx'
import { type Column, type List, NameCell, type Sorting, Table } from '../table.tsx'
import { Time } from '../time.tsx'
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
  sorting: Sorting
  /** SIGN_UP is not open, so operators approve the organizations that may invite new people. */
  approving: boolean
  mayExport: boolean
}

function columnsOf(frame: ConsoleFrame, approving: boolean): Column<Organization>[] {
  const { lists, manage } = frame.words
  return [
    {
      head: lists.sorts.name,
      width: 'wide',
      orders: { ascending: 'name' },
      cell: ({ id, name, slug }) => (
        <NameCell
          name={name}
          href={`${frame.base}/admin/organizations/${id}`}
          detail={slug}
          face={{ id, kind: 'organization', name }}
        />
      ),
    },
    {
      head: lists.state,
      title: ({ deleteAfter }) => deleteAfter && lists.keptUntil({ date: frame.date(deleteAfter) }),
      cell: ({ deleteAfter, approvedAt }) => (
        <>
          <Status kind={deleteAfter ? 'bad' : 'good'}>{lists.states[deleteAfter ? 'deleted' : 'active']}</Status>
          {approving && approvedAt && <Status kind="good">{manage.approved}</Status>}
        </>
      ),
    },
    {
      head: lists.created,
      width: 'narrow',
      orders: { descending: 'newest', ascending: 'oldest' },
      cell: ({ createdAt }) => <Time frame={frame} at={createdAt} />,
    },
  ]
}

export const OrganizationsPage = (props: OrganizationsPageProps) => {
  const { frame, organizations, listing, sorting, approving, mayExport } = props
  const { words, base } = frame
  const { lists, admin } = words
  const address = `${base}/admin/organizations`
  const states = organizationStates.map((value) => ({ value, label: lists.states[value] }))
  return (
    <ConsoleLayout
      frame={frame}
      section="organizations"
      acts={mayExport && <ActForm action={`${address}/export`} label={lists.download} />}
    >
      <Toolbar
        frame={frame}
        address={address}
        label={lists.searchOrganizations}
        query={listing.query}
        hidden={{ sort: listing.sort }}
        selects={[
          {
            name: 'state',
            label: lists.state,
            value: listing.state,
            choices: [{ value: '', label: lists.allStates }, ...states],
          },
        ]}
      />
      <Table
        frame={frame}
        {...organizations}
        label={words.console.sections.organizations}
        sorting={sorting}
        empty={admin.nothing}
        searched={listing.query}
        all={address}
        columns={columnsOf(frame, approving)}
      />
    </ConsoleLayout>
  )
}
