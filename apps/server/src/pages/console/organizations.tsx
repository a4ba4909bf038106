import { Action } from '../action.tsx'
import { Row, Rows } from '../rows.tsx'
import { type ConsoleFrame, ConsoleLayout, Search } from './layout.tsx'

interface Organization {
  id: string
  name: string
  slug: string
  deleteAfter: Date | null
  approvedAt: Date | null
}

interface OrganizationsPageProps {
  frame: ConsoleFrame
  query: string
  organizations: readonly Organization[]
  next: string | null
  /** SIGN_UP is not open, so operators approve the organizations that may invite new people. */
  approving: boolean
}

export const OrganizationsPage = (props: OrganizationsPageProps) => {
  const { frame, query, organizations, next, approving } = props
  return (
    <ConsoleLayout frame={frame} section="organizations">
      <Search frame={frame} path="/admin/organizations" query={query} found={organizations.length} />
      <Rows>
        {organizations.map((organization) => (
          <OrganizationRow frame={frame} organization={organization} approving={approving} />
        ))}
      </Rows>
      {next && <a href={next}>{frame.words.admin.more}</a>}
    </ConsoleLayout>
  )
}

interface OrganizationRowProps extends Pick<OrganizationsPageProps, 'frame' | 'approving'> {
  organization: Organization
}

const OrganizationRow = ({ frame, organization, approving }: OrganizationRowProps) => {
  const { words, base } = frame
  const { id, name, slug, deleteAfter, approvedAt } = organization
  const button = (action: 'delete' | 'restore' | 'approve' | 'disapprove', label: string) => (
    <Action
      action={`${base}/admin/organizations`}
      fields={{ organization: id, action }}
      label={label}
      about={name}
      danger={action === 'delete'}
    />
  )
  return (
    <Row
      title={<strong>{name}</strong>}
      tags={[deleteAfter && words.org.until(frame.date(deleteAfter)), approving && approvedAt && words.manage.approved]}
      hints={[
        <>
          {slug} · <code>{id}</code>
        </>,
      ]}
    >
      {approving &&
        !deleteAfter &&
        (approvedAt ? button('disapprove', words.manage.withdrawApproval) : button('approve', words.manage.approve))}
      {deleteAfter ? button('restore', words.admin.restore) : button('delete', words.org.deleteButton)}
    </Row>
  )
}
