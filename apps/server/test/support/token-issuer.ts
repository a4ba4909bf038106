import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A platform that gives its workloads tokens: its metadata, its keys, and whatever a test wants it to sign. */
export interface TokenIssuer {
  url: string
  /** Paths that were asked for. */
  asked: string[]
  /** What it answers with instead of the truth. */
  metadata: Record<string, unknown>
  down: boolean
  publicKeys(): Promise<JWK[]>
  /** A new key, which its key set has from now on. */
  addKey(kid: string, alg?: string): Promise<void>
  /** The key set no longer has it; it still signs. */
  removeKey(kid: string): void
  sign(claims: Record<string, unknown>, header?: { kid?: string; alg?: string; typ?: string }): Promise<string>
  close(): void
}

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>

export async function openTokenIssuer(): Promise<TokenIssuer> {
  const pairs = new Map<string, { alg: string; pair: KeyPair }>()
  const removed = new Set<string>()
  const server = createServer(async (request, response) => {
    issuer.asked.push(request.url ?? '')
    const body = request.url?.endsWith('/openid-configuration')
      ? { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks`, ...issuer.metadata }
      : { keys: await issuer.publicKeys() }
    response.writeHead(issuer.down ? 503 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer: TokenIssuer = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    asked: [],
    metadata: {},
    down: false,
    publicKeys: () =>
      Promise.all(
        [...pairs]
          .filter(([kid]) => !removed.has(kid))
          .map(async ([kid, { alg, pair }]) => ({
            ...(await exportJWK(pair.publicKey)),
            kid,
            alg,
            use: 'sig',
          })),
      ),
    async addKey(kid, alg = 'ES256') {
      pairs.set(kid, { alg, pair: await generateKeyPair(alg, { extractable: true }) })
    },
    removeKey: (kid) => void removed.add(kid),
    async sign(claims, { kid = 'first', alg, ...header } = {}) {
      const key = pairs.get(kid) ?? { alg: 'ES256', pair: await generateKeyPair('ES256') }
      return new SignJWT(claims).setProtectedHeader({ alg: alg ?? key.alg, kid, ...header }).sign(key.pair.privateKey)
    },
    close: () => server.close(),
  }
  await issuer.addKey('first')
  return issuer
}
