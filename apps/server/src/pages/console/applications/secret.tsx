import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { type Connection, Snippets } from './snippets.tsx'

interface SecretPageProps {
  frame: ConsoleFrame
  name: string
  secret: string
  connection: Connection
}

/** Shows a secret, once: it is the answer to the POST that made it, and no address leads to it. */
export const SecretPage = ({ frame, name, secret, connection }: SecretPageProps) => {
  const words = frame.words.console.applications
  return (
    <ConsoleLayout frame={frame} section="applications" title={words.secretTitle({ name })} notice={words.secretOnce}>
      <pre class="snippet" dir="ltr" id="client-secret">
        {secret}
      </pre>
      <p>
        <a href={`${frame.base}/admin/applications/${encodeURIComponent(connection.clientId)}`}>
          {words.toApplication}
        </a>
      </p>
      <Snippets frame={frame} connection={connection} secret={secret} />
    </ConsoleLayout>
  )
}
