import type { Client, IdTokenClaims, OnboardingStep } from '../oidc/clients.ts'
import type { Field } from '../oidc/fields/field.ts'
import type { PermissionsDocument } from '../oidc/permissions-document.ts'
import type { Resource } from '../oidc/resources.ts'
import type { ThemeSettings } from './themes.ts'

/**
 * What an assertion of an issuer that serves many companies has to name: the tenant, so that no other customer of the issuer can
 * speak for this one, or only an address, where the operator vouches that the issuer proves whose that is.
 */
export type SharedIssuers = ReadonlyMap<string, 'tenant' | 'email'>

/** `count` in `window` milliseconds. */
export interface Limit {
  count: number
  window: number
}

/** What dynamic clients may do here: those whose id is the URL of their metadata, and those that register. */
interface DynamicClientSettings {
  /**
   * Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document): refused, accepted from listed hosts, or
   * accepted from any host.
   */
  mode: 'off' | 'listed' | 'open'
  /** Hosts that the operator vouches for, in lower case. A host covers its own name only, not what is below it. */
  listed: readonly string[]
  /** Whether a person may make an account on the way to such a client. */
  signUp: boolean
}

/** Dynamic client registration (RFC 7591): refused, with an initial access token, or for everyone. */
type RegistrationSetting = 'off' | 'token' | 'open'

/** How many text messages with codes leave, by whom or what they are counted. */
export interface SmsLimits {
  perPerson: readonly Limit[]
  perNetwork: readonly Limit[]
  perNumber: readonly Limit[]
  perCountry: readonly Limit[]
  all: readonly Limit[]
}

/** The gateway that sends text messages. The secret is its raw bytes in base64. `terminal`: they are printed, for a developer. */
export type SmsGateway = { kind: 'http'; url: string; secret: string } | { kind: 'terminal' }

export interface SocialClient {
  clientId: string
  clientSecret: string
}

/** Social sign-in, which the operator offers. Null: it is not offered. */
export interface SocialSettings {
  google: SocialClient | null
  /** `tenant`: whose accounts are accepted. */
  microsoft: (SocialClient & { tenant: string }) | null
  /** `privateKey`: in PEM, for ES256. */
  apple: { clientId: string; teamId: string; keyId: string; privateKey: string } | null
  github: SocialClient | null
}

/** The checked configuration. It is part of `Deps`; nothing else reads the environment. */
export interface Config {
  production: boolean
  issuer: string
  host: string
  port: number
  /** Processes that share the port. */
  workers: number
  /** How many processors there are for them. */
  processors: number
  /** `relative`: the file was named relative to the working directory. */
  database: { kind: 'sqlite'; file: string; relative?: boolean } | { kind: 'postgresql'; url: string }
  /** Where the generated secret is stored outside production. */
  dataFolder: string
  /** First is current. */
  secrets: readonly string[]
  smtpUrl: string | null
  mailFrom: string
  /** `text`: the contents of the file at start. A version never gets another text. */
  terms: {
    version: string
    url: string | null
    file: string | null
    text: string | null
    graceUntil: Date | null
  } | null
  privacyUrl: string | null
  /** The folder with the operator's own words. */
  wordsFolder: string | null
  onboarding: readonly OnboardingStep[]
  /** All in seconds. */
  ttl: {
    accessToken: number
    idToken: number
    refreshIdle: number
    /** The same for dynamic clients. */
    dynamicRefreshIdle: number
    /** How long a rotated refresh token still yields its successor; null for 90 of a public client and 10 of others. */
    refreshReuse: number | null
    refreshMax: number
    sessionIdle: number
    sessionMax: number
  }
  /** For clients that say nothing else. */
  idTokenClaims: IdTokenClaims
  limits: {
    mailPerAddress: readonly Limit[]
    codeFailures: readonly Limit[]
    perNetwork: readonly Limit[]
    sms: SmsLimits
  }
  codeLength: number
  passkeyNudge: boolean
  /** Seconds that a recovery without a passkey waits, and that a passkey needs to outrank the mailbox. */
  passkeyRecoveryDelay: number
  /** Other origins that may use this host's passkeys (Web Authentication Level 3, section 5.11). */
  passkeyRelatedOrigins: readonly string[]
  signUp: { kind: 'open' } | { kind: 'invited' } | { kind: 'domains'; domains: readonly string[] }
  /** Who may create organizations: everyone, or only operators and their clients. */
  organizationCreation: 'open' | 'operators'
  /** Email addresses of those who may use the operators' pages, in canonical form. */
  operators: readonly string[]
  /** Whether operators may act as a person at an application, and whether the person is asked or only notified. */
  impersonation: 'off' | 'consent' | 'notice'
  /** Whether owners of organizations may make roles of their own. */
  customRoles: boolean
  /** Tokens may be bound to a key of their holder (RFC 9449). */
  dpop: boolean
  /** Organizations may have their people sign in at their own identity provider. */
  sso: boolean
  /** Organizations may have people and groups written by their company's directory (SCIM). */
  scim: boolean
  /** Organizations may trust issuers with assertions, by which their members connect applications. */
  enterpriseAuthorization: boolean
  /** Issuers that serve many companies, and what an assertion of theirs has to name. */
  sharedIssuers: SharedIssuers
  /** Social sign-in, which the operator offers. */
  social: SocialSettings
  /** What PERMISSIONS_FILE declares; null without it. */
  permissions: PermissionsDocument | null
  /** Browsers that can are asked to bind a session to a key of their device. */
  bindSessions: 'off' | 'offer'
  /** Who needs a bound session for their pages. */
  requireBoundSession: 'off' | 'operators'
  /** A second operator has to confirm that one acts as an owner of an organization. */
  fourEyes: boolean
  /** Where domain proofs are looked up; null for the system's resolver. */
  dnsResolver: string | null
  /** Seconds that the audit log is kept. */
  auditRetention: number
  /** Seconds that attempts to sign in are kept. */
  signInLogRetention: number
  /** Where events are delivered (Standard Webhooks). The secret is its raw bytes in base64. */
  webhook: { url: string; secret: string } | null
  /** Null: phone numbers cannot be verified by a code. `prefixes`: numbers that begin otherwise get none; empty for all. */
  sms: { gateway: SmsGateway; prefixes: readonly string[] } | null
  trustProxy: number
  outboundAllow: readonly string[]
  logLevel: string
  /** Prometheus: a port of its own, or a token at the issuer's `/metrics`, or both. Neither: no metrics. */
  metrics: { port: number | null; token: string | null }
  /** An OTEL_ variable names an exporter. */
  telemetry: boolean
  /** Where the SDK exports to; null if that is its default. */
  telemetryEndpoint: string | null
  brand: { name: string; logoUrl: string | null; color: string | null }
  /** Whose look may be set, and which parts of it. */
  themes: ThemeSettings
  /** What the API keys of this server begin with. */
  apiKeyPrefix: string
  /** Days after which an API key that nothing uses is announced to end; 0 for never. */
  apiKeysIdleDays: number
  /** Keys without an end may be made, where the organization allows them. */
  apiKeysNeverExpire: boolean
  /** Whose reports of published keys are accepted, and where the keys are that sign these; null for nobody's. */
  secretScanning: { keysUrl: string } | null
  clients: ReadonlyMap<string, Client>
  dynamicClients: DynamicClientSettings
  registration: RegistrationSetting
  /** The APIs that tokens are for. */
  resources: readonly Resource[]
  /** The fields of FIELDS_FILE. */
  fields: readonly Field[]
  /** True when the clients are the examples that exist only on loopback. */
  exampleClients: boolean
  /** The client of applications without variables. It can be used while the database has no client either. */
  publicExampleClient: Client | null
  /** The permissions of the example apps, which exist with their clients. */
  examplePermissions: PermissionsDocument | null
  /** What is allowed but unwise. Shown at start and by `vestibule doctor`. */
  warnings: readonly string[]
}

/** One mistake in the environment: the variable, what is wrong with it, and a value that works. */
export interface Problem {
  variable: string
  fault: string
  example: string
  /** The variable that the example is of, where it is another one than that with the mistake. */
  exampleOf?: string | undefined
}

/** All mistakes together, so that they can be fixed at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  constructor(readonly problems: readonly Problem[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`}:\n` +
        problems
          .map(
            ({ variable, fault, example, exampleOf = variable }) =>
              `  ${variable}: ${fault}\n    for example ${exampleOf}=${example}`,
          )
          .join('\n'),
    )
  }
}
