import { type Client, loginUrlOf } from '../../oidc/clients.ts'
import { findConnectionsOfPerson } from '../../store/beyond-prisma/organizations/connected-applications.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import type { Deps } from '../platform/deps.ts'

/** An application that begins to sign people in when it is asked to (OpenID Connect Core 1.0 section 4). */
export interface OpenableApplication {
  clientId: string
  name: string
}

interface Openable extends OpenableApplication {
  client: Client
  /** What the application may know of the person. */
  scopes: ReadonlySet<string>
}

/**
 * The operator's applications that publish where they start a sign-in, and the dynamic clients that the person has
 * connected, if the operator vouches for them.
 */
async function openable(deps: Deps, { person }: SignedIn): Promise<Openable[]> {
  const configured = [...deps.clients.all()]
    .filter(({ initiateLoginUri }) => initiateLoginUri)
    .map((client) => ({ client, scopes: client.scopes }))
  const connections = deps.registeredClients ? await findConnectionsOfPerson(deps.db, person.id) : []
  const connected = await Promise.all(
    connections.map(async ({ clientId, scope }) => ({
      client: await deps.clients.lookUpInSources(clientId, 'display'),
      scopes: new Set(scope),
    })),
  )
  const found = new Map<string, Openable>()
  for (const { client, scopes } of [...configured, ...connected])
    if (client?.initiateLoginUri && client.trust !== 'unknown')
      found.set(client.id, { clientId: client.id, name: client.name, client, scopes })
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

export const openableApplications = async (deps: Deps, signedIn: SignedIn): Promise<OpenableApplication[]> =>
  (await openable(deps, signedIn)).map(({ clientId, name }) => ({ clientId, name }))

/**
 * Where an application begins to sign the person in. It is told who that is only if it may know the address; null for one
 * that is not theirs to open.
 */
export async function launchUrl(deps: Deps, signedIn: SignedIn, clientId: string): Promise<string | null> {
  const found = (await openable(deps, signedIn)).find((application) => application.clientId === clientId)
  if (!found) return null
  const { email } = signedIn.person
  return loginUrlOf(found.client, {
    iss: deps.config.issuer,
    ...(email && found.scopes.has('email') ? { login_hint: email } : {}),
  })
}
