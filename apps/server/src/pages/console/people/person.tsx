import type { Child } from 'hono/jsx'
import { EventList } from '../../activity/event-list.tsx'
import { Problem } from '../../layout.tsx'
import { namesOfRoles } from '../../roles.ts'
import { joinParts, Row, Rows } from '../../rows.tsx'
import { ShowAddresses } from '../addresses.tsx'
import { ConsoleLayout } from '../layout.tsx'
import { SignInAttempts } from '../sign-ins/attempts.tsx'
import { ActButton } from './act-button.tsx'
import { PersonActs } from './person-acts.tsx'
import type { PersonPageProps } from './person-props.ts'

export const PersonPage = (props: PersonPageProps) => {
  const { frame, notice, person, problem } = props
  const words = frame.words.console.people
  return (
    <ConsoleLayout frame={frame} section="people" title={person.label} notice={notice}>
      <Problem id="person-problem" text={problem} />
      <dl class="facts">
        <dt>{words.id}</dt>
        <dd>
          <code>
            <bdi>{person.id}</bdi>
          </code>
        </dd>
        <dt>{words.state}</dt>
        <dd>{person.disabled ? words.states.disabled : words.states.active}</dd>
        <dt>{words.signIn}</dt>
        <dd>{person.lastSignInAt ? frame.date(person.lastSignInAt) : words.noSignIn}</dd>
        <dt>{words.createdAt}</dt>
        <dd>{frame.date(person.createdAt)}</dd>
      </dl>
      <Addresses {...props} />
      <Passkeys {...props} />
      <Memberships {...props} />
      <Sessions {...props} />
      <SignInAttempts frame={frame} attempts={props.attempts} />
      <Applications {...props} />
      <PersonActs {...props} />
      <Events {...props} />
    </ConsoleLayout>
  )
}

const Section = ({ title, empty, children }: { title: string; empty?: string | false; children?: Child }) => (
  <>
    <h2>{title}</h2>
    {empty ? <p class="quiet">{empty}</p> : children}
  </>
)

const Addresses = ({ frame, person, shortened }: PersonPageProps) => {
  const { me, console } = frame.words
  return (
    <Section title={me.tabs.addresses}>
      <Rows>
        {person.addresses.map(({ address, primary }) => (
          <Row title={<bdi>{address}</bdi>} tags={[primary && me.addresses.primary]} />
        ))}
      </Rows>
      {shortened && person.addresses.length > 0 && (
        <>
          <p class="quiet">{console.people.addressesHidden}</p>
          <ShowAddresses frame={frame} id={person.id} />
        </>
      )}
    </Section>
  )
}

const Passkeys = ({ frame, passkeys }: PersonPageProps) => {
  const { me, console } = frame.words
  const labels = me.passkeys
  const used = (at: Date | null) => (at ? labels.used({ date: frame.date(at) }) : console.people.passkeyUnused)
  return (
    <Section title={me.tabs.passkeys} empty={passkeys.length === 0 && console.people.noPasskeys}>
      <Rows>
        {passkeys.map(({ name, usedAt, createdAt }) => (
          <Row
            title={<bdi>{name}</bdi>}
            hints={[joinParts(labels.created({ date: frame.date(createdAt) }), used(usedAt))]}
          />
        ))}
      </Rows>
    </Section>
  )
}

const Memberships = ({ frame, memberships }: PersonPageProps) => {
  const { words } = frame
  const labels = words.console.people
  return (
    <Section title={words.me.tabs.organizations} empty={memberships.length === 0 && labels.noMemberships}>
      <Rows>
        {memberships.map(({ href, name, roles, teams, disabled }) => (
          <Row
            title={
              <a href={href}>
                <bdi>{name}</bdi>
              </a>
            }
            tags={[...namesOfRoles(words, roles), disabled && labels.organizationDeleted]}
            hints={[teams.length > 0 && <bdi>{teams.join(', ')}</bdi>]}
          />
        ))}
      </Rows>
    </Section>
  )
}

const Sessions = ({ frame, path, sessions, sessionCount, olderSessions, may }: PersonPageProps) => {
  const { me, console, admin } = frame.words
  const labels = me.sessions
  return (
    <Section title={me.tabs.sessions}>
      <p class="quiet">{console.people.sessions({ count: sessionCount })}</p>
      <Rows>
        {sessions.map(({ id, device, network, byPasskey, since, seenAt }) => (
          <Row
            title={<bdi>{device}</bdi>}
            hints={[
              <>
                {byPasskey ? labels.byPasskey : labels.byMail} · <bdi>{network}</bdi>
              </>,
              `${labels.since({ date: frame.date(since) })} · ${labels.seen({ date: frame.date(seenAt) })}`,
            ]}
          >
            {may.write && (
              <ActButton path={path} act="end-session" fields={{ session: id }} label={labels.end} about={device} />
            )}
          </Row>
        ))}
      </Rows>
      {olderSessions && (
        <p>
          <a href={olderSessions}>{labels.older}</a>
        </p>
      )}
      {may.write && sessionCount > 0 && <ActButton path={path} act="sign-out" label={admin.signOutEverywhere} />}
    </Section>
  )
}

const Applications = ({ frame, path, applications, may }: PersonPageProps) => {
  const { me, console } = frame.words
  return (
    <Section title={me.tabs.applications} empty={applications.length === 0 && console.people.noApplications}>
      <Rows>
        {applications.map(({ clientId, name, since }) => (
          <Row
            title={<bdi>{name}</bdi>}
            hints={[<bdi>{clientId}</bdi>, me.applications.since({ date: frame.date(since) })]}
          >
            {may.write && (
              <ActButton
                path={path}
                act="end-application"
                fields={{ client: clientId }}
                label={me.applications.revoke}
                about={name}
              />
            )}
          </Row>
        ))}
      </Rows>
    </Section>
  )
}

const Events = ({ frame, events, nameOf, allEvents }: PersonPageProps) => {
  const words = frame.words.console.people
  return (
    <Section title={words.activity} empty={events.length === 0 && frame.words.admin.nothing}>
      <EventList frame={frame} events={events} nameOf={nameOf} />
      <p>
        <a href={allEvents}>{words.allActivity}</a>
      </p>
    </Section>
  )
}
