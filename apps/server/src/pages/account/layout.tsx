import type { Child } from 'hono/jsx'
import type { Times } from '../../words/dates.ts'
import type { ScriptName } from '../assets.ts'
import { doneNoticeText } from '../done-notices.ts'
import type { IconName } from '../icons.tsx'
import { Layout } from '../layout.tsx'
import { SavedNotice, Tabs } from '../tabs.tsx'
import { BackToApplication, type PersonFrame, PersonMenu } from './person-menu.tsx'

type AccountTab =
  | 'overview'
  | 'profile'
  | 'addresses'
  | 'passkeys'
  | 'sessions'
  | 'applications'
  | 'organizations'
  | 'keys'
  | 'fields'
  | 'data'
const tabs: readonly [AccountTab, path: string, IconName][] = [
  ['overview', '/account', 'home'],
  ['profile', '/account/profile', 'person'],
  ['fields', '/account/fields', 'menu'],
  ['addresses', '/account/addresses', 'mail'],
  ['passkeys', '/account/passkeys', 'passkey'],
  ['sessions', '/account/sessions', 'device'],
  ['applications', '/account/applications', 'application'],
  ['organizations', '/account/organizations', 'organization'],
  ['keys', '/account/keys', 'key'],
  ['data', '/account/data', 'data'],
]

/** What every page for a signed-in person needs besides its own content. */
export interface AccountFrame extends PersonFrame {
  /** The word for the act that led here, or an empty string, and what it was about (said.ts). */
  done: string
  about: readonly string[]
  /** They signed in recently, so they need not confirm first. */
  recent: boolean
  /** An API takes keys. */
  hasKeys: boolean
  /** Fields are declared that the person may see or change. */
  hasFields: boolean
  /** They have to confirm with a passkey. */
  needsPasskey: boolean
  /** In the person's language and time zone. */
  date(at: Date): string
  /** The same for what stands by itself: see `Time`. */
  times: Times
}

interface AccountLayoutProps {
  frame: AccountFrame
  tab: AccountTab
  /** Default: the name of the tab. */
  title?: string
  /** The forms of the page need a recent sign-in. */
  guarded?: boolean
  /** The page that asks for it (routes/account/reauthentication.ts). Default: the name of the tab. */
  back?: string
  scripts?: readonly ScriptName[]
  children?: Child
}

export const AccountLayout = ({
  frame,
  tab,
  title,
  guarded = false,
  back = tab,
  scripts,
  children,
}: AccountLayoutProps) => {
  const { words, base } = frame
  const shown = tabs.filter(([name]) => (name !== 'keys' || frame.hasKeys) && (name !== 'fields' || frame.hasFields))
  const links = shown.map(([name, path, icon]) => ({
    href: `${base}${path}`,
    label: words.me.tabs[name],
    current: name === tab,
    icon,
  }))
  return (
    <Layout
      frame={frame}
      title={title ?? words.me.tabs[tab]}
      scripts={scripts}
      wide
      nav={<Tabs label={words.me.title} groups={[{ links }]} heading={<BackToApplication frame={frame} />} />}
      person={<PersonMenu frame={frame} />}
      home={`${base}/account`}
    >
      <SavedNotice text={doneNoticeText(frame)} />
      {guarded && !frame.recent && <ConfirmFirst frame={frame} back={back} />}
      {children}
    </Layout>
  )
}

/** Shown instead of the forms until the person has signed in again. */
const ConfirmFirst = ({ frame, back }: { frame: AccountFrame; back: string }) => (
  <ConfirmForm frame={frame} action={`${frame.base}/account/confirm`} field={['back', back]} />
)

interface ConfirmFormProps {
  frame: AccountFrame
  action: string
  field: readonly [name: string, value: string]
}

/** Leads to the sign-in and back, before a form is shown that is not kept meanwhile. */
export const ConfirmForm = ({ frame, action, field: [name, value] }: ConfirmFormProps) => {
  const { words } = frame
  return (
    <form method="post" action={action} class="done">
      <input type="hidden" name={name} value={value} />
      <span>{frame.needsPasskey ? words.recovery.confirmWithPasskey : words.me.confirmFirst}</span>
      <button type="submit" class="primary small">
        {words.me.confirm}
      </button>
    </form>
  )
}
