import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Mail, WantedMail } from './mail.ts'
import { Mailbox } from './mailbox.ts'
import { type Client, completeClient, environmentOf, type VestibuleOptions } from './options.ts'
import { People } from './people.ts'
import type { Person, PersonOptions } from './person.ts'
import { openServer, type Server } from './server.ts'
import { signIn } from './sign-in.ts'
import type { SignedIn, SignInOptions } from './signed-in.ts'
import type { TokenOptions } from './token-options.ts'
import { requestToken } from './tokens.ts'

/**
 * A real Vestibule server in this process, on loopback, with an empty database that ends with it.
 *
 * @example
 * ```ts
 * import { startVestibule, type Vestibule } from '@vestibule/testing'
 *
 * const vestibule: Vestibule = await startVestibule({ clients: [{ url: 'http://localhost:3000' }] })
 * console.log(vestibule.issuer, vestibule.env.VESTIBULE_CLIENT_ID)
 * await vestibule.close()
 * ```
 */
export interface Vestibule extends AsyncDisposable {
  /** `http://localhost:` and the port. */
  readonly issuer: string
  /** The variables of the application under test: of the first client. */
  readonly env: Readonly<Record<string, string>>
  /** The same of another client. */
  envOf(clientId: string): Readonly<Record<string, string>>
  readonly clock: Clock
  /** Everything that was sent, the oldest first. */
  readonly mails: readonly Mail[]
  /** Waits for a mail that was not returned before. */
  nextMail(wanted: WantedMail): Promise<Mail>
  /** The newest mailed code that was not returned before. Waits for it. */
  lastCode(email: string, options?: { timeout?: number }): Promise<string>
  /** Makes a person with a verified address, their organization and their role in it, as far as they are missing. */
  createPerson(options: PersonOptions): Promise<Person>
  /** Signs a person in to the application, through its own routes and without a browser. They are made if they are missing. */
  signInAs(options: SignInOptions): Promise<SignedIn>
  /** An access token for an API, of a person or of a client itself. */
  tokenFor(options?: TokenOptions): Promise<string>
  /** Ends the server and removes its database. A second call does nothing. */
  close(): Promise<void>
}

/**
 * Starts the server. It is for tests only: it refuses `NODE_ENV=production`, listens on loopback, has new keys and a new secret
 * each time, and reads nothing of the process's environment.
 *
 * @example
 * ```ts
 * import { startVestibule } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule({ clients: [{ url: 'http://localhost:3000' }] })
 * // Start the application with vestibule.env, then:
 * const { headers } = await vestibule.signInAs({ email: 'ada@example.com', organization: 'Acme', role: 'owner' })
 * const page = await fetch('http://localhost:3000/dashboard', { headers })
 * ```
 */
export async function startVestibule(options: VestibuleOptions = {}): Promise<Vestibule> {
  if (process.env.NODE_ENV === 'production')
    throw new Error(
      '@vestibule/testing does not start with NODE_ENV=production: whoever reaches its pages reads every code',
    )
  const { clients: given = [{}], port = 0, settings = {} } = options
  if (given.length === 0) throw new Error('startVestibule needs at least one client')
  const clients = given.map(completeClient)
  const server = await openServer(environmentOf(clients, settings), port)
  return new TestVestibule(server, clients)
}

/** Methods are properties, so that they can be passed on without their object. */
class TestVestibule implements Vestibule {
  readonly #server: Server
  readonly #clients: readonly Client[]
  readonly #mailbox: Mailbox
  readonly #people: People
  readonly #environments: ReadonlyMap<string, Readonly<Record<string, string>>>

  constructor(server: Server, clients: readonly Client[]) {
    this.#server = server
    this.#clients = clients
    this.#mailbox = new Mailbox(server.deps.sentMails ?? { list: () => [] })
    this.#people = new People(server.deps)
    this.#environments = new Map(clients.map((client) => [client.clientId, variablesFor(server.issuer, client)]))
  }

  get issuer(): string {
    return this.#server.issuer
  }

  get env(): Readonly<Record<string, string>> {
    return this.envOf(this.#client().clientId)
  }

  get clock(): Clock {
    return this.#server.clock
  }

  get mails(): readonly Mail[] {
    return this.#mailbox.list()
  }

  readonly envOf = (clientId: string): Readonly<Record<string, string>> =>
    this.#environments.get(this.#client(clientId).clientId) ?? {}

  readonly nextMail = (wanted: WantedMail): Promise<Mail> => this.#mailbox.next(wanted)

  readonly lastCode = (email: string, { timeout }: { timeout?: number } = {}): Promise<string> =>
    this.#mailbox.lastCode(email, timeout)

  readonly createPerson = (options: PersonOptions): Promise<Person> => this.#people.ensure(options)

  readonly signInAs = async ({ clientId, acr, ...options }: SignInOptions): Promise<SignedIn> => {
    const client = this.#client(clientId)
    if (!signsIn(client)) throw new Error(`The client ${client.clientId} signs nobody in: it has no authorization_code`)
    return signIn(this.#server, client, await this.createPerson(options), { acr })
  }

  readonly tokenFor = async (options: TokenOptions = {}): Promise<string> => {
    const { email, ...rest } = options
    const client = this.#client(options.clientId)
    const person = email === undefined ? null : await this.createPerson({ ...rest, email })
    return requestToken(this.#server, client, person, options)
  }

  readonly close = (): Promise<void> => this.#server.close()

  readonly [Symbol.asyncDispose] = (): Promise<void> => this.close()

  #client(clientId = this.#clients[0]?.clientId): Client {
    const client = this.#clients.find((candidate) => candidate.clientId === clientId)
    if (client) return client
    const known = this.#clients.map((candidate) => candidate.clientId).join(', ')
    throw new Error(`There is no client ${clientId}; startVestibule was given ${known}`)
  }
}

const signsIn = (client: Client): client is Client & { url: string } => client.url !== null

const variablesFor = (issuer: string, { clientId, clientSecret, url }: Client): Readonly<Record<string, string>> => ({
  VESTIBULE_ISSUER: issuer,
  VESTIBULE_CLIENT_ID: clientId,
  ...(clientSecret === null ? {} : { VESTIBULE_CLIENT_SECRET: clientSecret }),
  ...(url === null ? {} : { VESTIBULE_URL: url, VESTIBULE_SECRET: randomBytes(48).toString('base64url') }),
})
