import { Code } from '../../facts.tsx'
import { type List, Table } from '../../table.tsx'
import { Toolbar } from '../../toolbar.tsx'
import { AddLink } from '../applications/list.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

export interface ListedResource {
  id: string
  identifier: string
  name: string
  /** The variable that defines it, or null for the database. */
  variable: string | null
  /** The configuration of the server refuses it. */
  refused: boolean
  scopes: readonly string[]
}

interface ResourcesPageProps {
  frame: ConsoleFrame
  query: string
  resources: List<ListedResource>
  mayAdd: boolean
}

/** The APIs that tokens are for. */
export const ResourcesPage = ({ frame, query, resources, mayAdd }: ResourcesPageProps) => {
  const { resources: words, applications } = frame.words.console
  const address = `${frame.base}/admin/resources`
  return (
    <ConsoleLayout frame={frame} section="resources">
      <p class="quiet">{words.intro}</p>
      {mayAdd && <AddLink href={`${address}/new`} label={words.add} />}
      <Toolbar frame={frame} address={address} label={frame.words.admin.search} query={query} />
      <Table
        frame={frame}
        {...resources}
        empty={frame.words.admin.nothing}
        searched={query}
        columns={{
          name: ({ name }) => name,
          href: ({ id }) => `${address}/${encodeURIComponent(id)}`,
          status: ({ refused, variable }) => [
            refused && applications.states.refused,
            variable && applications.ofEnvironment,
          ],
          facts: ({ identifier, scopes }) => [
            <Code>{identifier}</Code>,
            scopes.length > 0 && <bdi dir="ltr">{scopes.join(' ')}</bdi>,
          ],
        }}
      />
    </ConsoleLayout>
  )
}
