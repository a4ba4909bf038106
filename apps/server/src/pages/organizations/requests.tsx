import { ActForm } from '../act-form.tsx'
import { joinParts, type List, Table } from '../table.tsx'
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
        columns={{
          name: ({ email }) => email,
          facts: ({ name, createdAt }) => [joinParts(name, frame.date(createdAt))],
          acts: ({ userId }) => (
            <ActForm
              action={organizationPath(frame, '/requests')}
              fields={{ user: userId }}
              name="decision"
              acts={[
                { act: 'approve', label: words.org.approve, look: 'primary' },
                { act: 'decline', label: words.termsStep.decline },
              ]}
            />
          ),
        }}
      />
    </OrganizationLayout>
  )
}
