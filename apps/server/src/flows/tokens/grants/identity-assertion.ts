import { digest, newId } from '../../../crypto/random.ts'
import { type Client, isPublic } from '../../../oidc/clients.ts'
import { consentTo } from '../../../oidc/consent.ts'
import { tokenTypeOf } from '../../../oidc/dpop.ts'
import { shownName } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { OAuthError } from '../../../oidc/errors.ts'
import { assertionTolerance } from '../../../oidc/federation/identity-assertion.ts'
import type { Params } from '../../../oidc/params.ts'
import { putAgentConnection, useTrustedIssuer } from '../../../store/beyond-prisma/federation/agent-connections.ts'
import { insertIdentity, noteIdentityUse } from '../../../store/beyond-prisma/people/external-identities.ts'
import { insertGrant, type NewGrant } from '../../../store/hot/grants.ts'
import { findPerson } from '../../../store/hot/people.ts'
import { redeemAssertion } from '../../../store/hot/used-assertions.ts'
import { notify } from '../../delivery/notices.ts'
import { type Actor, type AuditedTransaction, inTransaction, recordRefusal } from '../../platform/audit.ts'
import { noteDocumentUse } from '../../platform/clients/client-documents.ts'
import type { Deps } from '../../platform/deps.ts'
import { minute } from '../../platform/durations.ts'
import { claimsOfAccessToken, fieldClaimsOfToken } from '../../platform/fields/field-claims.ts'
import { enforceLimit } from '../../platform/limits.ts'
import { AssertionRefused } from '../assertions.ts'
import { bindTokens } from '../dpop/binding.ts'
import { requireUsableClient } from '../identity-assertions/access.ts'
import { type JudgedAssertion, judgeAssertion } from '../identity-assertions/judge.ts'
import { type ChosenTrust, chooseTrust } from '../identity-assertions/trust.ts'
import { issueAccessToken, type TokenResponse, tokenTtl } from '../issue-tokens.ts'
import { findSubject, type RequestOrigin } from '../token-response.ts'

/** Seconds that a token lives: the client brings another assertion when it needs another token. */
const maxTtl = 600

/** Wrong assertions per client and network. Right ones always work. */
const failures = [{ count: 60, window: minute }]

/**
 * The JWT bearer grant (RFC 7523) for identity assertions (ID-JAG, draft-ietf-oauth-identity-assertion-authz-grant): an issuer that
 * an organization trusts says that a client acts for one of its members, so the member is not asked. There is no refresh token.
 */
export async function grantByAssertion(
  deps: Deps,
  client: Client,
  params: Params,
  from: RequestOrigin,
): Promise<TokenResponse> {
  const jwt = params.required('assertion')
  const isAuthenticated = !isPublic(client) || params.get('client_assertion') !== undefined
  requireUsableClient(client, isAuthenticated)
  let chosen: ChosenTrust | null = null
  try {
    chosen = await chooseTrust(deps, jwt)
    const judged = await judgeAssertion(deps, { client, params, isAuthenticated, from }, chosen, jwt)
    const grant = grantOf(deps, client, chosen, judged)
    const jkt = await bindTokens(deps, { client, resource: grant.resource }, from.proof)
    await accept(deps, { client, chosen, judged, grant, isAuthenticated, from })
    if (client.source === 'document') await noteDocumentUse(deps, client.id)
    return await issue(deps, client, { ...grant, jkt }, judged)
  } catch (error) {
    if (!(error instanceof AssertionRefused || error instanceof OAuthError) || isAboutProof(error)) throw error
    return refuse(deps, { client, chosen, error, from })
  }
}

/** The assertion was accepted: the organization has nothing to look at. */
const isAboutProof = (error: AssertionRefused | OAuthError): boolean =>
  error instanceof OAuthError && (error.code === 'invalid_dpop_proof' || error.code === 'use_dpop_nonce')

const actorOf = (client: Client, { network = '' }: RequestOrigin): Actor => ({
  ...{ kind: 'client', id: client.id, network, organizationId: null },
})

function grantOf(deps: Deps, client: Client, { issuer }: ChosenTrust, judged: JudgedAssertion): NewGrant {
  const { assertion, person, resource, scope, acr } = judged
  const now = deps.now()
  const id = newId(now)
  const ttl = Math.min(maxTtl, tokenTtl(deps, client, [resource.identifier]))
  const { teams } = person.membership
  return {
    ...{ id, clientId: client.id, userId: person.userId },
    // There is no session. What is revoked for everything but one session has to include it, so that it has a name of its own.
    ...{ sessionId: id, offline: true },
    organizationId: issuer.organizationId,
    teamId: teams.length === 1 ? (teams[0]?.id ?? null) : null,
    scope: [...scope],
    claims: null,
    resource: [resource.identifier],
    ...{ acr, amr: assertion.amr.filter((method) => method !== 'pop') },
    authenticatedAt: assertion.authenticatedAt,
    ...{ createdAt: now, rotatedAt: now, expiresAt: new Date(now.getTime() + (ttl + 60) * 1000) },
    // It ends where that of a sign-in by a connection does.
    connectionId: issuer.id,
    ...{ upstreamSid: null, upstreamAuthenticatedAt: null },
  }
}

interface Accepted {
  client: Client
  chosen: ChosenTrust
  judged: JudgedAssertion
  grant: NewGrant
  isAuthenticated: boolean
  from: RequestOrigin
}

/** Writes down what was decided, with its event: all of it, or nothing. */
const accept = (deps: Deps, accepted: Accepted): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const { client, chosen, judged, grant, isAuthenticated, from } = accepted
    const { assertion, person, resource, scope } = judged
    const now = deps.now()
    if (!(await useTrustedIssuer(tx, chosen.issuer, now))) throw new AssertionRefused('trust')
    // Whoever has a key may send it again while it lives. From a client that shows nothing, it could be anybody's copy.
    const until = new Date(assertion.expiresAt.getTime() + assertionTolerance * 1000)
    const use = digest(`id-jag\n${assertion.issuer}\n${assertion.tokenId}`)
    if (!isAuthenticated && !(await redeemAssertion(tx, use, until))) throw new AssertionRefused('jti')
    if (person.isNew) await link(deps, tx, accepted)
    else await noteIdentityUse(tx, person.key, now)
    const noted = await putAgentConnection(tx, {
      ...{ id: newId(now), organizationId: grant.organizationId ?? '', issuerId: chosen.issuer.id },
      ...{ userId: person.userId, clientId: client.id, clientName: shownName(client), now },
      allowed: consentTo(grant, client, deps.resources),
    })
    if (!noted) throw new AssertionRefused('blocked')
    await insertGrant(tx, grant)
    await tx.record(actorOf(client, from), {
      action: 'client.connected_by_issuer',
      organizationId: grant.organizationId,
      target: ['user', person.userId],
      detail: {
        ...{ client: client.id, issuer: chosen.issuer.issuer, connection: chosen.issuer.id },
        ...{ resource: resource.identifier, scope: scope.join(' '), grant: grant.id },
        ...(person.otherAddress ? { other_address: true } : {}),
      },
    })
  })

/** Links the subject to the member, and tells them. */
async function link(deps: Deps, tx: AuditedTransaction, { client, chosen, judged, from }: Accepted): Promise<void> {
  const { person, assertion } = judged
  const linked = { ...person.key, userId: person.userId, email: assertion.email, now: deps.now() }
  // Another request of the same moment was first: the client sends it again.
  if (!(await insertIdentity(tx, linked))) throw new AssertionRefused('sub')
  await tx.record(actorOf(client, from), {
    action: 'identity.linked',
    organizationId: chosen.organization.id,
    target: ['user', person.userId],
    detail: { connection: chosen.issuer.id, issuer: assertion.issuer },
  })
  const found = await findPerson(tx, person.userId)
  if (!found) throw new AssertionRefused('person')
  const detail = `${chosen.issuer.name} · ${chosen.organization.name}`
  await notify(deps, tx, { person: found, event: 'agents-linked', detail, page: '/account/applications' })
}

async function issue(
  deps: Deps,
  client: Client,
  grant: NewGrant & { jkt: string | null },
  { resource, scope, person: { memberships } }: JudgedAssertion,
): Promise<TokenResponse> {
  const { organizationId, teamId } = grant
  const { person } = await findSubject(deps, client, grant)
  const active = { memberships, organizationId, teamId }
  const claims = claimsOfAccessToken(deps, client, grant.resource)
  const { token, expiresIn } = await issueAccessToken(deps, client, {
    ...{ id: grant.id, userId: grant.userId, scope, resource: grant.resource, active, authentication: grant, maxTtl },
    jkt: grant.jkt,
    fields: fieldClaimsOfToken(deps, client, claims, { ...active, person }),
  })
  return {
    access_token: token,
    token_type: tokenTypeOf(grant.jkt),
    expires_in: expiresIn,
    scope: scope.join(' '),
    resource: resource.identifier,
  }
}

interface RefusedRequest {
  client: Client
  chosen: ChosenTrust | null
  error: AssertionRefused | OAuthError
  from: RequestOrigin
}

/**
 * One answer for everything that is wrong about an assertion: the difference would tell who is a member, and whom an organization
 * trusts. The organization sees what differed, once it is known which it is; the log has it in any case.
 */
async function refuse(deps: Deps, { client, chosen, error, from }: RefusedRequest): Promise<never> {
  const differs = error instanceof AssertionRefused ? error.reason : error.code
  const reason = differs === 'keys' && error.cause instanceof Error ? error.cause.message : undefined
  const issuer = chosen?.issuer.issuer
  deps.log.warn({ client: client.id, issuer, differs, reason }, 'an identity assertion was refused')
  await enforceLimit(deps, `assertion-failures:${digest(client.id)}:${from.network ?? ''}`, failures)
  if (chosen)
    await recordRefusal(
      deps,
      actorOf(client, from),
      {
        action: 'client.connected_by_issuer',
        organizationId: chosen.organization.id,
        target: ['connection', chosen.issuer.id],
        detail: { client: client.id },
      },
      differs,
    )
  throw error instanceof OAuthError ? error : new OAuthError('invalid_grant', 'the assertion was not accepted')
}
