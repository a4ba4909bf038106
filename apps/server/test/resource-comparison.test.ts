import { describe, expect, test } from 'vitest'
import type { Environment } from '../src/config/environment.ts'
import { readConfig } from '../src/config/read.ts'
import { ConfigError, type Problem } from '../src/config/settings.ts'
import { ownClient } from '../src/flows/platform/clients/own-client.ts'
import type { Client } from '../src/oidc/clients.ts'
import {
  comparableResource,
  defaultResource,
  isSameResource,
  leastAcr,
  type Resource,
  type ResourceRegistry,
  resolveResources,
} from '../src/oidc/resources.ts'

// Resources: the APIs that tokens are for. How they are compared, and what an operator may register (docs/resources.md).

const resource = (identifier: string, given: Partial<Resource> = {}): Resource => ({
  identifier,
  variable: null,
  name: identifier,
  scopes: [],
  scopeTexts: new Map(),
  dpop: 'optional',
  dpopNonce: 'optional',
  apiKeys: false,
  permissions: false,
  defaultScopes: [],
  dynamicClients: 'none',
  organization: 'none',
  tokenTtl: null,
  claims: [],
  rfc9068: false,
  minAcr: null,
  ...given,
})

const registryOf = (...resources: Resource[]): ResourceRegistry => ({
  size: resources.length,
  find: (identifier) => resources.find((known) => isSameResource(known.identifier, identifier)),
  all: () => resources,
})

const own = (...audiences: string[]): Client => ({ ...ownClient('own', 'Own'), source: 'environment', audiences })
const document = (trust: Client['trust']): Client => ({
  ...ownClient('https://c.example/client.json', 'C'),
  source: 'document',
  trust,
})

describe('comparison of identifiers', () => {
  const registered = 'https://rs.example/mcp'
  test.each([
    ['https://RS.example/mcp', true],
    ['HTTPS://rs.EXAMPLE/mcp', true],
    ['https://rs.example:443/mcp', true],
    ['https://rs.example/mcp/', false],
    ['https://rs.example/MCP', false],
    ['https://rs.example/mcp#x', false],
    ['https://rs.example/mcp#', false],
    ['https://rs.example/mcp?', false],
    ['https://rs.example/mcp?a=b', false],
    ['https://rs.example/other', false],
    ['https://rs.example/x/../mcp', false],
    ['https://rs.example/%6dcp', false],
    ['https://rs.example:8443/mcp', false],
    ['https://rs.example:80/mcp', false],
    ['http://rs.example/mcp', false],
    ['https://rs.example./mcp', false],
    ['https://user@rs.example/mcp', false],
    ['https://rs.example@evil.example/mcp', false],
    ['https:/rs.example/mcp', false],
    ['https:rs.example/mcp', false],
    ['https:\\\\rs.example\\mcp', false],
    ['https:///rs.example/mcp', false],
    [' https://rs.example/mcp', false],
    ['https://rs.example/mcp\n', false],
    ['https://r\u017f.example/mcp', false],
    ['//rs.example/mcp', false],
    ['', false],
  ])('CM-23 %j is the resource: %s', (asked, same) => {
    expect(isSameResource(registered, asked)).toBe(same)
  })

  test('a lone slash is no path, and a query counts', () => {
    expect(isSameResource('https://rs.example', 'https://RS.example:443/')).toBe(true)
    expect(isSameResource('https://rs.example/?tenant=a', 'https://rs.example?tenant=a')).toBe(true)
    expect(isSameResource('https://rs.example/?tenant=a', 'https://rs.example/?tenant=A')).toBe(false)
    expect(isSameResource('http://rs.example:80', 'http://rs.example')).toBe(true)
  })

  test('an identifier may have another scheme, and is bounded', () => {
    expect(comparableResource('URN:example:orders')).toBe('urn:example:orders')
    expect(isSameResource('api://orders/x', 'api://ORDERS/x')).toBe(false)
    expect(comparableResource(`https://rs.example/${'a'.repeat(500)}`)).toBeNull()
    expect(comparableResource('orders')).toBeNull()
  })
})

describe('what a request may name', () => {
  const mcp = resource('https://rs.example/mcp', { dynamicClients: 'listed' })
  const orders = resource('https://orders.example', { dynamicClients: 'any' })
  const closed = resource('https://closed.example')
  const registry = registryOf(mcp, orders, closed)

  test('CM-23 the audience is the registered spelling, whatever was asked for', () => {
    expect(resolveResources(['https://RS.example:443/mcp'], document('listed'), registry)).toEqual([mcp.identifier])
    expect(resolveResources(['HTTPS://orders.example/'], own('https://ORDERS.example'), registry)).toEqual([
      orders.identifier,
    ])
  })

  test('a client of the operator has what its AUDIENCES name, registered or not', () => {
    const client = own('https://orders.example', 'https://legacy.example/API')
    expect(resolveResources(['https://legacy.example/API', 'https://orders.example'], client, registry)).toHaveLength(2)
    for (const refused of ['https://LEGACY.example/API', 'https://rs.example/mcp', 'https://legacy.example/API#'])
      expect(() => resolveResources([refused], client, registry)).toThrow('invalid_target')
  })

  test('a dynamic client has what is open to it, and one at a time', () => {
    for (const trust of ['own', 'listed'] as const)
      expect(resolveResources([mcp.identifier], document(trust), registry)).toEqual([mcp.identifier])
    expect(() => resolveResources([mcp.identifier], document('unknown'), registry)).toThrow('invalid_target')
    expect(resolveResources([orders.identifier], document('unknown'), registry)).toEqual([orders.identifier])
    expect(() => resolveResources([closed.identifier], document('own'), registry)).toThrow('invalid_target')
    const audacious = { ...document('unknown'), audiences: [closed.identifier, 'https://legacy.example'] }
    for (const named of audacious.audiences)
      expect(() => resolveResources([named], audacious, registry)).toThrow('invalid_target')
    expect(() => resolveResources([mcp.identifier, orders.identifier], document('listed'), registry)).toThrow(
      'invalid_target',
    )
    expect(resolveResources([mcp.identifier, 'https://RS.EXAMPLE/mcp'], document('listed'), registry)).toHaveLength(1)
  })

  test('CM-23 a request that names none is for the only one that is open to the client', () => {
    expect(defaultResource(document('unknown'), registry)).toBe(orders)
    expect(defaultResource(document('listed'), registry)).toBeNull()
    expect(defaultResource(document('unknown'), registryOf(mcp))).toBeNull()
    expect(defaultResource(own('https://ORDERS.example'), registry)).toBe(orders)
    expect(defaultResource(own('https://orders.example', 'https://legacy.example'), registry)).toBeNull()
    expect(defaultResource(own('https://legacy.example'), registry)).toBeNull()
  })

  test('the strongest demand of several resources counts', () => {
    expect(leastAcr([mcp, orders])).toBeNull()
    expect(leastAcr([resource('a:b', { minAcr: 'urn:vestibule:acr:mail' }), resource('a:c', { minAcr: 'phrh' })])).toBe(
      'phrh',
    )
  })
})

describe('resources of the environment', () => {
  const machine = {
    readFile: () => '',
    keptSecret: () => 'kept-secret-0123456789-abcdefghij',
    cwd: '/srv',
    processors: 1,
  }
  const read = (env: Environment) => readConfig({ ISSUER: 'http://localhost:4000', ...env }, machine)
  const problems = (env: Environment): readonly Problem[] => {
    try {
      read(env)
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.problems
      throw error
    }
  }

  test('have the defaults of their settings', () => {
    expect(read({}).resources).toEqual([])
    const { resources } = read({
      OIDC_RESOURCE_7: 'https://rs.example/mcp',
      OIDC_RESOURCE_0: 'urn:example:orders',
      OIDC_RESOURCE_0_NAME: 'Orders',
      OIDC_RESOURCE_0_SCOPES: 'orders:read, orders:write',
      OIDC_RESOURCE_0_DEFAULT_SCOPES: 'orders:read',
      OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'listed',
      OIDC_RESOURCE_0_ORGANIZATION: 'optional',
      OIDC_RESOURCE_0_TOKEN_TTL: '120',
      OIDC_RESOURCE_0_MIN_ACR: 'phr',
    })
    expect(resources).toEqual([
      {
        identifier: 'urn:example:orders',
        dpop: 'optional',
        dpopNonce: 'optional',
        variable: 'OIDC_RESOURCE_0',
        name: 'Orders',
        scopes: ['orders:read', 'orders:write'],
        scopeTexts: new Map(),
        apiKeys: false,
        permissions: false,
        defaultScopes: ['orders:read'],
        dynamicClients: 'listed',
        organization: 'optional',
        tokenTtl: 120,
        claims: [],
        rfc9068: false,
        minAcr: 'phr',
      },
      {
        ...resource('https://rs.example/mcp', { organization: 'required' }),
        variable: 'OIDC_RESOURCE_7',
      },
    ])
  })

  const sound = { OIDC_RESOURCE_0: 'https://rs.example/mcp' }
  test.each<[string, Environment, string]>([
    ['a fragment', { OIDC_RESOURCE_0: 'https://rs.example/#a' }, 'OIDC_RESOURCE_0'],
    ['a relative identifier', { OIDC_RESOURCE_0: '/mcp' }, 'OIDC_RESOURCE_0'],
    ['a blank', { OIDC_RESOURCE_0: 'https://rs.example/a b' }, 'OIDC_RESOURCE_0'],
    ['a password', { OIDC_RESOURCE_0: 'https://u:p@rs.example/' }, 'OIDC_RESOURCE_0'],
    ['513 characters', { OIDC_RESOURCE_0: `https://rs.example/${'a'.repeat(494)}` }, 'OIDC_RESOURCE_0'],
    ...['{', '[]', '{"a":{"en":{}}}', '{"a":{"en":{"name":"A","text":"B"}}}', '{"b":{}}', ' '.padEnd(65_537, 'x')].map(
      (texts): [string, Environment, string] => [
        `the scope texts ${texts.slice(0, 40)}`,
        { ...sound, OIDC_RESOURCE_0_SCOPES: 'a', OIDC_RESOURCE_0_SCOPE_TEXTS: texts },
        'OIDC_RESOURCE_0_SCOPE_TEXTS',
      ],
    ),
    ['the issuer', { OIDC_RESOURCE_0: 'http://LOCALHOST:4000/' }, 'OIDC_RESOURCE_0'],
    ['the management API', { OIDC_RESOURCE_0: 'http://localhost:4000/api/v1' }, 'OIDC_RESOURCE_0'],
    ['one resource twice', { ...sound, OIDC_RESOURCE_1: 'https://RS.example:443/mcp' }, 'OIDC_RESOURCE_1'],
    ['a scope of sign-in', { ...sound, OIDC_RESOURCE_0_SCOPES: 'openid' }, 'OIDC_RESOURCE_0_SCOPES'],
    ['a scope of the management API', { ...sound, OIDC_RESOURCE_0_SCOPES: 'users:read' }, 'OIDC_RESOURCE_0_SCOPES'],
    ['a scope with a quote', { ...sound, OIDC_RESOURCE_0_SCOPES: 'a"b' }, 'OIDC_RESOURCE_0_SCOPES'],
    [
      'a default beyond the scopes',
      { ...sound, OIDC_RESOURCE_0_SCOPES: 'a:b', OIDC_RESOURCE_0_DEFAULT_SCOPES: 'a:c' },
      'OIDC_RESOURCE_0_DEFAULT_SCOPES',
    ],
    ['a default without scopes', { ...sound, OIDC_RESOURCE_0_DEFAULT_SCOPES: 'a:c' }, 'OIDC_RESOURCE_0_DEFAULT_SCOPES'],
    ['an unknown choice', { ...sound, OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'all' }, 'OIDC_RESOURCE_0_DYNAMIC_CLIENTS'],
    ['an unknown acr', { ...sound, OIDC_RESOURCE_0_MIN_ACR: 'gold' }, 'OIDC_RESOURCE_0_MIN_ACR'],
    ['a long token', { ...sound, OIDC_RESOURCE_0_TOKEN_TTL: '86400' }, 'OIDC_RESOURCE_0_TOKEN_TTL'],
    ['DPoP where it is off', { ...sound, OIDC_RESOURCE_0_DPOP: 'required' }, 'OIDC_RESOURCE_0_DPOP'],
    ['a setting without a resource', { OIDC_RESOURCE_3_NAME: 'Orders' }, 'OIDC_RESOURCE_3'],
    ['another prefix', { OIDC_RESOURCES_0: 'https://rs.example' }, 'OIDC_RESOURCES_0'],
    ['an id as of clients', { OIDC_RESOURCE_ID_0: 'https://rs.example' }, 'OIDC_RESOURCE_ID_0'],
  ])('%s is refused at the start', (_, env, variable) => {
    expect(problems(env).map((problem) => problem.variable)).toEqual([variable])
  })

  test('a passkey can be demanded only where there can be one', () => {
    const env = { ...sound, ISSUER: 'http://127.0.0.1:4000', OIDC_RESOURCE_0_MIN_ACR: 'phr' }
    expect(problems(env).map((problem) => problem.variable)).toEqual(['OIDC_RESOURCE_0_MIN_ACR'])
    expect(problems({ ...env, OIDC_RESOURCE_0_MIN_ACR: 'urn:vestibule:acr:mail' })).toEqual([])
  })

  test('a setting that is nearly one is named', () => {
    const [problem] = problems({ ...sound, OIDC_RESOURCE_0_SCOPE: 'a:b' })
    expect(problem?.fault).toContain('did you mean "SCOPES"?')
  })
})
