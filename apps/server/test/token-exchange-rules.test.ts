import { describe, expect, test } from 'vitest'
import { metadataOf, readClientMetadata } from '../src/config/client-metadata.ts'
import type { Environment } from '../src/config/environment.ts'
import { readConfig } from '../src/config/read.ts'
import { ConfigError } from '../src/config/settings.ts'
import { exchangeRuleText, parseExchangeRule } from '../src/oidc/exchange-rules.ts'
import { tokenExchange } from '../src/oidc/response-types.ts'
import { actorsOf, isDelegated } from '../src/oidc/token-exchange.ts'

// What may be exchanged is written down rule by rule, and a mistake is found at the start.

const machine = {
  readFile: () => '',
  keptSecret: () => 'kept-secret-0123456789-abcdefghij',
  cwd: '/srv',
  processors: 1,
}
const rule = 'https://orders.test https://stock.test stock:read needs=orders:read'
const api = {
  NODE_ENV: 'production',
  ISSUER: 'https://id.test',
  SECRET: 'a secret of the server: 0123456789-abcdefghij',
  DATABASE_URL: 'file:/srv/test.db',
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'id@id.test',
  OIDC_CLIENT_ID_0: 'orders-api',
  OIDC_CLIENT_0_SECRET: 'a-secret-of-the-client',
  OIDC_CLIENT_0_AUDIENCES: 'https://orders.test',
  OIDC_CLIENT_0_GRANT_TYPES: tokenExchange,
}
const problemsOf = (env: Environment): Record<string, string> => {
  try {
    readConfig({ ...api, ...env }, machine)
    return {}
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return Object.fromEntries(error.problems.map(({ variable, fault }) => [variable, fault]))
  }
}
const faultOf = (text: string, more: Environment = {}) =>
  problemsOf({ OIDC_CLIENT_0_EXCHANGE_0: text, ...more }).OIDC_CLIENT_0_EXCHANGE_0

test('a rule names two resources, scopes, what a token needs, and who may act', () => {
  const text = `${rule},orders:list actors=agent,agent%20two%2Cb`
  expect(parseExchangeRule(`  ${text.replaceAll(' ', '  ')} `)).toEqual({
    from: 'https://orders.test',
    to: 'https://stock.test',
    scopes: ['stock:read'],
    needs: ['orders:read', 'orders:list'],
    actors: ['agent', 'agent two,b'],
  })
  for (const same of [text, rule, 'urn:a urn:b b:x needs=']) {
    const parsed = parseExchangeRule(same)
    expect('fault' in parsed ? parsed.fault : exchangeRuleText(parsed)).toBe(same)
  }
})

describe('a start is refused', () => {
  test.each([
    ['https://orders.test', 'must be <from resource> <to resource> <scopes> needs=<scopes>'],
    ['orders https://stock.test stock:read needs=', 'names "orders", which is not an absolute URI'],
    ['https://orders.test https://stock.test#x stock:read needs=', 'names "https://stock.test#x"'],
    ['https://orders.test https://ORDERS.test:443/ stock:read needs=', 'leads from a resource to itself'],
    ['https://orders.test https://stock.test needs=orders:read', 'names no scope of the resource'],
    ['https://orders.test https://stock.test stock:read', 'has no needs='],
    [
      'https://orders.test https://stock.test stock:read need=orders:read',
      'contains "need=orders:read", which is neither',
    ],
    ['https://orders.test https://stock.test stock:read needs=a needs=b', 'names needs twice'],
    ['https://orders.test https://stock.test stock:read needs=a actors=', 'has actors= without the id of a client'],
    ['https://orders.test https://stock.test stock:"read needs=a', 'contains the scope "stock:"read"'],
    ['https://orders.test https://stock.test openid needs=a', 'gives "openid", which is a scope of this server'],
    [
      'https://orders.test https://stock.test users:read needs=a',
      'gives "users:read", which is a scope of this server',
    ],
    [
      'https://bills.test https://stock.test stock:read needs=',
      'leads from https://bills.test, which AUDIENCES does not name',
    ],
    ['https://orders.test https://id.test stock:read needs=', 'names https://id.test, which is ISSUER'],
    ['https://orders.test https://id.test/api/v1 stock:read needs=', 'which is the management API'],
    [
      'https://orders.test https://id.test/access/v1 stock:read needs=',
      'which is where clients ask what people may do',
    ],
    [`https://orders.test https://stock.test ${'s'.repeat(2000)} needs=`, 'is longer than 2000 characters'],
  ])('for %s', (text, fault) => {
    expect(faultOf(text)).toContain(fault)
  })

  test('for a public client, one without the grant type or without a rule, and one that asks people', () => {
    expect(faultOf(rule)).toBeUndefined()
    expect(faultOf(rule, { OIDC_CLIENT_0_GRANT_TYPES: 'client_credentials' })).toContain('GRANT_TYPES does not contain')
    expect(problemsOf({}).OIDC_CLIENT_0_EXCHANGE_0).toContain('is missing, but GRANT_TYPES contains')
    expect(problemsOf({ OIDC_CLIENT_0_EXCHANGE_0: rule, OIDC_CLIENT_0_SECRET: undefined })).toMatchObject({
      OIDC_CLIENT_0_GRANT_TYPES: expect.stringContaining('a public client cannot use'),
    })
    expect(faultOf(rule, { OIDC_CLIENT_0_REQUIRE_CONSENT: 'true' })).toContain('nobody can be asked')
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`OIDC_CLIENT_0_EXCHANGE_${at * 3}`, rule]))
    expect(faultOf(rule, many)).toContain('more than 50 rules')
  })

  test('for a rule whose name is wrong', () => {
    expect(problemsOf({ OIDC_CLIENT_0_EXCHANGE: rule })).toHaveProperty('OIDC_CLIENT_0_EXCHANGE')
    expect(problemsOf({ OIDC_CLIENT_0_EXCHANGE_A: rule })).toHaveProperty('OIDC_CLIENT_0_EXCHANGE_A')
  })
})

test('the mistake is that of the rule that has it', () => {
  const other = rule.replace('orders.test', 'bills.test')
  const { OIDC_CLIENT_0_EXCHANGE_7: fault, ...others } = problemsOf({
    ...{ OIDC_CLIENT_0_EXCHANGE_2: rule, OIDC_CLIENT_0_EXCHANGE_7: other },
  })
  expect(fault).toContain('https://bills.test, which AUDIENCES does not name')
  expect(others).toEqual({})
})

test('rules have any numbers, and their order', () => {
  const other = rule.replace('stock:read', 'stock:reserve')
  const { clients } = readConfig({ ...api, OIDC_CLIENT_0_EXCHANGE_12: other, OIDC_CLIENT_0_EXCHANGE_3: rule }, machine)
  expect(clients.get('orders-api')?.exchangeRules.map(exchangeRuleText)).toEqual([rule, other])
})

test('the metadata of a client of the console has the same rules and the same mistakes', () => {
  const config = { dpop: false, production: false, issuer: 'https://id.test' }
  const metadata = (rules: string[]) => ({
    grant_types: [tokenExchange],
    audiences: ['https://orders.test'],
    exchange_rules: rules,
  })
  const rules = [rule, `${rule} actors=a%2Cb`]
  const { client, faults } = readClientMetadata(config, 'orders-api', metadata(rules), ['digest'])
  expect(faults).toEqual([])
  expect(metadataOf(client).exchange_rules).toEqual(rules)
  const faultsOf = (given: string[], digests = ['digest']) =>
    readClientMetadata(config, 'orders-api', metadata(given), digests).faults
  expect(faultsOf([rule, 'x'])).toEqual([{ member: 'exchange_rules', fault: expect.stringContaining('must be <from') }])
  expect(faultsOf([])).toEqual([{ member: 'exchange_rules', fault: expect.stringContaining('is missing') }])
  expect(faultsOf([rule.replace('orders.test', 'other.test')])).toEqual([
    { member: 'exchange_rules', fault: expect.stringContaining('AUDIENCES does not name') },
  ])
  expect(faultsOf([rule], [])).toEqual([expect.objectContaining({ member: 'grant_types' })])
})

test('who acts for a person is a client of an issuer; an operator who acts as them has none', () => {
  const act = { sub: 'b', iss: 'https://id.test', act: { sub: 'a', iss: 'https://id.test' } }
  expect(actorsOf(act).map(({ sub }) => sub)).toEqual(['b', 'a'])
  expect(isDelegated(act)).toBe(true)
  for (const other of [undefined, null, 'x', { sub: 'operator' }, { sub: 'x', iss: 7 }]) {
    expect(isDelegated(other)).toBe(false)
    expect(actorsOf(other)).toEqual([])
  }
})
