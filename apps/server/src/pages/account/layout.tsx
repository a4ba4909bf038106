import type { Child } from 'hono/jsx'
import type { ScriptName } from '../assets.ts'
import { type Frame, Layout, Technical } from '../layout.tsx'
import { saidText } from '../said.ts'
import { SavedNotice, Tabs } from '../tabs.tsx'

type AccountTab = 'profile' | 'addresses' | 'passkeys' | 'sessions' | 'applications' | 'organizations' | 'data'
const tabs: readonly [AccountTab, path: string][] = [
  ['profile', '/account'],
  ['addresses', '/account/addresses'],
  ['passkeys', '/account/passkeys'],
  ['sessions', '/account/sessions'],
  ['applications', '/account/applications'],
  ['organizations', '/account/organizations'],
  ['data', '/account/data'],
]

/** What every page for a signed-in person needs besides its own content. */
export interface AccountFrame extends Frame {
  /** Whose account it is. */
  address: string
  /** The word for the act that led here, or an empty string, and what it was about (said.ts). */
  done: string
  about: readonly string[]
  /** They signed in recently, so they need not confirm first. */
  recent: boolean
  /** They have to confirm with a passkey. */
  needsPasskey: boolean
  /** In the person's language and time zone. */
  date(at: Date): string
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
  const links = tabs.map(([name, path]) => ({
    href: `${base}${path}`,
    label: words.me.tabs[name],
    current: name === tab,
  }))
  return (
    <Layout
      frame={frame}
      title={title ?? words.me.tabs[tab]}
      scripts={scripts}
      wide
      nav={<Tabs label={words.me.title} tabs={links} />}
      person={<Person frame={frame} />}
    >
      <SavedNotice text={saidText(frame)} />
      {guarded && !frame.recent && <ConfirmFirst frame={frame} back={back} />}
      {children}
    </Layout>
  )
}

/** Who is signed in, and the way out. */
export const Person = ({ frame: { address, base, words } }: { frame: AccountFrame }) => (
  <>
    <Technical>{address}</Technical> · <a href={`${base}/logout`}>{words.logout.out}</a>
  </>
)

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
