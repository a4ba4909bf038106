import { Field, Form, Problem } from '../layout.tsx'
import { type OrganizationFrame, OrganizationLayout, pathOf } from './layout.tsx'

interface SettingsPageProps {
  frame: OrganizationFrame
  settings: {
    name: string
    slug: string
    logo: string
    membersMakeTeams: boolean
    requirePasskey: boolean
    sessionHours: string
  }
  owns: boolean
}

export const SettingsPage = ({ frame, settings, owns }: SettingsPageProps) => {
  const { words } = frame
  const { org } = words
  const check = (name: string, label: string, checked: boolean) => (
    <label class="choice">
      <input type="checkbox" name={name} value="yes" checked={checked} />
      <span>{label}</span>
    </label>
  )
  return (
    <OrganizationLayout frame={frame} tab="settings">
      <Form action={pathOf(frame, '/settings')} submit={words.me.save}>
        <Field
          name="name"
          label={words.organization.name}
          value={settings.name}
          maxlength={200}
          required
          problem={frame.problems.name}
        />
        <Field
          name="slug"
          label={org.slug}
          value={settings.slug}
          maxlength={40}
          required
          problem={frame.problems.slug}
        />
        <Field
          name="logo_url"
          type="url"
          label={org.logo}
          hint="https://"
          value={settings.logo}
          maxlength={500}
          problem={frame.problems.logo_url}
        />
        {check('members_make_teams', org.membersMakeTeams, settings.membersMakeTeams)}
        {owns && check('require_passkey', org.requirePasskey, settings.requirePasskey)}
        {owns && (
          <Field
            name="session_hours"
            label={org.sessionHours}
            hint={words.profile.optional}
            inputmode="numeric"
            value={settings.sessionHours}
            maxlength={5}
            problem={frame.problems.session_max}
          />
        )}
      </Form>
      {owns && (
        <>
          <h2>{org.deleteTitle}</h2>
          <p>{org.deleteIntro}</p>
          <form method="post" action={pathOf(frame, '/delete')} novalidate>
            <label class="choice">
              <input type="checkbox" name="confirm" value="yes" required />
              <span>{words.manage.understandDelete}</span>
            </label>
            <Problem id="confirm-problem" text={frame.problems.confirm} />
            <button type="submit" class="danger">
              {org.deleteButton}
            </button>
          </form>
        </>
      )}
    </OrganizationLayout>
  )
}

interface AuditPageProps {
  frame: OrganizationFrame
  events: readonly { at: Date; action: string; actor: string; target: string; network: string | null; result: string }[]
  older: string | null
  /** Back to the newest, or null where they are shown. */
  newest: string | null
}

export const AuditPage = ({ frame, events, older, newest }: AuditPageProps) => {
  const { org } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="audit">
      {events.length === 0 && <p class="quiet">{org.noAudit}</p>}
      <EventList events={events} date={frame.date} />
      <p class="quiet">
        {newest && <a href={newest}>{frame.words.manage.newest}</a>} {older && <a href={older}>{org.older}</a>}
      </p>
    </OrganizationLayout>
  )
}

export const EventList = ({ events, date }: { events: AuditPageProps['events']; date: (at: Date) => string }) => (
  <ul class="rows">
    {events.map((one) => (
      <li>
        <div>
          <code>{one.action}</code> {one.result !== 'ok' && <span class="tag">{one.result}</span>}
          <p class="hint">{[one.actor, one.target].filter(Boolean).join(' → ')}</p>
          <p class="hint">{[date(one.at), one.network].filter(Boolean).join(' · ')}</p>
        </div>
      </li>
    ))}
  </ul>
)
