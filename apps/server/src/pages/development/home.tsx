import { type Frame, Layout, Technical } from '../layout.tsx'
import { Row, Rows } from '../table.tsx'
import { DocumentationLink } from './documentation.tsx'

interface Application {
  id: string
  name: string
  redirectUris: readonly string[]
  /** Where its sign-in begins, if it says so. */
  loginUrl: string | null
  /** The variables that our SDKs read. */
  settings: string
}

interface DevelopmentHomePageProps {
  frame: Frame
  issuer: string
  /** Whoever is signed in. */
  address: string | null
  /** The signed-in person may open the console. */
  operator: boolean
  /** There is no operator yet, and a link to become the first one. */
  withoutOperator: boolean
  applications: readonly Application[]
  /** They are those of the example applications. */
  examples: boolean
  /** The client of applications without variables. */
  exampleClientId: string | null
}

/** The home page of a development server: what runs, and what to do first. For developers, so in English. */
export const DevelopmentHomePage = (props: DevelopmentHomePageProps) => {
  const { frame, issuer, applications, examples, exampleClientId } = props
  const { words, base, brand } = frame
  return (
    <Layout frame={frame} title={words.home.title({ brand: brand.name })} wide>
      <p>
        This is a development server: you see this page because you opened it on your own machine. In production,
        visitors see a link to their account and nothing else.
      </p>
      <FirstSteps {...props} />
      <h2>Applications</h2>
      {examples && (
        <p class="quiet">
          The three examples run after <code>npm run demo</code>.
        </p>
      )}
      {exampleClientId && (
        <p class="quiet">
          An application in development that has no variables signs in as <code>{exampleClientId}</code>, if this server
          is at <code>http://localhost:4000</code>. The client is gone as soon as you make another one here.
        </p>
      )}
      <Rows>
        {applications.map((application) => (
          <ApplicationRow application={application} />
        ))}
      </Rows>
      <h2>For your OpenID Connect library</h2>
      <dl class="details">
        <dt>{words.home.issuer}</dt>
        <dd>
          <code>{issuer}</code>
        </dd>
        <dt>{words.home.metadata}</dt>
        <dd>
          <a href={`${base}/.well-known/openid-configuration`}>{issuer}/.well-known/openid-configuration</a>
        </dd>
      </dl>
      <h2>Documentation</h2>
      <ul class="links">
        <li>
          <DocumentationLink page="quick-start.md">Sign-in in your application, in five minutes</DocumentationLink>
        </li>
        <li>
          <DocumentationLink page="clients.md">Register your own client</DocumentationLink>
        </li>
        <li>
          <DocumentationLink page="concepts.md">How it works, in four diagrams</DocumentationLink>
        </li>
        <li>
          <DocumentationLink page="troubleshooting.md">What a message means</DocumentationLink>
        </li>
      </ul>
      <p class="quiet">
        The same pages are in the folder <code>docs</code> of the repository. <code>npm run docs</code> serves them.
      </p>
    </Layout>
  )
}

const FirstSteps = ({ frame, address, operator, withoutOperator }: DevelopmentHomePageProps) => {
  const { base } = frame
  return (
    <>
      <h2>Start here</h2>
      <p>
        Sign in as an application would, and look at the tokens. Enter any address: the code arrives in the mailbox.
      </p>
      <p class="acts">
        <a class="button primary" href={`${base}/dev/try`}>
          Try a sign-in
        </a>
        {frame.mailboxUrl && (
          <a class="button secondary" href={frame.mailboxUrl}>
            Open the mailbox
          </a>
        )}
      </p>
      <Rows>
        <Row
          title={<a href={`${base}/account`}>{address ? 'Open your account' : 'Sign in to your account'}</a>}
          hints={[address ? <Technical>{address}</Technical> : 'Your profile, passkeys, sessions and organizations.']}
        />
        {withoutOperator && (
          <Row
            title="Become the first operator"
            hints={['The server has printed a link for it in its terminal. It works once, within an hour.']}
          />
        )}
        {operator && (
          <Row
            title={<a href={`${base}/admin`}>Open the console</a>}
            hints={['People, applications, mail, activity.']}
          />
        )}
      </Rows>
    </>
  )
}

const ApplicationRow = ({ application }: { application: Application }) => (
  <Row
    title={<strong>{application.name}</strong>}
    hints={[
      <Technical>{application.id}</Technical>,
      ...application.redirectUris.map((uri) => <Technical>{uri}</Technical>),
    ]}
    details={
      <details>
        <summary>Settings</summary>
        <pre class="mail-text">{application.settings}</pre>
      </details>
    }
  >
    {application.loginUrl && <a href={application.loginUrl}>Sign in there</a>}
  </Row>
)
