import { CommandError } from '../command.ts'
import { jsonObject, send } from './http.ts'
import { isLoopback } from './loopback.ts'

export const defaultIssuer = 'http://localhost:4000'

/** What is known of the provider before anything is changed. */
export interface Provider {
  issuer: string
  /** A Vestibule development server on this machine, which registers applications. */
  development: boolean
  /** It shows its mails, instead of sending them. */
  showsMails: boolean
  /** The client that an application needs no registration for. */
  exampleClient: string | null
}

const startIt = 'Start it with "npm start" in the repository of Vestibule, or name another provider with --issuer.'

/** Asks a provider on this machine who it is. One elsewhere is not asked anything. @throws CommandError */
export async function findProvider(issuer: string): Promise<Provider> {
  if (!isLoopback(issuer)) return { issuer, development: false, showsMails: false, exampleClient: null }
  const metadata = await send(`${issuer}/.well-known/openid-configuration`, { timeout: 5000 }).catch(() => null)
  if (!metadata) throw new CommandError(`No provider answers at ${issuer}. ${startIt}`)
  const members = jsonObject(metadata.text)
  const stated = members?.issuer
  if (stated !== issuer)
    throw new CommandError(
      typeof stated === 'string'
        ? `The provider at ${issuer} calls itself ${stated}: name it so, with --issuer ${stated}.`
        : `What answers at ${issuer} is not an OpenID provider. Is another program on that port? ${startIt}`,
    )
  const example = members?.vestibule_example_client
  const mailbox = await send(`${issuer}/dev/mailbox`, { timeout: 5000 }).catch(() => null)
  return {
    issuer,
    development: mailbox?.status === 200,
    showsMails: mailbox?.status === 200 && !mailbox.text.includes('Mails are sent through'),
    exampleClient: typeof example === 'string' ? example : null,
  }
}

/** Registers the application at a development server. The same application gets the same client again. @throws CommandError */
export async function registerApplication({ issuer }: Provider, name: string, origin: string): Promise<string> {
  const { status, text } = await send(`${issuer}/dev/clients`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, origin }),
  })
  const members = jsonObject(text)
  if (status < 300 && typeof members?.client_id === 'string') return members.client_id
  throw new CommandError(
    `${issuer} did not register the application: ${members?.error_description ?? `HTTP ${status}`}.`,
  )
}
