import { trustIssuer } from '../../src/flows/agents/trusted-issuers.ts'
import { addMember } from '../../src/flows/organizations/members/member-roles.ts'
import { userActor } from '../../src/flows/platform/audit.ts'
import { jwtBearer } from '../../src/oidc/response-types.ts'
import { openOrganization } from './company.ts'
import type { TokenIssuer } from './token-issuer.ts'
import { basic, type Given, openTestWorld, type TestWorld } from './world.ts'

export const notes = 'https://notes.example.test/mcp'
export const agentSecret = 'agent-secret-0123456789'
export const documentId = 'https://agent.example.test/client.json'

/** A server that takes identity assertions, with an API and applications that act for members. */
export const agentEnvironment = {
  ENTERPRISE_AUTHORIZATION: 'on',
  PASSKEY_NUDGE: 'off',
  DYNAMIC_CLIENTS: 'open',
  REGISTRATION: 'open',
  LIMIT_MAIL_PER_ADDRESS: '1000/1h',
  LIMIT_PER_NETWORK: '100000/1m',
  OIDC_CLIENT_ID_20: 'agent',
  OIDC_CLIENT_20_NAME: 'Assistant',
  OIDC_CLIENT_20_SECRET: agentSecret,
  OIDC_CLIENT_20_GRANT_TYPES: jwtBearer,
  OIDC_CLIENT_20_SCOPES: 'notes:read,notes:write,notes:admin',
  OIDC_CLIENT_20_AUDIENCES: notes,
  OIDC_CLIENT_ID_21: 'other-agent',
  OIDC_CLIENT_21_SECRET: agentSecret,
  OIDC_CLIENT_21_GRANT_TYPES: jwtBearer,
  OIDC_CLIENT_21_SCOPES: 'notes:read',
  OIDC_CLIENT_21_AUDIENCES: notes,
  OIDC_CLIENT_21_REQUIRE_CONSENT: 'true',
  OIDC_CLIENT_ID_22: 'notes-api',
  OIDC_CLIENT_22_SECRET: agentSecret,
  OIDC_CLIENT_22_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_22_AUDIENCES: notes,
  OIDC_RESOURCE_0: notes,
  OIDC_RESOURCE_0_NAME: 'Notes',
  OIDC_RESOURCE_0_SCOPES: 'notes:read,notes:write,notes:admin',
  OIDC_RESOURCE_0_DEFAULT_SCOPES: 'notes:read',
  OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'any',
  OIDC_RESOURCE_0_ORGANIZATION: 'required',
}

export const openAgentWorld = (
  database: 'sqlite' | 'postgresql',
  { env = {}, log }: { env?: Record<string, string>; log?: (line: string) => void } = {},
): Promise<TestWorld> => openTestWorld({ ...agentEnvironment, ...env }, { database, ...(log ? { log } : {}) })

/** Companies that trust an issuer, and what their applications send. `at`: the world that a test is in. */
export function agentsOf(at: () => { world: TestWorld; records: Map<string, string[]>; issuer: TokenIssuer }) {
  let opened = 0
  let assertions = 0
  const network = '127.0.0.1'

  const givePasskey = (userId: string) =>
    at().world.deps.db.prisma.passkey.create({
      data: {
        ...{ id: `passkey-of-${userId}`, userId, publicKey: '', counter: 0n, deviceBound: true, backedUp: false },
        ...{ transports: '', aaguid: '', name: 'Laptop', createdAt: at().world.deps.now() },
      },
    })

  /** An organization with a proven domain, whose owner has a passkey. */
  async function openCompany(domain = `agents-${++opened}.test`) {
    const organization = await openOrganization(at().world, at().records, domain)
    await givePasskey(organization.owner.userId)
    return { ...organization, domain, actor: userActor(organization.owner.userId, network) }
  }

  type Company = Awaited<ReturnType<typeof openCompany>>

  const trust = (company: Pick<Company, 'actor' | 'id'>, changed: Partial<Parameters<typeof trustIssuer>[3]> = {}) =>
    trustIssuer(at().world.deps, company.actor, company.id, {
      ...{
        name: 'Acme Okta',
        issuer: at().issuer.url,
        tenant: '',
        jwksUri: '',
        clients: '',
        teams: [],
        trustMfa: false,
      },
      scopes: [`${notes} notes:read`, `${notes} notes:write`],
      ...changed,
    })

  /** Somebody with an address of the company, who is a member. */
  async function addPerson(
    company: Pick<Company, 'domain' | 'id'>,
    name: string,
    roles: ('admin' | 'member')[] = ['member'],
  ) {
    const email = `${name}@${company.domain}`
    const { browser, person } = await at().world.signIn({ email })
    const { userId } = await at().world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: email } })
    await addMember(at().world.deps, { kind: 'operator', id: 'root', network }, company.id, userId, roles)
    return { email, userId, browser, person }
  }

  const seconds = () => Math.floor(at().world.deps.now().getTime() / 1000)

  const claims = (changes: Record<string, unknown> = {}) => ({
    ...{ iss: at().issuer.url, sub: 'okta|alice', aud: at().world.issuer, client_id: 'agent' },
    ...{ jti: `jti-${++assertions}-${opened}`, iat: seconds(), exp: seconds() + 300 },
    ...{ scope: 'notes:read notes:write', resource: notes },
    ...changes,
  })

  const sign = (
    changes: Record<string, unknown> = {},
    header: Parameters<TokenIssuer['sign']>[1] = {},
    by = at().issuer,
  ) => by.sign(claims(changes), { typ: 'oauth-id-jag+jwt', ...header })

  const secretOf = (client: string): [string, string] => [client, agentSecret]

  /** Sends an assertion as a client with a secret. */
  const ask = (assertion: string, more: Given = {}, client = 'agent') =>
    at().world.token({ grant_type: jwtBearer, assertion, ...more }, { basic: secretOf(client) })

  const askWith = async (changes: Record<string, unknown>, more: Given = {}, client = 'agent') =>
    ask(await sign({ client_id: client, ...changes }), more, client)

  const introspect = async (token: string) => {
    const answer = await fetch(`${at().world.address}/introspect`, {
      method: 'POST',
      headers: { Authorization: basic('notes-api', agentSecret) },
      body: new URLSearchParams({ token }),
    })
    return (await answer.json()) as { active: boolean } & Record<string, unknown>
  }

  return { openCompany, trust, addPerson, claims, sign, ask, askWith, introspect, seconds, givePasskey }
}

export type AgentCompany = Awaited<ReturnType<ReturnType<typeof agentsOf>['openCompany']>>
