import type { Child } from 'hono/jsx'
import { Action } from '../action.tsx'
import { Form, Technical } from '../layout.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../organizations/layout.tsx'
import { type PersonChoice, PersonField } from '../organizations/person-field.tsx'

interface Organization {
  id: string
  slug: string
  createdAt: Date
  deleteAfter: Date | null
  disabledAt: Date | null
  approvedAt: Date | null
  requirePasskey: boolean
  sessionMax: number | null
}

interface OrganizationOverviewPageProps {
  frame: OrganizationFrame
  organization: Organization
  counts: { members: number; teams: number; invitations: number; requests: number; domains: number }
  /** SIGN_UP is not open, so operators approve the organizations that may invite new people. */
  approving: boolean
  mayChange: boolean
  mayDelete: boolean
  /** Every member, or null if there are too many for a list: then an address is typed. */
  people: readonly PersonChoice[] | null
}

/** An organization in the console: what it is, and what operators can do with it as a whole. */
export const OrganizationOverviewPage = (props: OrganizationOverviewPageProps) => {
  const { frame, organization, mayChange, mayDelete } = props
  const { lists, org } = frame.words
  const { deleteAfter, disabledAt } = organization
  return (
    <OrganizationLayout frame={frame} tab="overview">
      {deleteAfter && <p class="problem">{lists.keptUntil({ date: frame.date(deleteAfter) })}</p>}
      <Facts {...props} />
      {mayChange && disabledAt && <Act {...props} action="restore" label={frame.words.admin.restore} />}
      {mayChange && !disabledAt && (
        <>
          <Approval {...props} />
          <HandOver {...props} />
        </>
      )}
      {mayDelete && !disabledAt && (
        <section>
          <h2>{org.deleteTitle}</h2>
          <p>{org.deleteIntro}</p>
          <Act {...props} action="delete" label={org.deleteButton} danger />
        </section>
      )}
    </OrganizationLayout>
  )
}

const Facts = ({ frame, organization, counts, approving }: OrganizationOverviewPageProps) => {
  const { lists, org, manage } = frame.words
  const { id, slug, createdAt, requirePasskey, sessionMax, approvedAt } = organization
  const yesOrNo = (answer: boolean) => (answer ? lists.yes : lists.no)
  return (
    <dl class="facts">
      <Fact name={lists.id}>
        <Technical>{id}</Technical>
      </Fact>
      <Fact name={org.slug}>
        <Technical>{slug}</Technical>
      </Fact>
      <Fact name={lists.created}>{frame.date(createdAt)}</Fact>
      <Fact name={org.tabs.members}>{counts.members}</Fact>
      <Fact name={org.tabs.teams}>{counts.teams}</Fact>
      <Fact name={org.tabs.invitations}>{counts.invitations}</Fact>
      <Fact name={org.tabs.requests}>{counts.requests}</Fact>
      <Fact name={org.tabs.domains}>{counts.domains}</Fact>
      <Fact name={lists.passkeyRequired}>{yesOrNo(requirePasskey)}</Fact>
      {sessionMax !== null && <Fact name={org.sessionHours}>{Math.round(sessionMax / 360) / 10}</Fact>}
      {approving && <Fact name={manage.approved}>{yesOrNo(approvedAt !== null)}</Fact>}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children?: Child }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

interface ActProps {
  frame: OrganizationFrame
  action: 'restore' | 'delete' | 'approve' | 'disapprove'
  label: string
  danger?: boolean
}

const Act = ({ frame, action, label, danger }: ActProps) => (
  <Action
    action={organizationPath(frame)}
    fields={{ action }}
    label={label}
    about={frame.organization.name}
    danger={danger}
  />
)

const Approval = ({ frame, organization, approving }: OrganizationOverviewPageProps) => {
  const { manage } = frame.words
  if (!approving) return null
  return organization.approvedAt ? (
    <Act frame={frame} action="disapprove" label={manage.withdrawApproval} />
  ) : (
    <Act frame={frame} action="approve" label={manage.approve} />
  )
}

const HandOver = ({ frame, people }: OrganizationOverviewPageProps) => {
  const { lists } = frame.words
  return (
    <section>
      <h2>{lists.handOver}</h2>
      <p>{lists.handOverIntro}</p>
      <Form action={organizationPath(frame)}>
        <input type="hidden" name="action" value="hand-over" />
        <PersonField frame={frame} id="owner" people={people} problem={frame.problems.person} />
        <button type="submit" class="secondary">
          {lists.handOver}
        </button>
      </Form>
    </section>
  )
}
