import type { Child } from 'hono/jsx'
import type { AccountFrame } from '../account/layout.tsx'
import { Field, Layout } from '../layout.tsx'
import { SavedNotice, Tabs } from '../tabs.tsx'

const tabs = ['people', 'organizations', 'clients', 'keys', 'queue', 'audit'] as const
export type OperatorTab = (typeof tabs)[number]

interface OperatorLayoutProps {
  frame: AccountFrame
  tab: OperatorTab
  children?: Child
}

export const OperatorLayout = ({ frame, tab, children }: OperatorLayoutProps) => {
  const { admin, me } = frame.words
  const links = tabs.map((name) => ({
    href: `${frame.base}/admin${name === 'people' ? '' : `/${name}`}`,
    label: admin.tabs[name],
    current: name === tab,
  }))
  return (
    <Layout frame={frame} title={admin.tabs[tab]} wide nav={<Tabs label={admin.title} tabs={links} />}>
      <p class="quiet">
        {admin.title} · {frame.address}
      </p>
      {frame.done && <SavedNotice text={me.saved} />}
      {children}
    </Layout>
  )
}

interface SearchProps {
  frame: AccountFrame
  path: string
  query: string
  /** How many rows of the result the page shows. */
  found: number
}

/** A search, and a line that says so when it found nothing. */
export const Search = ({ frame, path, query, found }: SearchProps) => {
  const { admin, manage } = frame.words
  return (
    <>
      <form method="get" action={`${frame.base}${path}`}>
        <Field name="query" label={admin.search} value={query} maxlength={254} />
        <button type="submit" class="secondary">
          {admin.find}
        </button>
      </form>
      {found === 0 && (
        <p class="quiet" role="status">
          {query ? manage.nothingFound(query) : admin.nothing}
        </p>
      )}
    </>
  )
}
