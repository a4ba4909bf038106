import { dateFormat, numberFormat } from '../../../words/dates.ts'
import { Status, Tag } from '../../status.tsx'
import { type Column, joinParts, type List, NameCell, Table } from '../../table.tsx'
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
  /** How often people signed in to it in the last days. */
  signIns: number
  /** The day of the last one: `2026-11-22`, UTC. */
  lastSignIn: string | null
}

interface ApplicationsPageProps {
  frame: ConsoleFrame
  query: string
  applications: List<ListedApplication>
  /** How many days the numbers of sign-ins are of. */
  signInDays: number
  mayAdd: boolean
  /** Whether applications may register themselves. */
  registration: boolean
}

export const ApplicationsPage = (props: ApplicationsPageProps) => {
  const { frame, query, applications, mayAdd, registration } = props
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
        columns={columnsOf(props)}
      />
    </ConsoleLayout>
  )
}

function columnsOf({ frame, signInDays }: ApplicationsPageProps): Column<ListedApplication>[] {
  const { applications: words, overview, people } = frame.words.console
  const addressOf = ({ id }: ListedApplication) => `${frame.base}/admin/applications/${encodeURIComponent(id)}`
  const number = numberFormat(frame.words.lang)
  const day = dateFormat(frame.words.lang, { dateStyle: 'medium', timeZone: 'UTC' })
  return [
    {
      head: words.name,
      width: 'wide',
      cell: (application) => (
        <NameCell
          name={application.name}
          href={addressOf(application)}
          detail={application.name === application.id ? null : application.id}
          face={{ id: application.id, kind: 'application', name: application.name }}
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
      head: joinParts(overview.signIns, overview.lastDays({ count: signInDays })),
      width: 'narrow',
      number: true,
      // Nobody signs in to a service.
      cell: (application) =>
        application.kind !== 'service' && (
          <a href={`${addressOf(application)}/sign-ins`}>{number.format(application.signIns)}</a>
        ),
    },
    {
      head: people.signIn,
      cell: ({ kind, lastSignIn }) =>
        lastSignIn ? (
          <time datetime={lastSignIn}>{day.format(new Date(lastSignIn))}</time>
        ) : (
          kind !== 'service' && people.signIns['not-30-days']
        ),
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
  ]
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
