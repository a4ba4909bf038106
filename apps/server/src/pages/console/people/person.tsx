import type { Child } from 'hono/jsx'
import { boundSince, howItBegan, iconOfDevice, nameOf } from '../../account/sessions.tsx'
import { ActForm, Menu } from '../../act-form.tsx'
import { EventList } from '../../activity/event-list.tsx'
import { pictureUrl } from '../../avatar.tsx'
import { Code, Facts } from '../../facts.tsx'
import { Problem, Technical } from '../../layout.tsx'
import { namesOfRoles } from '../../roles.ts'
import { Status, Tag } from '../../status.tsx'
import { Lines, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { SignInAttempts } from '../sign-ins/attempts.tsx'
import { PersonActs } from './person-acts.tsx'
import type { PersonPageProps } from './person-props.ts'

export const PersonPage = (props: PersonPageProps) => {
  const { frame, notice, person, problem } = props
  const words = frame.words.console.people
  return (
    <ConsoleLayout
      frame={frame}
      section="people"
      title={person.label}
      face={{ id: person.id, name: person.label, kind: 'person', picture: pictureUrl(frame.base, person.pictureId) }}
      status={
        <Status kind={person.disabled ? 'bad' : 'good'}>
          {person.disabled ? words.states.disabled : words.states.active}
        </Status>
      }
      acts={
        <>
          {props.signInHelp && (
            <a class="button secondary" href={props.signInHelp}>
              {frame.words.console.sections.why}
            </a>
          )}
          {props.hasFields && (
            <a class="button secondary" href={`${props.path}/fields`}>
              {frame.words.console.sections.fields}
            </a>
          )}
          {props.may.write && (
            <a class="button secondary" href={`${props.path}/edit`}>
              {words.edit}
            </a>
          )}
        </>
      }
      notice={notice}
    >
      <Problem id="person-problem" text={problem} />
      <PersonFacts {...props} />
      <Addresses {...props} />
      <Passkeys {...props} />
      <Identities {...props} />
      <Memberships {...props} />
      <Sessions {...props} />
      <SignInAttempts frame={frame} attempts={props.attempts} />
      <Applications {...props} />
      <PersonActs {...props} />
      <Events {...props} />
    </ConsoleLayout>
  )
}

const PersonFacts = ({ frame, path, person, may }: PersonPageProps) => {
  const words = frame.words.console.people
  return (
    <Facts
      facts={[
        [
          words.id,
          <Code copy={frame.words.lists} about={words.id}>
            {person.id}
          </Code>,
        ],
        [words.signIn, person.lastSignInAt ? <Time frame={frame} at={person.lastSignInAt} /> : words.noSignIn],
        [words.createdAt, <Time frame={frame} at={person.createdAt} />],
        person.pictureId &&
          may.write && [
            frame.words.me.profile.picture,
            <ActForm
              action={path}
              act="remove-picture"
              label={frame.words.me.remove}
              about={frame.words.me.profile.picture}
            />,
          ],
      ]}
    />
  )
}

const Section = ({ title, empty, children }: { title: string; empty?: string | false; children?: Child }) => (
  <>
    <h2>{title}</h2>
    {empty ? <p class="quiet">{empty}</p> : children}
  </>
)

const Addresses = ({ frame, path, person, shortened, may }: PersonPageProps) => {
  const { me, email, lists, console } = frame.words
  return (
    <Section title={me.tabs.addresses}>
      <Table
        frame={frame}
        rows={person.addresses}
        label={me.tabs.addresses}
        columns={[
          {
            head: email.label,
            cell: ({ address, primary }) => (
              <NameCell name={address} icon="mail">
                {primary && !person.unverified && <Tag>{me.addresses.primary}</Tag>}
                {person.unverified && <Status kind="warning">{console.people.notVerified}</Status>}
              </NameCell>
            ),
          },
        ]}
        acts={({ address, primary }) =>
          may.write &&
          !primary && (
            <Menu label={lists.actions} about={address}>
              <ActForm
                action={path}
                act="remove-address"
                fields={{ email: address }}
                label={me.remove}
                about={address}
                look="danger"
              />
            </Menu>
          )
        }
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
  const { me, lists, console } = frame.words
  return (
    <Section title={me.tabs.passkeys}>
      <Table
        frame={frame}
        rows={passkeys}
        empty={console.people.noPasskeys}
        label={me.tabs.passkeys}
        columns={[
          { head: me.passkeys.name, width: 'wide', cell: ({ name }) => <NameCell name={name} icon="passkey" /> },
          { head: lists.created, cell: ({ createdAt }) => <Time frame={frame} at={createdAt} /> },
          {
            head: lists.columns.lastUsed,
            cell: ({ usedAt }) =>
              usedAt ? <Time frame={frame} at={usedAt} /> : <span class="none">{console.people.passkeyUnused}</span>,
          },
        ]}
      />
    </Section>
  )
}

/** Identity providers that sign in to the account. */
const Identities = ({ frame, path, identities, may }: PersonPageProps) => {
  const { me, lists, console } = frame.words
  if (identities.length === 0) return null
  return (
    <Section title={me.identities.title}>
      <Table
        frame={frame}
        rows={identities}
        label={me.identities.title}
        columns={[
          {
            head: console.applications.name,
            width: 'wide',
            cell: ({ name, issuer }) => <NameCell name={name} icon="signIn" detail={<Technical>{issuer}</Technical>} />,
          },
          { head: lists.created, cell: ({ linkedAt }) => <Time frame={frame} at={linkedAt} /> },
          { head: lists.columns.lastUsed, cell: ({ seenAt }) => <Time frame={frame} at={seenAt} /> },
        ]}
        acts={({ id, name }) =>
          may.write && (
            <Menu label={lists.actions} about={name}>
              <ActForm
                action={path}
                act="remove-identity"
                fields={{ identity: id }}
                label={me.remove}
                about={name}
                look="danger"
              />
            </Menu>
          )
        }
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
        label={words.me.tabs.organizations}
        columns={[
          {
            head: words.console.sections.organizations,
            width: 'wide',
            cell: ({ id, name, href, disabled }) => (
              <NameCell name={name} href={href} face={{ id, name, kind: 'organization' }}>
                {disabled && <Status kind="bad">{labels.organizationDeleted}</Status>}
              </NameCell>
            ),
          },
          { head: words.org.role, cell: ({ roles }) => namesOfRoles(words, roles).join(', ') },
          {
            head: words.org.tabs.teams,
            cell: ({ teams }) => teams.length > 0 && <bdi>{teams.join(', ')}</bdi>,
            title: ({ teams }) => teams.join(', '),
          },
        ]}
      />
    </Section>
  )
}

const Sessions = ({ frame, path, sessions, sessionCount, olderSessions, may }: PersonPageProps) => {
  const { me, lists, console, admin } = frame.words
  const labels = me.sessions
  return (
    <Section title={me.tabs.sessions}>
      <Table
        frame={frame}
        rows={sessions}
        label={me.tabs.sessions}
        count={console.people.sessions({ count: sessionCount })}
        listActs={
          may.write && sessionCount > 0 && <ActForm action={path} act="sign-out" label={admin.signOutEverywhere} />
        }
        columns={[
          {
            head: lists.columns.browser,
            width: 'wide',
            cell: (session) => <NameCell name={nameOf(session)} icon={iconOfDevice(session)} />,
          },
          {
            head: lists.columns.method,
            cell: (session) => <Lines text={howItBegan(frame, session)} detail={boundSince(frame, session)} whole />,
          },
          { head: lists.columns.network, cell: ({ place }) => <Technical>{place}</Technical> },
          { head: lists.columns.since, width: 'narrow', cell: ({ since }) => <Time frame={frame} at={since} /> },
          { head: lists.columns.lastUsed, width: 'narrow', cell: ({ seenAt }) => <Time frame={frame} at={seenAt} /> },
        ]}
        acts={({ id, ...session }) =>
          may.write && (
            <Menu label={lists.actions} about={nameOf(session)}>
              <ActForm
                action={path}
                act="end-session"
                fields={{ session: id }}
                label={labels.end}
                about={nameOf(session)}
              />
            </Menu>
          )
        }
      />
      {olderSessions && (
        <p>
          <a href={olderSessions}>{labels.older}</a>
        </p>
      )}
    </Section>
  )
}

const Applications = ({ frame, path, applications, may }: PersonPageProps) => {
  const { me, org, lists, console } = frame.words
  return (
    <Section title={me.tabs.applications}>
      <Table
        frame={frame}
        rows={applications}
        empty={console.people.noApplications}
        label={me.tabs.applications}
        columns={[
          {
            head: org.application,
            width: 'wide',
            cell: ({ clientId, name }) => (
              <NameCell
                name={name}
                href={applicationPath(frame, clientId)}
                detail={name === clientId ? null : <Technical>{clientId}</Technical>}
                face={{ id: clientId, name, kind: 'application' }}
              />
            ),
          },
          { head: lists.columns.since, width: 'narrow', cell: ({ since }) => <Time frame={frame} at={since} /> },
        ]}
        acts={({ clientId, name }) =>
          may.write && (
            <Menu label={lists.actions} about={name}>
              <ActForm
                action={path}
                act="end-application"
                fields={{ client: clientId }}
                label={me.applications.revoke}
                about={name}
                look="danger"
              />
            </Menu>
          )
        }
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
    <ConsoleLayout
      frame={frame}
      section="people"
      title={operators.addressesTitle({ person: person.label })}
      above={[{ href: `${frame.base}/admin/people/${encodeURIComponent(person.id)}`, label: person.label }]}
    >
      <p class="quiet" role="status">
        {operators.addressesRecorded}
      </p>
      {addresses.map((address) => (
        <p>
          <Code copy={frame.words.lists} about={address}>
            {address}
          </Code>
        </p>
      ))}
    </ConsoleLayout>
  )
}
