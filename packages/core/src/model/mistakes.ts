import * as routesNotMounted from './routes-not-mounted.ts'

/** A mistake of a set-up: what causes it, and the command or the line that mends it. */
interface Mistake {
  /** One sentence or two. */
  cause: string
  /**
   * A verb and where, and after the colon what can be typed or pasted. Names in angle brackets are replaced by what is known:
   * `<issuer>`, `<url>`.
   */
  next: `${'Set' | 'Run' | 'Open' | 'Add'}${string}: ${string}`
}

// The table. docs/troubleshooting.md has each row under its name, and tests/repo/docs-troubleshooting.test.ts compares both.
export const mistakes = {
  'missing-variable': {
    cause:
      'The environment of this process lacks variables. A framework reads .env when it starts, and only in its own folder.',
    next: 'Set: <variables>',
  },
  'wrong-variable': {
    cause: 'A variable, or the option that replaces it, has a value that cannot work.',
    next: 'Set: <variables>',
  },
  'plain-http': {
    cause: 'In production, plain http is for loopback only (RFC 9700 section 2.6).',
    next: 'Set: <variables>',
  },
  'short-secret': {
    cause: 'A secret that encrypts cookies has at least 32 characters.',
    next: 'Set: VESTIBULE_SECRET=<output of: openssl rand -base64 48>',
  },
  'provider-not-running': {
    cause: 'Nothing listens at the address of VESTIBULE_ISSUER. In a container, localhost is the container itself.',
    next: 'Run in a checkout of Vestibule: npm start',
  },
  'no-development-server': {
    cause:
      'No variable is set, so that this application looks for a development server on this machine. VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID name another one.',
    next: 'Run in a checkout of Vestibule: npm start',
  },
  'no-example-client': {
    cause: 'The server has clients of its own. Its home page in development shows the variables of each.',
    next: 'Set: VESTIBULE_ISSUER=<ISSUER of the server> VESTIBULE_CLIENT_ID=<OIDC_CLIENT_ID_n of the server>',
  },
  'host-not-found': {
    cause: 'The host name in VESTIBULE_ISSUER is misspelled, or this machine does not find it by DNS.',
    next: 'Set: VESTIBULE_ISSUER=<ISSUER of the server>',
  },
  'provider-timeout': {
    cause:
      'The address of VESTIBULE_ISSUER did not respond in time: a firewall, a proxy, or a network without a route.',
    next: 'Run: curl -v <issuer>/.well-known/openid-configuration',
  },
  'https-to-http': {
    cause: 'VESTIBULE_ISSUER is https, and what listens there speaks plain http.',
    next: 'Set: VESTIBULE_ISSUER=<issuer>',
  },
  'http-to-https': {
    cause: 'VESTIBULE_ISSUER is http, and the provider is reached by https.',
    next: 'Set: VESTIBULE_ISSUER=<issuer>',
  },
  'untrusted-certificate': {
    cause:
      'This process does not trust the certificate of the provider: it is self-signed, of a private authority, or for another host.',
    next: 'Set: NODE_EXTRA_CA_CERTS=<file with the certificate of the authority>',
  },
  'expired-certificate': {
    cause: 'The certificate of the provider has expired, or the clock of this machine is wrong.',
    next: 'Run: openssl s_client -connect <host> </dev/null | openssl x509 -noout -dates',
  },
  'wrong-port': {
    cause:
      'Something answers at the address of VESTIBULE_ISSUER, and it is no OpenID provider: another program has this port.',
    next: 'Set: VESTIBULE_ISSUER=<ISSUER of the server>',
  },
  'issuer-path': {
    cause: 'The server has no metadata below the path of VESTIBULE_ISSUER.',
    next: 'Set: VESTIBULE_ISSUER=<ISSUER of the server>',
  },
  'issuer-slash': {
    cause: 'An issuer is compared as a string: VESTIBULE_ISSUER and ISSUER differ in the slash at the end.',
    next: 'Set: VESTIBULE_ISSUER=<issuer>',
  },
  'other-issuer': {
    cause: 'The provider at VESTIBULE_ISSUER says that it is another issuer.',
    next: 'Set: VESTIBULE_ISSUER=<issuer>',
  },
  'wrong-client-secret': {
    cause: 'VESTIBULE_CLIENT_SECRET is not the secret of this client at the provider.',
    next: 'Set: VESTIBULE_CLIENT_SECRET=<OIDC_CLIENT_n_SECRET of the server>',
  },
  'missing-client-secret': {
    cause: 'The client has a secret at the provider, and VESTIBULE_CLIENT_SECRET is not set.',
    next: 'Set: VESTIBULE_CLIENT_SECRET=<OIDC_CLIENT_n_SECRET of the server>',
  },
  'client-authentication': {
    cause: 'The client authenticates by another method than it is registered with at the provider.',
    next: 'Set at the server: OIDC_CLIENT_<n>_TOKEN_AUTH_METHOD=<method>',
  },
  'scope-not-allowed': {
    cause: 'This application requests a scope that its client may not have.',
    next: 'Set at the server: OIDC_CLIENT_<n>_SCOPES=<scopes>',
  },
  'resource-not-allowed': {
    cause: 'This application requests a resource that the provider does not know, or that is not open to its client.',
    next: 'Set at the server: OIDC_CLIENT_<n>_AUDIENCES=<resources>',
  },
  'response-type-not-allowed': {
    cause: 'The client may not use the response type code, or its grant types: every sign-in needs them.',
    next: 'Set at the server: OIDC_CLIENT_<n>_GRANT_TYPES=authorization_code,refresh_token OIDC_CLIENT_<n>_RESPONSE_TYPES=code',
  },
  'refresh-not-allowed': {
    cause: 'The provider gave no refresh token: the client may not use the grant type refresh_token.',
    next: 'Set at the server: OIDC_CLIENT_<n>_GRANT_TYPES=authorization_code,refresh_token',
  },
  'clock-ahead': {
    cause: 'The clock of this machine is ahead of that of the provider: a new ID token has already expired.',
    next: 'Run on the machine whose clock is wrong: sudo timedatectl set-ntp true',
  },
  'clock-behind': {
    cause: 'The clock of this machine is behind that of the provider: an ID token was issued in the future.',
    next: 'Run on the machine whose clock is wrong: sudo timedatectl set-ntp true',
  },
  'sign-in-lost': {
    cause:
      'The cookie of this sign-in is missing: it took longer than ten minutes, is already complete, began in another browser or at another host name, or a proxy drops cookies.',
    next: 'Open: <login>',
  },
  'other-address': {
    cause:
      'The browser opened the application at another address than VESTIBULE_URL: localhost and 127.0.0.1 have separate cookies.',
    next: 'Open: <url>',
  },
  'secret-changed': {
    cause:
      'The cookie of this sign-in was encrypted with another secret: VESTIBULE_SECRET has changed, or differs between processes. Without it, a development server makes a new one at every start.',
    next: 'Set: VESTIBULE_SECRET=<the same in every process, output of: openssl rand -base64 48>',
  },
  'http-behind-https': {
    cause: 'VESTIBULE_URL is http, and the browser uses https: a proxy in front of this application ends TLS.',
    next: 'Set: VESTIBULE_URL=<url>',
  },
  'base-path': {
    cause: 'The routes of the SDK are mounted at another path than basePath.',
    next: "Add to the options of createAuth: basePath: '<path>'",
  },
  'routes-not-mounted': { cause: routesNotMounted.cause, next: routesNotMounted.next },
  'no-permissions': {
    cause:
      'The session lacks the scope permissions: this application did not request it, the client may not have it, or the person signed in before it did.',
    next: 'Add to the option scope of createAuth: permissions',
  },
  'token-audience': {
    cause: 'The access token is for another API: its aud is not the audience of this one.',
    next: 'Add to the options of createAuth: audience: <aud of the token>',
  },
  'logout-without-store': {
    cause: 'The provider sends logout tokens, and without a session store this application cannot end sessions.',
    next: 'Add to the options of createAuth: session: { store: memoryStore() }',
  },
} as const satisfies Record<string, Mistake>

/**
 * The name of a mistake: the anchor of its row in the documentation.
 *
 * @example
 * ```ts
 * import type { AuthError, MistakeName } from '@vestibule/core'
 *
 * const isMistake = ({ help }: AuthError, name: MistakeName) => help?.mistake === name
 * ```
 */
export type MistakeName = keyof typeof mistakes

export const isMistake = (text: string): text is MistakeName => Object.hasOwn(mistakes, text)

/**
 * What a developer does about an error: in the log, and in development on the page. `next` begins with `Set`, `Run`,
 * `Open` or `Add`, and has what to type after the first colon.
 *
 * @example
 * ```ts
 * import type { AuthError } from '@vestibule/core'
 *
 * const nextStepOf = ({ help }: AuthError) => help?.next ?? 'Open: https://github.com/vestibule-id/vestibule'
 * ```
 */
export interface ErrorHelp {
  mistake: MistakeName
  cause: string
  next: string
  /** The row of the documentation. */
  url: string
}

type Values = Readonly<Record<string, string | undefined>>

const documentation = 'https://github.com/vestibule-id/vestibule/blob/main/docs/troubleshooting.md'

/** @param values what replaces the names in angle brackets. A value that could be more than a value in a shell replaces none. */
export function helpWith(mistake: MistakeName, values: Values = {}): ErrorHelp {
  const { cause, next } = mistakes[mistake]
  const filled = next.replace(/<([^<>]{1,60})>/g, (name, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    return value && /^[\w.,:/%@[\]=<> -]{1,300}$/.test(value) ? value : name
  })
  return { mistake, cause, next: filled, url: `${documentation}#${mistake}` }
}
