import { joinParts, Pager, Row, Rows } from '../table.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface RequestsPageProps {
  frame: OrganizationFrame
  requests: readonly { userId: string; name: string; email: string | null; createdAt: Date }[]
  next: string | null
  first: string | null
}

export const RequestsPage = ({ frame, requests, next, first }: RequestsPageProps) => {
  const { words } = frame
  return (
    <OrganizationLayout frame={frame} tab="requests">
      {requests.length === 0 && <p class="quiet">{words.org.noRequests}</p>}
      <Rows>
        {requests.map(({ userId, name, email, createdAt }) => (
          <Row
            title={
              <strong>
                <bdi>{email}</bdi>
              </strong>
            }
            hints={[joinParts(name, frame.date(createdAt))]}
          >
            <form method="post" action={organizationPath(frame, '/requests')}>
              <input type="hidden" name="user" value={userId} />
              <button type="submit" name="decision" value="approve" class="primary">
                {words.org.approve}
              </button>
              <button type="submit" name="decision" value="decline" class="secondary">
                {words.termsStep.decline}
              </button>
            </form>
          </Row>
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
    </OrganizationLayout>
  )
}
