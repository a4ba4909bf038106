import { ActForm } from '../act-form.tsx'
import { type List, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface RequestsPageProps {
  frame: OrganizationFrame
  requests: List<{ userId: string; name: string; email: string | null; createdAt: Date }>
}

export const RequestsPage = ({ frame, requests }: RequestsPageProps) => {
  const { words } = frame
  return (
    <OrganizationLayout frame={frame} tab="requests">
      <Table
        frame={frame}
        {...requests}
        empty={words.org.noRequests}
        label={words.org.tabs.requests}
        columns={[
          {
            head: words.org.person,
            width: 'wide',
            cell: ({ userId, name, email }) => (
              <NameCell
                name={name || email || userId}
                detail={name && email}
                face={{ id: userId, kind: 'person', name: name || email || '' }}
              />
            ),
          },
          {
            head: words.lists.columns.requested,
            width: 'narrow',
            cell: ({ createdAt }) => <Time frame={frame} at={createdAt} />,
          },
          {
            head: words.lists.actions,
            cell: ({ userId, name, email }) => (
              <ActForm
                action={organizationPath(frame, '/requests')}
                fields={{ user: userId }}
                about={name || email || userId}
                name="decision"
                class="answers"
                acts={[
                  { act: 'approve', label: words.org.approve, look: 'primary' },
                  { act: 'decline', label: words.termsStep.decline },
                ]}
              />
            ),
          },
        ]}
      />
    </OrganizationLayout>
  )
}
