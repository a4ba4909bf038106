import type { Child } from 'hono/jsx'
import type { ScriptName } from '../assets.ts'
import { createPasskeyScript, PasskeyForm, type PasskeyPlace } from '../authorization/passkeys.tsx'
import { Confirmation } from '../confirmation.tsx'
import { Field, Form, type Frame, Layout, Problem } from '../layout.tsx'
import { RecoveryNote, type RecoveryTimes } from './recovery-note.tsx'

type Tab = 'profile' | 'addresses' | 'passkeys' | 'sessions' | 'applications' | 'organizations' | 'data'
const tabs: readonly [Tab, string][] = [
  ['profile', '/account'],
  ['addresses', '/account/addresses'],
  ['passkeys', '/account/passkeys'],
  ['sessions', '/account/sessions'],
  ['applications', '/account/applications'],
  ['organizations', '/account/organizations'],
  ['data', '/account/data'],
]

/** What every account page shows around its own. */
export interface AccountFrame extends Frame {
  /** Whose account it is. */
  address: string
  /** Something was just done. */
  done: boolean
  /** They signed in a moment ago, so nothing has to be confirmed first. */
  recent: boolean
  /** What has to be confirmed needs a passkey. */
  needsPasskey: boolean
  /** In the person's language and time zone. */
  date(at: Date): string
}

interface AccountLayoutProps {
  frame: AccountFrame
  tab: Tab
  /** Instead of the name of the tab. */
  title?: string
  /** The forms of the page change how one signs in. */
  guarded?: boolean
  scripts?: readonly ScriptName[]
  children?: Child
}

export const AccountLayout = ({ frame, tab, title, guarded = false, scripts, children }: AccountLayoutProps) => {
  const words = frame.words.me
  return (
    <Layout
      frame={frame}
      title={title ?? words.tabs[tab]}
      scripts={scripts}
      wide
      nav={
        <nav class="tabs" aria-label={words.title}>
          <ul>
            {tabs.map(([name, path]) => (
              <li>
                <a href={`${frame.base}${path}`} aria-current={name === tab ? 'page' : undefined}>
                  {words.tabs[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      }
    >
      <p class="quiet">
        {frame.address} · <a href={`${frame.base}/logout`}>{frame.words.logout.out}</a>
      </p>
      {frame.done && (
        <p class="done" role="status">
          {words.saved}
        </p>
      )}
      {guarded && !frame.recent && (
        <form method="post" action={`${frame.base}/account/confirm`} class="done">
          <input type="hidden" name="back" value={tab} />
          <span>{frame.needsPasskey ? frame.words.recovery.confirmWithPasskey : words.confirmFirst}</span>
          <button type="submit" class="primary small">
            {words.confirm}
          </button>
        </form>
      )}
      {children}
    </Layout>
  )
}

interface SelectProps {
  name: string
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  problem?: string
}

/** A list to choose from, with nothing chosen as its first entry. */
export const Select = ({ name, label, value, choices, problem }: SelectProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select
      id={name}
      name={name}
      aria-invalid={problem ? 'true' : undefined}
      aria-describedby={problem ? `${name}-problem` : undefined}
      autofocus={Boolean(problem)}
    >
      <option value="">–</option>
      {choices.map((one) => (
        <option value={one.value} selected={one.value === value}>
          {one.label}
        </option>
      ))}
    </select>
    <Problem id={`${name}-problem`} text={problem} />
  </div>
)

/** What the profile page shows only on request. */
const moreFields = [
  'middle_name',
  'nickname',
  'profile',
  'birthdate',
  'gender',
  'street_address',
  'postal_code',
  'locality',
  'region',
  'country',
]

export interface ProfilePageProps {
  frame: AccountFrame
  values: Record<string, string>
  problems: Partial<Record<string, string>>
  languages: readonly { value: string; label: string }[]
  zones: readonly { value: string; label: string }[]
}

export const AccountProfilePage = ({ frame, values, problems, languages, zones }: ProfilePageProps) => {
  const { words } = frame
  const mine = words.me.profile
  const field = (name: string, label: string, more: Record<string, unknown> = {}) => (
    <Field name={name} label={label} value={values[name]} problem={problems[name]} maxlength={500} {...more} />
  )
  return (
    <AccountLayout frame={frame} tab="profile">
      <Form action={`${frame.base}/account`} submit={words.me.save}>
        <div class="grid">
          {field('given_name', words.profile.givenName, { autocomplete: 'given-name', required: true })}
          {field('family_name', words.profile.familyName, { autocomplete: 'family-name' })}
          {field('preferred_username', mine.preferredUsername, { autocomplete: 'nickname' })}
          {field('phone', mine.phone, { type: 'tel', autocomplete: 'tel', hint: mine.phoneHint })}
          {field('picture', mine.picture, { type: 'url', hint: 'https://', autocomplete: 'photo' })}
          {field('website', mine.website, { type: 'url', hint: 'https://', autocomplete: 'url' })}
          <Select
            name="locale"
            label={mine.locale}
            value={values.locale ?? ''}
            choices={languages}
            problem={problems.locale}
          />
          <Select
            name="zoneinfo"
            label={mine.zoneinfo}
            value={values.zoneinfo ?? ''}
            choices={zones}
            problem={problems.zoneinfo}
          />
        </div>
        <details open={moreFields.some((name) => problems[name])}>
          <summary>{mine.more}</summary>
          <div class="grid">
            {field('middle_name', mine.middleName, { autocomplete: 'additional-name' })}
            {field('nickname', mine.nickname)}
            {field('profile', mine.page, { type: 'url', hint: 'https://' })}
            {field('birthdate', mine.birthdate, { type: 'date', autocomplete: 'bday' })}
            {field('gender', mine.gender, { autocomplete: 'sex' })}
            {field('street_address', mine.street, { autocomplete: 'street-address' })}
            {field('postal_code', mine.postalCode, { autocomplete: 'postal-code' })}
            {field('locality', mine.city, { autocomplete: 'address-level2' })}
            {field('region', mine.region, { autocomplete: 'address-level1' })}
            {field('country', mine.country, { autocomplete: 'country-name' })}
          </div>
        </details>
      </Form>
    </AccountLayout>
  )
}

interface AddressesPageProps {
  frame: AccountFrame
  addresses: readonly { address: string; primary: boolean }[]
  typed: string
  problem?: string
}

export const AddressesPage = ({ frame, addresses, typed, problem }: AddressesPageProps) => {
  const { words, base } = frame
  const mine = words.me.addresses
  return (
    <AccountLayout frame={frame} tab="addresses" guarded>
      <p>{mine.intro}</p>
      <ul class="rows">
        {addresses.map(({ address, primary }) => (
          <li>
            <div>
              {address} {primary && <span class="tag">{mine.primary}</span>}
            </div>
            {!primary && frame.recent && (
              <>
                <form method="post" action={`${base}/account/addresses/primary`}>
                  <input type="hidden" name="address" value={address} />
                  <button type="submit" class="secondary">
                    {mine.makePrimary}
                  </button>
                </form>
                <Confirmation
                  action={`${base}/account/addresses/remove`}
                  fields={{ address }}
                  label={words.me.remove}
                  about={address}
                  question={words.recovery.removeAddress(address)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {frame.recent && (
        <Form action={`${base}/account/addresses`} submit={mine.add}>
          <Field
            name="email"
            type="email"
            label={words.email.label}
            value={typed}
            autocomplete="email"
            inputmode="email"
            maxlength={254}
            required
            problem={problem}
          />
        </Form>
      )}
    </AccountLayout>
  )
}

interface ConfirmAddressPageProps {
  frame: AccountFrame
  address: string
  pending: string
  digits: number
  problem?: string
}

export const ConfirmAddressPage = ({ frame, address, pending, digits, problem }: ConfirmAddressPageProps) => {
  const { words, base } = frame
  return (
    <AccountLayout frame={frame} tab="addresses">
      <p>{words.code.intro(address, digits)}</p>
      <Form action={`${base}/account/addresses/confirm`} submit={words.continue}>
        <input type="hidden" name="pending" value={pending} />
        <Field
          name="code"
          label={words.code.label}
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength={digits + 6}
          class="code"
          autofocus
          required
          problem={problem}
        />
      </Form>
      <p class="quiet">{words.code.expires}</p>
    </AccountLayout>
  )
}

export const ConfirmAddressLinkPage = ({ frame, action }: { frame: AccountFrame; action: string }) => (
  <AccountLayout frame={frame} tab="addresses">
    <p>{frame.words.link.intro}</p>
    <Form action={action} submit={frame.words.me.addresses.add} />
  </AccountLayout>
)

interface PasskeysPageProps {
  frame: AccountFrame
  passkeys: readonly {
    id: string
    name: string
    deviceBound: boolean
    createdAt: Date
    usedAt: Date | null
  }[]
  place: PasskeyPlace | null
  /** A recovery that waits or is ready. */
  recovery: RecoveryTimes | null
  /** What the browser's picker is told, so that it forgets what was removed here. */
  known: object | null
  problem?: string
}

export const PasskeysPage = ({ frame, passkeys, place, recovery, known, problem }: PasskeysPageProps) => {
  const { words, base } = frame
  const mine = words.me.passkeys
  return (
    <AccountLayout frame={frame} tab="passkeys" guarded scripts={[createPasskeyScript]}>
      <p>{mine.intro}</p>
      <Problem id="passkeys-problem" text={problem} />
      {recovery && <RecoveryNote words={words} base={base} date={frame.date} recovery={recovery} />}
      {!recovery && frame.needsPasskey && (
        <p class="quiet">
          {words.passkey.lost} <a href={`${base}/account/recovery`}>{words.recovery.title}</a>
        </p>
      )}
      {known && <span hidden data-passkeys-known={JSON.stringify(known)}></span>}
      {passkeys.length === 0 && <p class="quiet">{mine.none}</p>}
      <ul class="rows">
        {passkeys.map((one) => (
          <li>
            <div>
              <strong>{one.name}</strong> <span class="tag">{one.deviceBound ? mine.deviceBound : mine.synced}</span>
              <p class="hint">
                {mine.created(frame.date(one.createdAt))}
                {one.usedAt && ` · ${mine.used(frame.date(one.usedAt))}`}
              </p>
            </div>
            {frame.recent && (
              <>
                <form method="post" action={`${base}/account/passkeys/rename`}>
                  <input type="hidden" name="id" value={one.id} />
                  <input name="name" value={one.name} aria-label={mine.name} maxlength={200} class="short" />
                  <button type="submit" class="secondary">
                    {mine.rename}
                  </button>
                </form>
                <Confirmation
                  action={`${base}/account/passkeys/remove`}
                  fields={{ id: one.id }}
                  label={words.me.remove}
                  about={one.name}
                  question={words.recovery.removePasskey(one.name)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {frame.recent && place && <PasskeyForm words={words} place={place} label={mine.add} create primary />}
      <noscript>
        <p class="quiet">{words.passkey.noScript}</p>
      </noscript>
    </AccountLayout>
  )
}

interface SessionsPageProps {
  frame: AccountFrame
  sessions: readonly {
    id: string
    current: boolean
    device: string
    place: string
    byPasskey: boolean
    since: Date
    seenAt: Date
  }[]
  /** How many there are, on all pages. */
  count: number
  older: string | null
}

export const SessionsPage = ({ frame, sessions, count, older }: SessionsPageProps) => {
  const { words, base } = frame
  const mine = words.me.sessions
  return (
    <AccountLayout frame={frame} tab="sessions">
      <p>{mine.intro}</p>
      {count > sessions.length && <p>{mine.count(count)}</p>}
      <ul class="rows">
        {sessions.map((one) => (
          <li>
            <div>
              <strong>{one.device}</strong> {one.current && <span class="tag">{mine.current}</span>}
              <p class="hint">
                {one.byPasskey ? mine.byPasskey : mine.byMail} · {one.place}
              </p>
              <p class="hint">
                {mine.since(frame.date(one.since))} · {mine.seen(frame.date(one.seenAt))}
              </p>
            </div>
            {!one.current && (
              <Confirmation
                action={`${base}/account/sessions/end`}
                fields={{ id: one.id }}
                label={mine.end}
                about={one.device}
                question={words.recovery.endSession(one.device)}
                danger={false}
              />
            )}
          </li>
        ))}
      </ul>
      {older && (
        <p>
          <a href={older}>{mine.older}</a>
        </p>
      )}
      {count > 1 && (
        <Confirmation
          action={`${base}/account/sessions/end-others`}
          label={mine.endOthers}
          question={words.recovery.endOthers}
          danger={false}
        />
      )}
    </AccountLayout>
  )
}

interface ApplicationsPageProps {
  frame: AccountFrame
  applications: readonly { clientId: string; name: string; scope: readonly string[]; since: Date }[]
}

export const ApplicationsPage = ({ frame, applications }: ApplicationsPageProps) => {
  const { words, base } = frame
  const mine = words.me.applications
  const scopes = words.consent.scopes
  return (
    <AccountLayout frame={frame} tab="applications">
      <p>{applications.length === 0 ? mine.none : mine.intro}</p>
      <ul class="rows">
        {applications.map((one) => (
          <li>
            <div>
              <strong>{one.name}</strong>
              <p class="hint">{mine.since(frame.date(one.since))}</p>
              <ul class="scopes hint">
                {one.scope.map((name) => (
                  <li>{Object.hasOwn(scopes, name) ? scopes[name] : words.consent.otherScope(name)}</li>
                ))}
              </ul>
            </div>
            <Confirmation
              action={`${base}/account/applications/revoke`}
              fields={{ client: one.clientId }}
              label={mine.revoke}
              about={one.name}
              question={words.recovery.revoke(one.name)}
            />
          </li>
        ))}
      </ul>
    </AccountLayout>
  )
}

interface OrganizationsPageProps {
  frame: AccountFrame
  organizations: readonly { slug: string; name: string; roles: readonly string[]; teams: readonly string[] }[]
}

export const OrganizationsPage = ({ frame, organizations }: OrganizationsPageProps) => {
  const { words } = frame
  const mine = words.me.organizations
  return (
    <AccountLayout frame={frame} tab="organizations">
      <p>{organizations.length === 0 ? mine.none : mine.intro}</p>
      <ul class="rows">
        {organizations.map((one) => (
          <li>
            <div>
              <strong>
                <a href={`${frame.base}/organizations/${one.slug}`}>{one.name}</a>
              </strong>{' '}
              {one.roles.map((role) => (
                <span class="tag">{words.roles[role] ?? role}</span>
              ))}
              <p class="hint">{[one.slug, ...one.teams].join(' · ')}</p>
            </div>
          </li>
        ))}
      </ul>
    </AccountLayout>
  )
}

interface DataPageProps {
  frame: AccountFrame
  /** Organizations that would have no owner. */
  sole: readonly { organizationId: string; name: string; others: readonly { userId: string; name: string }[] }[]
  problem?: string
}

export const DataPage = ({ frame, sole, problem }: DataPageProps) => {
  const { words, base } = frame
  const mine = words.me.data
  return (
    <AccountLayout frame={frame} tab="data" guarded>
      <h2>{mine.exportTitle}</h2>
      <p>{mine.exportIntro}</p>
      {frame.recent && (
        <form method="post" action={`${base}/account/data/export`}>
          <button type="submit" class="secondary">
            {mine.export}
          </button>
        </form>
      )}
      <h2>{mine.deleteTitle}</h2>
      <p>{mine.deleteIntro}</p>
      {frame.recent && (
        <form method="post" action={`${base}/account/data/delete`} novalidate>
          {sole.map((one) =>
            one.others.length === 0 ? (
              <p class="quiet">{mine.alone(one.name)}</p>
            ) : (
              <Select
                name={`owner_${one.organizationId}`}
                label={mine.nextOwner(one.name)}
                value=""
                choices={one.others.map(({ userId, name }) => ({ value: userId, label: name }))}
              />
            ),
          )}
          <label class="choice">
            <input type="checkbox" name="confirm" value="yes" required />
            <span>{mine.understand}</span>
          </label>
          <Problem id="delete-problem" text={problem} />
          <button type="submit" class="danger">
            {mine.delete}
          </button>
        </form>
      )}
    </AccountLayout>
  )
}
