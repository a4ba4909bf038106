import type { Child } from 'hono/jsx'
import type { Times } from '../../words/dates.ts'
import type { ScriptName } from '../assets.ts'
import type { IconName } from '../icons.tsx'
import { type Frame, Layout } from '../layout.tsx'
import { saidText } from '../said.ts'
import { SavedNotice, Tabs } from '../tabs.tsx'
import { BackToApplication, PersonMenu } from './person-menu.tsx'

type AccountTab = 'profile' | 'addresses' | 'passkeys' | 'sessions' | 'applications' | 'organizations' | 'data'
const tabs: readonly [AccountTab, path: string, IconName][] = [
  ['profile', '/account', 'person'],
  ['addresses', '/account/addresses', 'mail'],
  ['passkeys', '/account/passkeys', 'passkey'],
  ['sessions', '/account/sessions', 'device'],
  ['applications', '/account/applications', 'application'],
  ['organizations', '/account/organizations', 'organization'],
  ['data', '/account/data', 'data'],
]

/** What every page for a signed-in person needs besides its own content. */
export interface AccountFrame extends Frame {
  /** Whose account it is. */
  address: string
  /** An empty name where they have none. */
  person: { id: string; name: string }
  /** Where they can go from every page. Null on a page that has no menu. */
  menu: {
    /** They may open the console. */
    console: boolean
    organizations: readonly { id: string; slug: string; name: string }[]
    /** They belong to more organizations than these. */
    more: boolean
    /** The application that they came from. */
    application: { name: string; url: string } | null
  } | null
  /** The word for the act that led here, or an empty string, and what it was about (said.ts). */
  done: string
  about: readonly string[]
  /** They signed in recently, so they need not confirm first. */
  recent: boolean
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
  const links = tabs.map(([name, path, icon]) => ({
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
      <SavedNotice text={saidText(frame)} />
      {guarded && !frame.recent && <ConfirmFirst frame={frame} back={back} />}
      {children}
    </Layout>
  )
}

/** Shown instead of the forms until the person has signed in again. */
const ConfirmFirst = ({ frame, back }: { frame: AccountFrame; back: string }) => {
  const { words, base } = frame
  return (
    <form method="post" action={`${base}/account/confirm`} class="done">
      <input type="hidden" name="back" value={back} />
      <span>{frame.needsPasskey ? words.recovery.confirmWithPasskey : words.me.confirmFirst}</span>
      <button type="submit" class="primary small">
        {words.me.confirm}
      </button>
    </form>
  )
}
