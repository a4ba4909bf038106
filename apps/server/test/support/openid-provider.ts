import { createServer, type RequestListener } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { PlainBrowser } from './browser.ts'

/** A strict identity provider that we did not write (oidc-provider): it checks what a client sends, and asks people by its own pages. */
export interface OpenIdProvider {
  issuer: string
  /** Signs somebody in at the URL that a browser was sent to, and returns where it is sent back. Their name there is part of their address. */
  signIn(url: string, login: string): Promise<URL>
  close(): void
}

interface OpenIdProviderOptions {
  /** What it knows of its client, asked when somebody first comes. */
  client: (issuer: string) => Record<string, unknown>
  /** Domain of the addresses of its people. */
  domain: string
}

export async function openOpenIdProvider({ client, domain }: OpenIdProviderOptions): Promise<OpenIdProvider> {
  let listener: RequestListener | undefined
  const server = createServer((request, response) => {
    listener ??= listenerOf()
    return listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as { port: number }).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const listenerOf = () =>
    new Provider(issuer, {
      clients: [client(issuer)],
      jwks: { keys: [{ ...jwk, use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['a key of the test'] },
      claims: { openid: ['sub'], profile: ['given_name', 'family_name'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      // It guards its own fetch too, which is for our keys, and they are on this machine.
      fetch: (url: string, { dispatcher: _, ...init }: RequestInit & { dispatcher?: unknown }) => fetch(url, init),
      findAccount: async (_ctx: unknown, login: string) => ({
        accountId: login,
        claims: async () => ({
          sub: login,
          given_name: 'Grace',
          family_name: 'Hopper',
          email: `${login}@${domain}`,
          email_verified: true,
        }),
      }),
    }).callback()
  return {
    issuer,
    async signIn(url, login) {
      const browser = new PlainBrowser(issuer)
      await browser.go(url)
      await browser.submit({ login, password: 'any will do' })
      const { callback } = await browser.submit()
      if (!callback) throw new Error(`the provider shows ${browser.current?.text}`)
      return callback
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
