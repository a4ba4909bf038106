import type { Child } from 'hono/jsx'
import type { ShownConsent } from '../../oidc/consent.ts'
import { Avatar } from '../avatar.tsx'
import { connectionName, ScopeName } from '../connected-applications.tsx'
import { Icon } from '../icons.tsx'
import { Technical } from '../layout.tsx'
import { namesOfRoles } from '../roles.ts'
import { Tag } from '../status.tsx'
import { joinParts } from '../table.tsx'
import { Time } from '../time.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'
import type { LinkedIdentityRow } from './linked-identities.tsx'
import { howItBegan, iconOfDevice, type SessionRow, whetherBound } from './sessions.tsx'

interface AccountOverviewPageProps {
  frame: AccountFrame
  addresses: readonly { address: string; primary: boolean }[]
  passkeys: readonly { id: string; name: string; createdAt: Date; usedAt: Date | null }[]
  identities: readonly LinkedIdentityRow[]
  phone: { number: string; verified: boolean } | null | ''
  /** The current one first. */
  sessions: readonly SessionRow[]
  organizations: readonly { organizationId: string; slug: string; name: string; roles: readonly string[] }[]
  applications: readonly Application[]
}

type Application = { clientId: string; access: ShownConsent } & ({ name: string } | { clientName: string })

/** A part of the overview shows so many things, and leads to all of them. */
const shownAtMost = 4

/** Who somebody is here, how they sign in, and who sees what of them. */
export const AccountOverviewPage = (props: AccountOverviewPageProps) => {
  const { frame } = props
  const { words, base, person } = frame
  return (
    <AccountLayout frame={frame} tab="overview">
      <div class="who">
        <Avatar {...person} name={person.name || frame.address} kind="person" size={64} />
        <div>
          <p class="who-name">
            <bdi>{person.name || frame.address}</bdi>
          </p>
          {person.name && (
            <p class="hint">
              <Technical>{frame.address}</Technical>
            </p>
          )}
        </div>
        <a class="button secondary small" href={`${base}/account/profile`}>
          {words.me.tabs.profile}
        </a>
      </div>
      <div class="panels">
        <div>
          <SignInMethods {...props} />
          <OwnOrganizations {...props} />
        </div>
        <div>
          <LatestSessions {...props} />
          <WhoSees {...props} />
        </div>
      </div>
    </AccountLayout>
  )
}

interface PanelProps {
  title: string
  href: string
  /** Of how many things it shows the first ones. */
  count?: number
  children?: Child
}

/** A part of the overview: its heading leads to the page that says more. */
const Panel = ({ title, href, count = 0, children }: PanelProps) => (
  <section class="panel">
    <h2>
      <a href={href}>{title}</a>
      {count > shownAtMost && (
        <>
          {' '}
          <span class="hint">{count}</span>
        </>
      )}
    </h2>
    <ul>{children}</ul>
  </section>
)

interface ItemProps {
  icon: Child
  title: Child
  tag?: string | null | false
  hint?: Child
}

const Item = ({ icon, title, tag, hint }: ItemProps) => (
  <li>
    {icon}
    <div>
      {title}
      {tag && (
        <>
          {' '}
          <Tag>{tag}</Tag>
        </>
      )}
      {hint && <p class="hint">{hint}</p>}
    </div>
  </li>
)

/** What would make it harder to be locked out, or easier to sign in. */
const Advice = ({ href, label }: { href: string; label: string }) => (
  <li class="advice">
    <Icon name="plus" />
    <a href={href}>{label}</a>
  </li>
)

const SignInMethods = ({ frame, addresses, passkeys, identities, phone }: AccountOverviewPageProps) => {
  const { words, base } = frame
  const { me } = words
  const [toPasskeys, toAddresses] = [`${base}/account/passkeys`, `${base}/account/addresses`]
  return (
    <Panel title={me.overview.signIn} href={toPasskeys} count={passkeys.length}>
      {passkeys.slice(0, shownAtMost).map(({ name, createdAt, usedAt }) => (
        <Item
          icon={<Icon name="passkey" />}
          title={<bdi>{name}</bdi>}
          hint={
            usedAt
              ? me.passkeys.used({ date: frame.date(usedAt) })
              : me.passkeys.created({ date: frame.date(createdAt) })
          }
        />
      ))}
      {passkeys.length < 2 && (
        <Advice href={toPasskeys} label={passkeys.length === 0 ? me.passkeys.add : me.overview.secondPasskey} />
      )}
      {identities.slice(0, shownAtMost).map(({ name, seenAt }) => (
        <Item
          icon={<Icon name="signIn" />}
          title={<bdi>{name}</bdi>}
          hint={me.passkeys.used({ date: frame.date(seenAt) })}
        />
      ))}
      {addresses.slice(0, shownAtMost).map(({ address, primary }) => (
        <Item
          icon={<Icon name="mail" />}
          title={<Technical>{address}</Technical>}
          tag={primary && addresses.length > 1 && me.addresses.primary}
        />
      ))}
      {addresses.length < 2 && <Advice href={toAddresses} label={me.overview.secondAddress} />}
      {phone && (
        <Item
          icon={<Icon name="phone" />}
          title={<Technical>{phone.number}</Technical>}
          tag={phone.verified ? me.phone.verified : me.phone.notVerified}
        />
      )}
    </Panel>
  )
}

const LatestSessions = ({ frame, sessions }: AccountOverviewPageProps) => (
  <Panel title={frame.words.me.tabs.sessions} href={`${frame.base}/account/sessions`} count={sessions.length}>
    {sessions.slice(0, shownAtMost).map((session) => (
      <Item
        icon={<Icon name={iconOfDevice(session)} />}
        title={session.device}
        tag={session.current && frame.words.me.sessions.current}
        hint={
          <>
            {joinParts(howItBegan(frame, session), whetherBound(frame, session))} ·{' '}
            <Technical>{session.place}</Technical> · <Time frame={frame} at={session.since} />
          </>
        }
      />
    ))}
  </Panel>
)

const OwnOrganizations = ({ frame, organizations }: AccountOverviewPageProps) => {
  const { words, base } = frame
  return (
    <Panel title={words.me.tabs.organizations} href={`${base}/account/organizations`} count={organizations.length}>
      {organizations.slice(0, shownAtMost).map(({ organizationId, slug, name, roles }) => (
        <Item
          icon={<Avatar id={organizationId} name={name} kind="organization" size={32} />}
          title={
            <a href={`${base}/organizations/${slug}`}>
              <bdi>{name}</bdi>
            </a>
          }
          hint={joinParts(...namesOfRoles(words, roles))}
        />
      ))}
      {organizations.length === 0 && <li class="quiet">{words.me.organizations.none}</li>}
    </Panel>
  )
}

const WhoSees = ({ frame, applications, organizations }: AccountOverviewPageProps) => {
  const { me } = frame.words
  return (
    <Panel title={me.overview.seen} href={`${frame.base}/account/applications`} count={applications.length}>
      {applications.slice(0, shownAtMost).map((application) => {
        const name = 'name' in application ? application.name : connectionName(application).title
        return (
          <Item
            icon={<Avatar id={application.clientId} name={name} kind="application" size={32} />}
            title={<bdi>{name}</bdi>}
            hint={<ScopeNames frame={frame} access={application.access} />}
          />
        )
      })}
      {applications.length === 0 && <li class="quiet">{me.applications.none}</li>}
      {organizations.length > 0 && <Item icon={<Icon name="people" />} title={me.overview.members} />}
    </Panel>
  )
}

/** What an application may see and do, in one line. */
const ScopeNames = ({ frame, access }: { frame: AccountFrame; access: ShownConsent }) => (
  <>
    {[{ scope: access.scope }, ...access.resources]
      .flatMap(({ scope, ...resource }) => scope.map((name) => ({ ...resource, name })))
      .map((shown, index) => (
        <>
          {index > 0 && ' · '}
          <ScopeName frame={frame} {...shown} />
        </>
      ))}
  </>
)
