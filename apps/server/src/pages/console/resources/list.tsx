import { Status, Tag } from '../../status.tsx'
import { type List, NameCell, Table } from '../../table.tsx'
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
    <ConsoleLayout
      frame={frame}
      section="resources"
      acts={mayAdd && <AddLink href={`${address}/new`} label={words.add} />}
    >
      <p class="quiet">{words.intro}</p>
      <Toolbar frame={frame} address={address} label={frame.words.admin.search} query={query} />
      <Table
        frame={frame}
        {...resources}
        label={frame.words.console.sections.resources}
        empty={frame.words.admin.nothing}
        searched={query}
        all={address}
        columns={[
          {
            head: applications.name,
            width: 'wide',
            cell: ({ id, name, identifier }) => (
              <NameCell name={name} href={`${address}/${encodeURIComponent(id)}`} detail={identifier} />
            ),
          },
          {
            head: applications.scopes,
            title: ({ scopes }) => scopes.join(' '),
            cell: ({ scopes }) => scopes.length > 0 && <bdi dir="ltr">{scopes.join(' ')}</bdi>,
          },
          {
            head: frame.words.lists.state,
            width: 'narrow',
            cell: ({ refused, variable }) => (
              <>
                <Status kind={refused ? 'bad' : 'good'}>
                  {refused ? applications.states.refused : frame.words.lists.states.active}
                </Status>
                {variable && <Tag>{applications.ofEnvironment}</Tag>}
              </>
            ),
          },
        ]}
      />
    </ConsoleLayout>
  )
}
