import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { newSecret } from '../../crypto/random.ts'
import { isAcr, satisfies } from '../../oidc/acr.ts'
import { proveReturnAddress } from '../../oidc/authorization-request.ts'
import { claimsFor, type Membership, type Person } from '../../oidc/claims.ts'
import { type Client, previewClientId } from '../../oidc/clients.ts'
import { needsConsent } from '../../oidc/dynamic-clients/third-party-clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { Params } from '../../oidc/params.ts'
import { revokeGrant } from '../../store/hot/grants.ts'
import { findMemberships } from '../../store/hot/people.ts'
import { checkRequest } from '../authorization/authorize.ts'
import { storeForBrowser } from '../authorization/interactions.ts'
import { stepsFor } from '../authorization/next-step.ts'
import type { Outcome } from '../authorization/outcomes.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { previewClient } from '../platform/clients/first-party-client.ts'
import type { Deps } from '../platform/deps.ts'
import { subjectOf } from '../platform/rights/subject.ts'
import type { Visitor } from '../platform/visitor.ts'
import { type CodePayload, openCode } from '../tokens/authorization-codes.ts'
import { requestTokens } from '../tokens/token-endpoint.ts'

/** The clients that people sign in to. */
export const clientsWithSignIn = ({ clients }: Pick<Deps, 'clients'>): Client[] =>
  [...clients.all()].filter(({ responseTypes }) => responseTypes.size > 0)

/** What an operator demands of their own sign-in. Empty texts are not sent. */
export interface PreviewRequest {
  acr: string
  scope: string
  prompt: string
  organization: string
  claims: string
  ui_locales: string
}

/** A token that nobody can use: its signature is left out. */
interface ShownToken {
  header: object
  payload: object
}

/** What an application would have got. */
export type PreviewResult =
  | { kind: 'tokens'; idToken: ShownToken; accessToken: ShownToken; userinfo: object }
  | { kind: 'error'; error: object }

/**
 * Asks an operator to sign in once more, with their own account, for the client of previews. Nobody else can answer the request, and
 * the new session is no weaker than the one they have. The state holds the code verifier, sealed: nothing waits in memory.
 * @throws OAuthError for parameters that no client may send
 */
export async function beginPreview(
  deps: Deps,
  { person, session }: SignedIn,
  visitor: Visitor,
  wanted: PreviewRequest,
): Promise<Outcome> {
  const client = previewClient(deps.config)
  const { organization } = wanted
  // Refused now, and not after the sign-in.
  if (organization && !(await findMemberships(deps.db, person.id)).some(isOrganization(organization)))
    throw new OAuthError('access_denied', 'the person is not a member of the requested organization')
  const verifier = newSecret()
  const { acr, ...parameters } = wanted
  const params = new Params(
    Object.entries({
      ...parameters,
      client_id: client.id,
      redirect_uri: client.redirectUris[0] ?? '',
      response_type: 'code',
      response_mode: 'form_post',
      prompt: `login ${wanted.prompt}`.trim(),
      state: deps.keyring.seal('preview', verifier),
      nonce: newSecret(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: previewClientId,
      login_hint: person.email ?? '',
    }),
  )
  const request = await checkRequest(deps, params, client, proveReturnAddress(params, client))
  request.hintedSubject ??= person.id
  const least = isAcr(acr) && satisfies(acr, session.acr) ? acr : session.acr
  const { userinfo = {}, idToken = {} } = request.claims ?? {}
  request.claims = { userinfo, idToken: { ...idToken, acr: { essential: true, value: least } } }
  const { handle, flowCookie } = await storeForBrowser(deps, request, visitor, session)
  return { kind: 'step', handle, flowCookie, step: { kind: 'ask-email' } }
}

/**
 * Redeems the response to `beginPreview`, for the operator and in the session that it came from. The tokens are revoked
 * before anything of them is shown. Null for a response that was not asked for here.
 */
export async function completePreview(
  deps: Deps,
  { person, session }: SignedIn,
  response: Params,
): Promise<PreviewResult | null> {
  const verifier = deps.keyring.open('preview', response.get('state') ?? '')
  if (verifier === null) return null
  const sealed = response.get('code')
  if (sealed === undefined)
    return {
      kind: 'error',
      error: { error: response.get('error'), error_description: response.get('error_description') },
    }
  const code = openCode(deps, sealed)
  if (code?.clientId !== previewClientId || code.sessionId !== session.id) return null
  const client = previewClient(deps.config)
  const redeem = new Params(
    Object.entries({
      grant_type: 'authorization_code',
      code: sealed,
      redirect_uri: client.redirectUris[0] ?? '',
      code_verifier: verifier,
    }),
  )
  try {
    const { access_token, id_token = '' } = await requestTokens(deps, client, redeem)
    return {
      kind: 'tokens',
      idToken: shown(id_token),
      accessToken: shown(access_token),
      userinfo: await userinfoOf(deps, person, client, code),
    }
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return { kind: 'error', error: { error: error.code, error_description: error.description } }
  } finally {
    await revokeGrant(deps.db, code.grantId, deps.now())
  }
}

const isOrganization =
  (idOrSlug: string) =>
  ({ organizationId, slug }: Membership): boolean =>
    organizationId === idOrSlug || slug === idOrSlug

const shown = (token: string): ShownToken => ({ header: decodeProtectedHeader(token), payload: decodeJwt(token) })

/** What userinfo would answer: it refuses the token of a preview, as every endpoint does. */
async function userinfoOf(deps: Deps, person: Person, client: Client, code: CodePayload): Promise<object> {
  const { organizationId, teamId, scope, claims, acr } = code
  const memberships = await findMemberships(deps.db, person.id)
  const subject = subjectOf(deps, person, { memberships, organizationId, teamId }, { acr })
  return { sub: person.id, ...claimsFor(subject, scope, claims?.userinfo, client.scopes) }
}

/** The pages that somebody new sees on the way to a client. */
export function stepsOfNewPerson({ config, terms }: Pick<Deps, 'config' | 'terms'>, client: Client) {
  const onboarding = stepsFor({ config }, client, [])
  const joins = client.organization !== 'none'
  const steps = {
    'sign-in': true,
    code: true,
    passkey: client.requirePasskey,
    terms: terms.held() !== null && onboarding.includes('terms'),
    profile: onboarding.includes('profile'),
    organization: joins && onboarding.includes('organization'),
    team: joins && onboarding.includes('team'),
    'passkey-offer': config.passkeyNudge && !client.requirePasskey,
    consent: needsConsent(client),
  }
  return (Object.keys(steps) as (keyof typeof steps)[]).filter((step) => steps[step])
}
