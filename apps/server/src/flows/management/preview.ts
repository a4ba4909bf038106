import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../config/settings.ts'
import { newId, newSecret } from '../../crypto/random.ts'
import type { Acr } from '../../oidc/acr.ts'
import { type Client, digestOfSecret } from '../../oidc/clients.ts'
import { isApiScope } from '../../oidc/scopes.ts'
import type { OrganizationRecord } from '../../store/prisma/organizations/organization-changes.ts'
import { findOrganization } from '../../store/prisma/organizations/organizations.ts'
import { insertPreviewPerson, strengthenSession } from '../../store/prisma/preview.ts'
import type { Deps } from '../platform/deps.ts'

/** What a preview shows: a client's sign-in, as somebody meets it who was never there before. */
export interface PreviewChoice {
  client: Client
  /** An organization that the person belongs to. */
  organization: OrganizationRecord | null
  /** BCP 47; null for the language of the browser. */
  language: string | null
  /** What the request demands of the sign-in; null for nothing. */
  acr: Acr | null
}

/** The clients that people sign in to. */
export const previewClients = ({ clients }: Pick<Deps, 'clients'>): Client[] =>
  [...clients.all()].filter(({ responseTypes }) => responseTypes.size > 0)

/** The organization by its id or slug; null for one that is deleted. */
export async function findPreviewOrganization({ db }: Pick<Deps, 'db'>, idOrSlug: string) {
  const organization = await findOrganization(db, idOrSlug)
  return organization?.disabledAt ? null : organization
}

/** The steps of signing in, as their pages are told apart. */
export const previewSteps = ['email', 'code', 'passkey', 'terms', 'profile', 'organization', 'team', 'consent'] as const
export type PreviewStep = (typeof previewSteps)[number]

/** The address of the person of a preview. It is in a domain that nobody can have (RFC 2606 section 3). */
export const previewAddress = 'preview@example.com'

/**
 * The configuration of a preview's own server. It has an issuer that no client knows, a database of its own, and
 * nothing that leaves it: no webhook, no mail server, no address of the client. The client keeps everything else.
 */
export function previewConfig(
  config: Config,
  { client }: Pick<PreviewChoice, 'client'>,
  own: { issuer: string; file: string; redirectUri: string; secret: string },
): Config {
  const shown: Client = {
    ...client,
    secretDigests: [digestOfSecret(own.secret)],
    tokenAuthMethods: ['client_secret_basic'],
    redirectUris: [own.redirectUri],
    responseTypes: new Set(['code']),
    requirePar: false,
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    frontchannelLogoutUri: null,
    initiateLoginUri: null,
    jwks: null,
    jwksUri: null,
    federated: null,
  }
  return {
    ...config,
    issuer: own.issuer,
    database: { kind: 'sqlite', file: own.file },
    secrets: [newSecret()],
    smtpUrl: null,
    webhook: null,
    sms: null,
    operators: [],
    impersonation: 'off',
    passkeyNudge: false,
    passkeyRelatedOrigins: [],
    metrics: { port: null, token: null },
    telemetry: false,
    clients: new Map([[client.id, shown]]),
    warnings: [],
  }
}

/** Puts the person of a preview, and their organization, into the database of its server. */
export const preparePreview = ({ db, now }: Pick<Deps, 'db' | 'now'>, organization: OrganizationRecord | null) =>
  insertPreviewPerson(db, { id: newId(now()), address: previewAddress, organization, now: now() })

/** The authorization request of a preview, and what proves to the token endpoint that it is ours. */
export function previewRequest({ client, organization, language, acr }: PreviewChoice, redirectUri: string) {
  const verifier = randomBytes(48).toString('base64url')
  const parameters = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: [...client.scopes].filter((name) => !isApiScope(name)).join(' '),
    state: newSecret(),
    nonce: newSecret(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: previewAddress,
    ...(language ? { ui_locales: language } : {}),
    ...(organization ? { organization: organization.id } : {}),
    ...(acr ? { claims: JSON.stringify({ id_token: { acr: { essential: true, value: acr } } }) } : {}),
  })
  return { parameters, verifier }
}

const pathsOfSteps: readonly [RegExp, PreviewStep][] = [
  [/^\/sign-in\/[^/]+\/code$/, 'code'],
  [/^\/sign-in\/[^/]+\/passkey$/, 'passkey'],
  [/^\/sign-in\/[^/]+$/, 'email'],
  [/^\/onboarding\/[^/]+\/terms$/, 'terms'],
  [/^\/onboarding\/[^/]+\/profile$/, 'profile'],
  [/^\/onboarding\/[^/]+\/organization$/, 'organization'],
  [/^\/onboarding\/[^/]+\/team$/, 'team'],
  [/^\/consent\/[^/]+$/, 'consent'],
]

/** The step whose page is at a path below the issuer. */
export const previewStepOf = (path: string): PreviewStep | null =>
  pathsOfSteps.find(([pattern]) => pattern.test(path))?.[1] ?? null

/** Treats the session of a preview as one that began with a passkey, so that no real one is made for it. */
export const pretendPasskey = ({ db }: Pick<Deps, 'db'>, sessionId: string, acr: Acr): Promise<void> =>
  strengthenSession(db, sessionId, acr, ['pop', 'user', 'hwk', 'mfa'])
