import { Code, Facts, Snippet } from '../../facts.tsx'
import { Sentence } from '../../layout.tsx'
import type { ConsoleFrame } from '../layout.tsx'

/** Where an application finds this server, and who it is there. */
export interface Connection {
  issuer: string
  clientId: string
  /** The address of the application, by its redirect URIs. Null where they do not say it. */
  application: string | null
  /** The redirect URI of the SDKs is registered. */
  callback: boolean
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
    `VESTIBULE_URL=${application ?? '   # https://...'}`,
  ].join('\n')

/** The path of the SDKs' callback. */
export const callbackPath = '/auth/callback'

/** The redirect URI of the SDKs: what it is, or will be. */
const Callback = ({ frame, connection: { application, callback } }: Pick<SnippetsProps, 'frame' | 'connection'>) => {
  const { lists, console } = frame.words
  const words = console.applications
  if (application === null)
    return <Sentence text={words.callbackUnknown({ path: callbackPath })} technical={callbackPath} />
  return (
    <>
      <Code copy={lists} about={words.callback}>{`${application}${callbackPath}`}</Code>
      {!callback && <p class="hint">{words.callbackMissing}</p>}
    </>
  )
}

interface SnippetsProps {
  frame: ConsoleFrame
  connection: Connection
  /** Only on the page that shows it once. */
  secret?: string
}

/** Settings to copy, for each framework, and the addresses that every other library asks for. */
export const Snippets = ({ frame, connection, secret = '...' }: SnippetsProps) => {
  const { lists, console } = frame.words
  const words = console.applications
  const { issuer, clientId, forFrameworks } = connection
  const copied = (about: string, text: string) => (
    <Code copy={lists} about={about}>
      {text}
    </Code>
  )
  return (
    <>
      <h2>{words.frameworks}</h2>
      <Facts
        facts={[
          [words.discovery, copied(words.discovery, `${issuer}/.well-known/openid-configuration`)],
          [words.id, copied(words.id, clientId)],
          forFrameworks && [words.callback, <Callback frame={frame} connection={connection} />],
        ]}
      />
      {forFrameworks &&
        frameworks.map(([label, name]) => (
          <details>
            <summary>{label}</summary>
            <Snippet copy={lists} about={label}>
              {lines(connection, name, secret)}
            </Snippet>
          </details>
        ))}
    </>
  )
}
