import { Status, Tag } from '../../status.tsx'
import { type List, NameCell, Table } from '../../table.tsx'
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
    <ConsoleLayout
      frame={frame}
      section="applications"
      acts={mayAdd && <AddLink href={`${address}/new`} label={words.add} />}
    >
      {registration && <ApplicationLinks frame={frame} current="configured" />}
      <Toolbar frame={frame} address={address} label={frame.words.admin.search} query={query} />
      <Table
        frame={frame}
        {...applications}
        label={frame.words.console.sections.applications}
        empty={frame.words.admin.nothing}
        searched={query}
        all={address}
        columns={[
          {
            head: words.name,
            width: 'wide',
            cell: ({ id, name }) => (
              <NameCell
                name={name}
                href={`${address}/${encodeURIComponent(id)}`}
                detail={name === id ? null : id}
                face={{ id, kind: 'application', name }}
              />
            ),
          },
          { head: words.kind, title: ({ kind }) => words.kinds[kind], cell: ({ kind }) => words.kinds[kind] },
          {
            head: words.redirectUris,
            title: ({ redirectUris }) => redirectUris.join(' '),
            cell: ({ redirectUris }) => redirectUris.length > 0 && <RedirectUris uris={redirectUris} />,
          },
          {
            head: frame.words.lists.state,
            width: 'narrow',
            cell: ({ state, variable }) => (
              <>
                <Status kind={state === 'active' ? 'good' : 'bad'}>
                  {state === 'active' ? frame.words.lists.states.active : words.states[state]}
                </Status>
                {variable && <Tag>{words.ofEnvironment}</Tag>}
              </>
            ),
          },
        ]}
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
  <a class="button primary" href={href}>
    {label}
  </a>
)
