import { Pager } from '../../pager.tsx'
import { Row, Rows } from '../../rows.tsx'
import { type ConsoleFrame, ConsoleLayout, Search } from '../layout.tsx'

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
  resources: readonly ListedResource[]
  mayAdd: boolean
  next: string | null
  first: string | null
}

/** The APIs that tokens are for. */
export const ResourcesPage = ({ frame, query, resources, mayAdd, next, first }: ResourcesPageProps) => {
  const { resources: words } = frame.words.console
  const path = '/admin/resources'
  return (
    <ConsoleLayout frame={frame} section="resources">
      <p class="quiet">{words.intro}</p>
      {mayAdd && (
        <p>
          <a class="button primary" href={`${frame.base}${path}/new`}>
            {words.add}
          </a>
        </p>
      )}
      <Search frame={frame} path={path} query={query} found={resources.length} />
      <Rows>
        {resources.map((resource) => (
          <ResourceRow frame={frame} resource={resource} />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
    </ConsoleLayout>
  )
}

const ResourceRow = ({ frame, resource }: { frame: ConsoleFrame; resource: ListedResource }) => {
  const { applications } = frame.words.console
  const { id, identifier, name, variable, refused, scopes } = resource
  return (
    <Row
      title={
        <a href={`${frame.base}/admin/resources/${encodeURIComponent(id)}`}>
          <bdi>{name}</bdi>
        </a>
      }
      tags={[refused && applications.states.refused, variable && applications.ofEnvironment]}
      hints={[
        <code>
          <bdi dir="ltr">{identifier}</bdi>
        </code>,
        scopes.length > 0 && <bdi dir="ltr">{scopes.join(' ')}</bdi>,
      ]}
    />
  )
}
