import type { Child } from 'hono/jsx'
import { ActForm } from '../../act-form.tsx'
import { EventList } from '../../activity/event-list.tsx'
import { Code, Facts } from '../../facts.tsx'
import { Problem, Technical } from '../../layout.tsx'
import { namesOfRoles } from '../../roles.ts'
import { joinParts, Table } from '../../table.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { SignInAttempts } from '../sign-ins/attempts.tsx'
import { PersonActs } from './person-acts.tsx'
import type { PersonPageProps } from './person-props.ts'

export const PersonPage = (props: PersonPageProps) => {
  const { frame, notice, person, problem } = props
  const words = frame.words.console.people
  return (
    <ConsoleLayout frame={frame} section="people" title={person.label} notice={notice}>
      <Problem id="person-problem" text={problem} />
      <Facts
        facts={[
          [words.id, <Code>{person.id}</Code>],
          [words.state, person.disabled ? words.states.disabled : words.states.active],
          [words.signIn, person.lastSignInAt ? frame.date(person.lastSignInAt) : words.noSignIn],
          [words.createdAt, frame.date(person.createdAt)],
        ]}
      />
      {(props.may.write || props.signInHelp) && (
        <p class="answers">
          {props.may.write && (
            <a class="button secondary" href={`${props.path}/edit`}>
              {words.edit}
            </a>
          )}
          {props.signInHelp && <a href={props.signInHelp}>{frame.words.console.sections.why}</a>}
        </p>
      )}
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

const Addresses = ({ frame, path, person, shortened, may }: PersonPageProps) => {
  const { me, console } = frame.words
  return (
    <Section title={me.tabs.addresses}>
      <Table
        frame={frame}
        rows={person.addresses}
        columns={{
          name: ({ address }) => address,
          status: ({ primary }) => [
            primary && !person.unverified && me.addresses.primary,
            person.unverified && console.people.notVerified,
          ],
          acts: ({ address, primary }) =>
            may.write &&
            !primary && (
              <ActForm
                action={path}
                act="remove-address"
                fields={{ email: address }}
                label={me.remove}
                about={address}
              />
            ),
        }}
      />
      {shortened && person.addresses.length > 0 && (
        <>
          <p class="quiet">{console.people.addressesHidden}</p>
          <ActForm action={`${path}/addresses`} label={console.operators.showAddresses} />
        </>
      )}
    </Section>
  )
}

const Passkeys = ({ frame, passkeys }: PersonPageProps) => {
  const { me, console } = frame.words
  const labels = me.passkeys
  return (
    <Section title={me.tabs.passkeys}>
      <Table
        frame={frame}
        rows={passkeys}
        empty={console.people.noPasskeys}
        columns={{
          name: ({ name }) => name,
          facts: ({ createdAt, usedAt }) => [
            joinParts(
              labels.created({ date: frame.date(createdAt) }),
              usedAt ? labels.used({ date: frame.date(usedAt) }) : console.people.passkeyUnused,
            ),
          ],
        }}
      />
    </Section>
  )
}

const Memberships = ({ frame, memberships }: PersonPageProps) => {
  const { words } = frame
  const labels = words.console.people
  return (
    <Section title={words.me.tabs.organizations}>
      <Table
        frame={frame}
        rows={memberships}
        empty={labels.noMemberships}
        columns={{
          name: ({ name }) => name,
          href: ({ href }) => href,
          status: ({ roles, disabled }) => [...namesOfRoles(words, roles), disabled && labels.organizationDeleted],
          facts: ({ teams }) => [teams.length > 0 && <bdi>{teams.join(', ')}</bdi>],
        }}
      />
    </Section>
  )
}

const Sessions = ({ frame, path, sessions, sessionCount, olderSessions, may }: PersonPageProps) => {
  const { me, console, admin } = frame.words
  const labels = me.sessions
  return (
    <Section title={me.tabs.sessions}>
      <p class="quiet">{console.people.sessions({ count: sessionCount })}</p>
      <Table
        frame={frame}
        rows={sessions}
        columns={{
          name: ({ device }) => device,
          facts: ({ byPasskey, network, since, seenAt }) => [
            <>
              {byPasskey ? labels.byPasskey : labels.byMail} · <bdi>{network}</bdi>
            </>,
            joinParts(labels.since({ date: frame.date(since) }), labels.seen({ date: frame.date(seenAt) })),
          ],
          acts: ({ id, device }) =>
            may.write && (
              <ActForm action={path} act="end-session" fields={{ session: id }} label={labels.end} about={device} />
            ),
        }}
      />
      {olderSessions && (
        <p>
          <a href={olderSessions}>{labels.older}</a>
        </p>
      )}
      {may.write && sessionCount > 0 && <ActForm action={path} act="sign-out" label={admin.signOutEverywhere} />}
    </Section>
  )
}

const Applications = ({ frame, path, applications, may }: PersonPageProps) => {
  const { me, console } = frame.words
  return (
    <Section title={me.tabs.applications}>
      <Table
        frame={frame}
        rows={applications}
        empty={console.people.noApplications}
        columns={{
          name: ({ name }) => name,
          href: ({ clientId }) => applicationPath(frame, clientId),
          facts: ({ clientId, since }) => [<bdi>{clientId}</bdi>, me.applications.since({ date: frame.date(since) })],
          acts: ({ clientId, name }) =>
            may.write && (
              <ActForm
                action={path}
                act="end-application"
                fields={{ client: clientId }}
                label={me.applications.revoke}
                about={name}
              />
            ),
        }}
      />
    </Section>
  )
}

/** The page of an application. One that connects by the URL of its document has none. */
const applicationPath = ({ base }: ConsoleFrame, clientId: string): string | null =>
  clientId.includes(':') ? null : `${base}/admin/applications/${encodeURIComponent(clientId)}`

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

interface AddressesPageProps {
  frame: ConsoleFrame
  person: { id: string; label: string }
  addresses: readonly string[]
}

/** The whole addresses of a person, for an operator who sees them shortened otherwise. */
export const AddressesPage = ({ frame, person, addresses }: AddressesPageProps) => {
  const { operators } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="people" title={operators.addressesTitle({ person: person.label })}>
      <p class="quiet" role="status">
        {operators.addressesRecorded}
      </p>
      <Table frame={frame} rows={addresses} columns={{ name: (address) => <Technical>{address}</Technical> }} />
      <a href={`${frame.base}/admin/people/${encodeURIComponent(person.id)}`}>
        <bdi>{person.label}</bdi>
      </a>
    </ConsoleLayout>
  )
}
