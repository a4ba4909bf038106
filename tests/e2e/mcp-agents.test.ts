import { Client, CrossAppAccessProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableIssuer } from '../../apps/server/src/flows/agents/trusted-issuers.ts'
import {
  type AgentCompany,
  agentEnvironment,
  agentSecret,
  agentsOf,
} from '../../apps/server/test/support/agent-company.ts'
import { answerTxt } from '../../apps/server/test/support/company.ts'
import { openTokenIssuer, type TokenIssuer } from '../../apps/server/test/support/token-issuer.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { startMcpServer } from './mcp-server.ts'
import { freePort } from './support.ts'

// Cross-app access: the MCP SDK brings an assertion of the company's issuer, which is not ours, and a tool of examples/mcp writes a
// note of the company, without a page for its member.

let world: TestWorld
let issuer: TokenIssuer
let records: Map<string, string[]>
let resource: string
let mcp: Awaited<ReturnType<typeof startMcpServer>>
let acme: AgentCompany
let member: { email: string }
let trusted: { id: string }
const { openCompany, trust, addPerson, sign } = agentsOf(() => ({ world, records, issuer }))

beforeAll(async () => {
  resource = `http://localhost:${await freePort()}/mcp`
  world = await openTestWorld(
    {
      ...agentEnvironment,
      OIDC_RESOURCE_0: resource,
      OIDC_RESOURCE_0_SCOPES: 'notes:read,notes:write',
      OIDC_CLIENT_20_SCOPES: 'notes:read,notes:write',
      ...{ OIDC_CLIENT_20_AUDIENCES: resource, OIDC_CLIENT_21_AUDIENCES: resource, OIDC_CLIENT_22_AUDIENCES: resource },
    },
    { clock: 'running' },
  )
  issuer = await openTokenIssuer()
  records = answerTxt(world)
  mcp = await startMcpServer({ issuer: world.issuer, resource })
  acme = await openCompany()
  member = await addPerson(acme, 'alice')
  trusted = await trust(acme, { scopes: [`${resource} notes:read`, `${resource} notes:write`] })
})
afterAll(async () => {
  mcp?.stop()
  await world?.close()
  issuer?.close()
})

/** What serves the provider in this process replaces the global `Response`, of which the SDK expects every answer to be. */
const fetchFn = async (input: string | URL, init?: RequestInit): Promise<Response> => {
  const { body, status, statusText, headers } = await fetch(input, init)
  return new Response(body, { status, statusText, headers })
}

/** An application that acts for somebody, as its company's issuer says. */
async function connect(email: string, sub: string) {
  const authProvider = new CrossAppAccessProvider({
    assertion: (context) =>
      sign({ sub, email, aud: context.authorizationServerUrl, resource: context.resourceUrl, scope: context.scope }),
    ...{ clientId: 'agent', clientSecret: agentSecret, fetchFn, expectedIssuer: world.issuer },
  })
  const client = new Client({ name: 'assistant', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(resource), { fetch: fetchFn, authProvider }))
  return client
}

const textOf = (result: object): string => (result as { content: { text: string }[] }).content[0]?.text ?? ''

test('a member is connected without a page, and everybody else is refused', async () => {
  const client = await connect(member.email, 'okta|alice')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('add_note')
  await client.callTool({ name: 'add_note', arguments: { text: 'by one approval' } })
  expect(textOf(await client.callTool({ name: 'list_notes', arguments: {} }))).toContain('by one approval')
  await client.close()
  for (const email of [acme.owner.person.email, `nobody@${acme.domain}`, 'mallory@elsewhere.test'])
    await expect(connect(email, `okta|${email}`), email).rejects.toThrow()
  await disableIssuer(world.deps, acme.actor, { organizationId: acme.id, id: trusted.id })
  await expect(connect(member.email, 'okta|alice')).rejects.toThrow()
})
