import { numberFormat } from '../../words/dates.ts'
import { ActForm } from '../act-form.tsx'
import { Code, Facts } from '../facts.tsx'
import { choicesOf, Select } from '../fields.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../organizations/layout.tsx'
import { type PersonChoice, PersonField } from '../organizations/person-field.tsx'
import { Status } from '../status.tsx'
import { Time } from '../time.tsx'

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
  /** Whether it makes roles of its own; empty: as CUSTOM_ROLES says. Null where there is nothing to put into a role. */
  customRoles: '' | 'on' | 'off' | null
  /** SIGN_UP is not open, so operators approve the organizations that may invite new people. */
  approving: boolean
  mayChange: boolean
  mayDelete: boolean
  /** Every member, or null if there are too many for a list: then an address is typed. */
  people: readonly PersonChoice[] | null
}

/** An organization in the console: what it is, and what operators can do with it as a whole. */
export const OrganizationOverviewPage = (props: OrganizationOverviewPageProps) => {
  const { frame, organization, approving, mayChange, mayDelete } = props
  const { lists, manage, org } = frame.words
  const { deleteAfter, disabledAt, approvedAt } = organization
  return (
    <OrganizationLayout
      frame={frame}
      tab="overview"
      status={<Status kind={deleteAfter ? 'bad' : 'good'}>{lists.states[deleteAfter ? 'deleted' : 'active']}</Status>}
    >
      {deleteAfter && <p class="problem">{lists.keptUntil({ date: frame.date(deleteAfter) })}</p>}
      <OrganizationFacts {...props} />
      {mayChange && disabledAt && <Act {...props} action="restore" label={frame.words.admin.restore} />}
      {mayChange && !disabledAt && (
        <>
          {approving && approvedAt && <Act frame={frame} action="disapprove" label={manage.withdrawApproval} />}
          {approving && !approvedAt && <Act frame={frame} action="approve" label={manage.approve} />}
          {props.customRoles !== null && <CustomRoles frame={frame} customRoles={props.customRoles} />}
          <HandOver {...props} />
        </>
      )}
      {mayDelete && !disabledAt && (
        <section>
          <h2>{org.deleteTitle}</h2>
          <p>{org.deleteIntro}</p>
          <Act {...props} action="delete" label={org.deleteButton} look="danger" />
        </section>
      )}
    </OrganizationLayout>
  )
}

const OrganizationFacts = ({ frame, organization, counts, approving }: OrganizationOverviewPageProps) => {
  const { lists, org, manage } = frame.words
  const { id, slug, createdAt, requirePasskey, sessionMax, approvedAt } = organization
  const copied = (about: string, text: string) => (
    <Code copy={lists} about={about}>
      {text}
    </Code>
  )
  const yesOrNo = (answer: boolean) => (answer ? lists.yes : lists.no)
  const linked = (name: keyof typeof counts) =>
    [
      org.tabs[name],
      <a href={frame.tabs.find((tab) => tab.name === name)?.href}>
        {numberFormat(frame.words.lang).format(counts[name])}
      </a>,
    ] as const
  return (
    <Facts
      facts={[
        [lists.id, copied(lists.id, id)],
        [org.slug, copied(org.slug, slug)],
        [lists.created, <Time frame={frame} at={createdAt} />],
        linked('members'),
        linked('teams'),
        linked('invitations'),
        linked('requests'),
        linked('domains'),
        [lists.passkeyRequired, yesOrNo(requirePasskey)],
        sessionMax !== null && [org.sessionHours, Math.round(sessionMax / 360) / 10],
        approving && [manage.approved, yesOrNo(approvedAt !== null)],
      ]}
    />
  )
}

interface ActProps {
  frame: OrganizationFrame
  action: 'restore' | 'delete' | 'approve' | 'disapprove'
  label: string
  look?: 'danger'
}

const Act = ({ frame, action, label, look }: ActProps) => (
  <ActForm
    action={organizationPath(frame)}
    fields={{ action }}
    label={label}
    about={frame.organization.name}
    look={look}
  />
)

const CustomRoles = ({ frame, customRoles }: { frame: OrganizationFrame; customRoles: string }) => {
  const { lists, me, rights } = frame.words
  const choices = choicesOf({ '': rights.customDefault, on: lists.yes, off: lists.no })
  return (
    <section>
      <h2>{frame.words.org.tabs.roles}</h2>
      <ActForm action={organizationPath(frame)} act="custom-roles" label={me.save}>
        <Select name="custom_roles" label={rights.custom} value={customRoles} choices={choices} />
      </ActForm>
    </section>
  )
}

const HandOver = ({ frame, people }: OrganizationOverviewPageProps) => {
  const { lists } = frame.words
  return (
    <section>
      <h2>{lists.handOver}</h2>
      <p>{lists.handOverIntro}</p>
      <ActForm action={organizationPath(frame)} act="hand-over" label={lists.handOver}>
        <PersonField frame={frame} id="owner" people={people} problem={frame.problems.person} />
      </ActForm>
    </section>
  )
}
