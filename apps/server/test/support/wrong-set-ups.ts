import type { CheckName } from '../../src/oidc/federation/checks.ts'
import type { FederationReason } from '../../src/oidc/federation/reasons.ts'
import { type Upstream, unknownKey } from './upstream.ts'

/** Something that is wrong with the set-up of a company's sign-in, or with its identity provider. */
export interface WrongSetUp {
  /** What is wrong, as the rest of a sentence. */
  name: string
  wrong(upstream: Upstream): void
  reason: FederationReason
  /** The check that fails, and what its owner reads of it. Absent: all passed, and the person is not let in. */
  check?: CheckName
  received?: RegExp
}

const hour = 3600

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)

/** What goes wrong before a browser leaves for the provider. */
export const wrongMetadata: readonly WrongSetUp[] = [
  {
    name: 'the metadata are of another tenant',
    wrong: ({ lies }) => {
      lies.metadata = { issuer: 'https://other.example.test' }
    },
    reason: 'metadata-issuer',
    check: 'metadata',
    received: /^https:\/\/other\.example\.test$/,
  },
  {
    name: 'the provider is down',
    wrong: ({ lies }) => {
      lies.down = true
    },
    reason: 'metadata',
    check: 'metadata',
    received: /answered with status 503/,
  },
  {
    name: 'the metadata lack the address of the keys',
    wrong: ({ lies }) => {
      lies.metadata = { jwks_uri: undefined }
    },
    reason: 'metadata',
    check: 'metadata',
    received: /jwks_uri/,
  },
  {
    name: 'the keys are on a private network',
    wrong: ({ lies }) => {
      lies.metadata = { jwks_uri: 'https://169.254.169.254/keys' }
    },
    reason: 'metadata',
    check: 'metadata',
    received: /jwks_uri is at 169\.254\.169\.254, on a private network/,
  },
  {
    name: 'the token endpoint is plain http',
    wrong: ({ lies }) => {
      lies.metadata = { token_endpoint: 'http://idp.example.test/token' }
    },
    reason: 'metadata',
    check: 'metadata',
    received: /token_endpoint is not https/,
  },
  {
    name: 'the provider signs by a shared secret only',
    wrong: ({ lies }) => {
      lies.metadata = { id_token_signing_alg_values_supported: ['HS256'] }
    },
    reason: 'metadata',
    check: 'metadata',
    received: /HS256/,
  },
]

/** What is wrong with the answer of a provider. */
export const wrongAnswers = (now: () => Date): readonly WrongSetUp[] => [
  {
    name: 'the provider does not let the person in',
    wrong: ({ lies }) => {
      lies.callback = { code: undefined, error: 'access_denied', error_description: 'Not assigned to <this> app' }
    },
    reason: 'upstream-refused',
    check: 'response',
    received: /^access_denied: Not assigned to <this> app$/,
  },
  {
    name: 'the answer names another provider',
    wrong: ({ lies }) => {
      lies.callback = { iss: 'https://other.example.test' }
    },
    reason: 'response-issuer',
    check: 'response-issuer',
    received: /other\.example\.test/,
  },
  {
    name: 'the answer does not name its provider, though it is announced',
    wrong: ({ lies }) => {
      lies.callback = { iss: undefined }
    },
    reason: 'response-issuer',
    check: 'response-issuer',
    received: /^none$/,
  },
  {
    name: 'the client secret has expired',
    wrong: ({ lies }) => {
      lies.tokenStatus = 401
      lies.tokens = { error: 'invalid_client', error_description: 'AADSTS7000222: The secret has expired' }
    },
    reason: 'client-rejected',
    check: 'client',
    received: /^invalid_client: AADSTS7000222/,
  },
  {
    name: 'the code was used already',
    wrong: ({ lies }) => {
      lies.tokenStatus = 400
      lies.tokens = { error: 'invalid_grant' }
    },
    reason: 'code-rejected',
    check: 'token',
    received: /^invalid_grant$/,
  },
  {
    name: 'openid is not among the scopes that the provider allows',
    wrong: ({ lies }) => {
      lies.tokens = { id_token: undefined }
    },
    reason: 'id-token-missing',
    check: 'token',
  },
  {
    name: 'the token is for another client',
    wrong: ({ lies }) => {
      lies.claims = { aud: 'another-client' }
    },
    reason: 'audience',
    check: 'audience',
    received: /another-client/,
  },
  {
    name: 'the token is for several clients, and does not say for whom of them',
    wrong: ({ lies }) => {
      lies.claims = { aud: ['vestibule', 'another-client'] }
    },
    reason: 'audience',
    check: 'audience',
    received: /another-client/,
  },
  {
    name: 'the token was made for another client of the same audience',
    wrong: ({ lies }) => {
      lies.claims = { aud: ['vestibule', 'another-client'], azp: 'another-client' }
    },
    reason: 'authorized-party',
    check: 'audience',
  },
  {
    name: 'the token is of another issuer',
    wrong: ({ lies }) => {
      lies.claims = { iss: 'https://other.example.test' }
    },
    reason: 'issuer',
    check: 'issuer',
    received: /other\.example\.test/,
  },
  {
    name: 'the token has no nonce',
    wrong: ({ lies }) => {
      lies.claims = { nonce: undefined }
    },
    reason: 'nonce',
    check: 'nonce',
    received: /^none$/,
  },
  {
    name: 'the token has the nonce of another request',
    wrong: ({ lies }) => {
      lies.claims = { nonce: 'of another request' }
    },
    reason: 'nonce',
    check: 'nonce',
    received: /^another value$/,
  },
  {
    name: 'the clock of the provider is an hour late',
    wrong: ({ lies }) => {
      const seconds = secondsOf(now()) - hour
      lies.claims = { iat: seconds, nbf: seconds, exp: seconds + 300 }
    },
    reason: 'token-expired',
    check: 'lifetime',
    received: /-3(29|30)\d seconds/,
  },
  {
    name: 'the clock of the provider is an hour early',
    wrong: ({ lies }) => {
      const seconds = secondsOf(now()) + hour
      lies.claims = { iat: seconds, nbf: seconds, exp: seconds + 300 }
    },
    reason: 'clock',
    check: 'lifetime',
    received: /3(59|60)\d seconds/,
  },
  {
    name: 'the session at the provider is over already',
    wrong: ({ lies }) => {
      lies.claims = { session_expiry: secondsOf(now()) - 1 }
    },
    reason: 'token-expired',
    check: 'session-expiry',
  },
  {
    name: 'the token is not signed',
    wrong: ({ lies }) => {
      lies.header = { alg: 'none' }
      lies.signedBy = null
    },
    reason: 'algorithm',
    check: 'algorithm',
    received: /none/,
  },
  {
    name: 'the token is signed by the client secret',
    wrong: ({ lies }) => {
      lies.header = { alg: 'HS256', kid: undefined }
      lies.signedBy = 'the client secret'
    },
    reason: 'algorithm',
    check: 'algorithm',
    received: /HS256/,
  },
  {
    name: 'the token is signed by a key that is not published',
    wrong: ({ lies }) => {
      lies.header = { kid: 'second' }
      lies.signedBy = unknownKey()
    },
    reason: 'signing-key',
    check: 'signature',
    received: /second/,
  },
  {
    name: 'the signature is of another key with the same name',
    wrong: ({ lies }) => {
      lies.signedBy = unknownKey()
    },
    reason: 'signature',
    check: 'signature',
  },
  {
    name: 'the token names nobody',
    wrong: ({ lies }) => {
      lies.claims = { sub: '' }
    },
    reason: 'subject',
    check: 'subject',
  },
  {
    name: 'userinfo speaks of somebody else',
    wrong: ({ lies }) => {
      lies.claims = { email: undefined }
      lies.userinfo = { sub: 'somebody else' }
    },
    reason: 'userinfo-subject',
    check: 'userinfo',
  },
]

/** Whose answer is right, and who is not let in. */
export const wrongPeople: readonly WrongSetUp[] = [
  {
    name: 'the provider sends no address',
    wrong: ({ person }) => {
      person.email = undefined
    },
    reason: 'email-missing',
  },
  {
    name: 'the provider sends something that is no address',
    wrong: ({ person }) => {
      person.email = 'grace'
    },
    reason: 'email-missing',
  },
  {
    name: 'the address is of the domain of another organization',
    wrong: ({ person }) => {
      person.email = 'grace@globex.test'
    },
    reason: 'outside-domain',
  },
  {
    name: 'the address is of a domain that nobody has proven',
    wrong: ({ person }) => {
      person.email = 'grace@nowhere.test'
    },
    reason: 'outside-domain',
  },
]
