import { Code } from '../../facts.tsx'
import { type List, Table } from '../../table.tsx'
import { Toolbar } from '../../toolbar.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { ApplicationLinks } from '../registration/links.tsx'

export interface ListedApplication {
  id: string
  name: string
  /** The variable that defines it, or null for the database. */
  variable: string | null
  state: 'active' | 'disabled' | 'refused' | 'deleted'
  kind: 'web' | 'public' | 'service'
  redirectUris: readonly string[]
}

interface ApplicationsPageProps {
  frame: ConsoleFrame
  query: string
  applications: List<ListedApplication>
  mayAdd: boolean
  /** Whether applications may register themselves. */
  registration: boolean
}

export const ApplicationsPage = ({ frame, query, applications, mayAdd, registration }: ApplicationsPageProps) => {
  const words = frame.words.console.applications
  const address = `${frame.base}/admin/applications`
  return (
    <ConsoleLayout frame={frame} section="applications">
      {registration && <ApplicationLinks frame={frame} current="configured" />}
      {mayAdd && <AddLink href={`${address}/new`} label={words.add} />}
      <Toolbar frame={frame} address={address} label={frame.words.admin.search} query={query} />
      <Table
        frame={frame}
        {...applications}
        empty={frame.words.admin.nothing}
        searched={query}
        columns={{
          name: ({ name }) => name,
          href: ({ id }) => `${address}/${encodeURIComponent(id)}`,
          status: ({ state, variable }) => [state !== 'active' && words.states[state], variable && words.ofEnvironment],
          facts: ({ id, kind, redirectUris }) => [
            <>
              {words.kinds[kind]} · <Code>{id}</Code>
            </>,
            redirectUris.length > 0 && <RedirectUris uris={redirectUris} />,
          ],
        }}
      />
    </ConsoleLayout>
  )
}

/** The first of them, and how many there are besides. */
export const RedirectUris = ({ uris: [first, ...others] }: { uris: readonly string[] }) => (
  <>
    <bdi dir="ltr">{first}</bdi>
    {others.length > 0 && ` +${others.length}`}
  </>
)

/** Leads to the form that adds to a list. */
export const AddLink = ({ href, label }: { href: string; label: string }) => (
  <p>
    <a class="button primary" href={href}>
      {label}
    </a>
  </p>
)
