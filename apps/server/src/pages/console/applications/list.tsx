import { Pager } from '../../pager.tsx'
import { Row, Rows } from '../../rows.tsx'
import { type ConsoleFrame, ConsoleLayout, Search } from '../layout.tsx'
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
  applications: readonly ListedApplication[]
  mayAdd: boolean
  /** Whether applications may register themselves. */
  registration: boolean
  next: string | null
  first: string | null
  notice: string | null
}

export const ApplicationsPage = (props: ApplicationsPageProps) => {
  const { frame, query, applications, mayAdd, registration, next, first, notice } = props
  const words = frame.words.console.applications
  const path = '/admin/applications'
  return (
    <ConsoleLayout frame={frame} section="applications" notice={notice}>
      {registration && <ApplicationLinks frame={frame} current="configured" />}
      {mayAdd && (
        <p>
          <a class="button primary" href={`${frame.base}${path}/new`}>
            {words.add}
          </a>
        </p>
      )}
      <Search frame={frame} path={path} query={query} found={applications.length} />
      <Rows>
        {applications.map((application) => (
          <ApplicationRow frame={frame} application={application} />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
    </ConsoleLayout>
  )
}

const ApplicationRow = ({ frame, application }: { frame: ConsoleFrame; application: ListedApplication }) => {
  const words = frame.words.console.applications
  const { id, name, variable, state, kind, redirectUris } = application
  const [firstUri, ...others] = redirectUris
  return (
    <Row
      title={
        <a href={`${frame.base}/admin/applications/${encodeURIComponent(id)}`}>
          <bdi>{name}</bdi>
        </a>
      }
      tags={[state !== 'active' && words.states[state], variable && words.ofEnvironment]}
      hints={[
        <>
          {words.kinds[kind]} ·{' '}
          <code>
            <bdi dir="ltr">{id}</bdi>
          </code>
        </>,
        firstUri && (
          <>
            <bdi dir="ltr">{firstUri}</bdi>
            {others.length > 0 && ` +${others.length}`}
          </>
        ),
      ]}
    />
  )
}
