import type { ConsoleFrame } from '../layout.tsx'
import { SecretPage } from '../secret.tsx'
import { type Connection, Snippets } from './snippets.tsx'

interface ApplicationSecretPageProps {
  frame: ConsoleFrame
  name: string
  secret: string
  connection: Connection
}

export const ApplicationSecretPage = ({ frame, name, secret, connection }: ApplicationSecretPageProps) => {
  const words = frame.words.console.applications
  const href = `${frame.base}/admin/applications/${encodeURIComponent(connection.clientId)}`
  return (
    <SecretPage
      frame={frame}
      section="applications"
      title={words.secretTitle({ name })}
      notice={words.secretOnce}
      secret={secret}
      id="client-secret"
      back={{ href, label: words.toApplication }}
      after={<Snippets frame={frame} connection={connection} secret={secret} />}
    />
  )
}
