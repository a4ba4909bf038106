import { Code, Facts, Snippet } from '../../facts.tsx'
import type { ConsoleFrame } from '../layout.tsx'

/** Where an application finds this server, and who it is there. */
export interface Connection {
  issuer: string
  clientId: string
  /** The address of the application: its redirect URI without the path of the SDK. Null where there is no such one. */
  application: string | null
  /** It signs people in on a server of its own, as the frameworks do. */
  forFrameworks: boolean
}

const frameworks = [
  ['Next.js', 'nextjs'],
  ['Nuxt', 'nuxt'],
  ['Remix, React Router', 'remix'],
] as const

const lines = ({ issuer, clientId, application }: Connection, name: string, secret: string): string =>
  [
    `# npm install @vestibule/${name}`,
    `VESTIBULE_ISSUER=${issuer}`,
    `VESTIBULE_CLIENT_ID=${clientId}`,
    `VESTIBULE_CLIENT_SECRET=${secret}`,
    'VESTIBULE_SECRET=   # openssl rand -base64 48',
    `VESTIBULE_URL=${application ?? 'https://app.example.com'}`,
  ].join('\n')

interface SnippetsProps {
  frame: ConsoleFrame
  connection: Connection
  /** Only on the page that shows it once. */
  secret?: string
}

/** Settings to copy, for each framework, and the addresses that every other library asks for. */
export const Snippets = ({ frame, connection, secret = '...' }: SnippetsProps) => {
  const words = frame.words.console.applications
  const { issuer, clientId, application, forFrameworks } = connection
  return (
    <>
      <h2>{words.frameworks}</h2>
      <Facts
        facts={[
          [words.discovery, <Code>{`${issuer}/.well-known/openid-configuration`}</Code>],
          [words.id, <Code>{clientId}</Code>],
          forFrameworks && [words.callback, <Code>{`${application ?? 'https://app.example.com'}/auth/callback`}</Code>],
        ]}
      />
      {forFrameworks &&
        frameworks.map(([label, name]) => (
          <details>
            <summary>{label}</summary>
            <Snippet>{lines(connection, name, secret)}</Snippet>
          </details>
        ))}
    </>
  )
}
