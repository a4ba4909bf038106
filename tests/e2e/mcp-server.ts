import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../apps/server/test/support/until.ts'

// The example MCP server, and what an MCP client on a person's machine has: a place to keep what it knows, and a callback.

const example = join(import.meta.dirname, '../../examples/mcp')

/** `npm start` of the example. */
export async function startMcpServer({
  issuer,
  resource,
}: {
  issuer: string
  resource: string
}): Promise<{ output(): string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'example-mcp-'))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    cwd: example,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      VESTIBULE_ISSUER: issuer,
      VESTIBULE_RESOURCE: resource,
      DATABASE_URL: `file:${join(folder, 'notes.db')}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  const ready = async () => {
    if (child.exitCode !== null) throw new Error(`the MCP server ended with ${child.exitCode}:\n${output}`)
    return (await fetch(new URL('/', resource)).catch(() => null))?.ok
  }
  await until(ready, () => `the MCP server is not ready:\n${output}`)
  return { output: () => output, stop }
}

/** The address to which the provider redirects, on a port of its own as programs on a person's machine have it. */
export interface Callback {
  url: string
  /** The next answer. */
  next(): Promise<URL>
  close(): void
}

export async function openCallback(host = 'localhost'): Promise<Callback> {
  const answers: URL[] = []
  const waiting: ((url: URL) => void)[] = []
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', address)
    response.end('You can close this window.')
    if (url.pathname !== '/callback') return
    const waits = waiting.shift()
    if (waits) waits(url)
    else answers.push(url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    url: `${address}/callback`,
    next: () => {
      const answer = answers.shift()
      return answer ? Promise.resolve(answer) : new Promise((resolve) => waiting.push(resolve))
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Stored {
  client_id: string
  client_secret?: string
}
interface StoredTokens {
  access_token: string
  token_type: string
  refresh_token?: string
  scope?: string
  id_token?: string
}

/** How a client is known to the provider. */
export interface Identity {
  /** It was registered by hand. */
  registered?: Stored
  /** The URL of its metadata document. */
  documentUrl?: string
  /** What it asks for, where nobody tells it. */
  scope?: string
  /** It keeps a secret. */
  method?: 'none' | 'client_secret_post' | 'client_secret_basic'
}

/** `OAuthClientProvider` of both SDKs, in memory. */
export class ClientStorage {
  readonly clientMetadataUrl: string | undefined
  readonly state = () => 'the-state'
  authorizationUrl: URL | null = null
  saved: StoredTokens | undefined
  invalidated: string[] = []
  #client: Stored | undefined
  #verifier = ''

  constructor(
    readonly redirectUrl: string,
    readonly identity: Identity,
  ) {
    this.clientMetadataUrl = identity.documentUrl
    this.#client = identity.registered
  }

  get clientMetadata() {
    const { scope, method = 'none' } = this.identity
    return {
      client_name: 'Notes Agent',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: method,
      ...(scope === undefined ? {} : { scope }),
    }
  }

  clientInformation = (): Stored | undefined => this.#client
  saveClientInformation = (client: Stored): void => {
    this.#client = client
  }
  tokens = (): StoredTokens | undefined => this.saved
  saveTokens = (tokens: StoredTokens): void => {
    this.saved = tokens
  }
  redirectToAuthorization = (url: URL): void => {
    this.authorizationUrl = url
  }
  saveCodeVerifier = (verifier: string): void => {
    this.#verifier = verifier
  }
  codeVerifier = (): string => this.#verifier
  invalidateCredentials = (scope: string): void => {
    this.invalidated.push(scope)
    if (scope === 'tokens' || scope === 'all') this.saved = undefined
    if (scope === 'client' || scope === 'all') this.#client = this.identity.registered
  }
}
