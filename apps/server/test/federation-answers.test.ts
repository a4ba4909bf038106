import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginSignIn } from '../src/flows/federation/upstream/begin-sign-in.ts'
import { finishSignIn } from '../src/flows/federation/upstream/finish-sign-in.ts'
import { readProviderMetadata } from '../src/flows/platform/providers/provider-metadata.ts'
import { findConnection } from '../src/store/prisma/federation/connections.ts'
import { answerTxt, type Company, openCompany } from './support/company.ts'
import { databases } from './support/databases.ts'
import { type DocumentHosts, openDocumentHosts } from './support/document-hosts.ts'
import { broughtTo, openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Attacks on the answer of an identity provider, as its browser brings it: FE-06, FE-07, FE-09 and FE-12.

const network = '127.0.0.1'

describe.each(databases)('an answer of an identity provider, in %s', (database) => {
  let world: TestWorld
  let upstreams: [Upstream, Upstream]
  let companies: [Company, Company]
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    upstreams = [await openUpstream(world.deps), await openUpstream(world.deps)]
    const records = answerTxt(world)
    companies = [
      await openCompany(world, records, { domain: 'acme.test', upstream: upstreams[0] }),
      await openCompany(world, records, { domain: 'globex.test', upstream: upstreams[1] }),
    ]
  })
  afterAll(async () => {
    await Promise.all((upstreams ?? []).map((upstream) => upstream.close()))
    await world?.close()
  })
  beforeEach(() => {
    for (const upstream of upstreams) upstream.reset()
  })

  async function begin({ connectionId }: Company, flowCookie?: string, purpose: 'test' | 'sign-in' = 'test') {
    const connection = await findConnection(world.deps.db, connectionId)
    if (!connection) throw new Error(`there is no connection ${connectionId}`)
    const visitor = { network, flowCookie }
    return beginSignIn(world.deps, visitor, { at: { connection }, purpose, request: {} })
  }
  const finish = (answer: URL, flowCookie: string | undefined) =>
    finishSignIn(world.deps, broughtTo(answer), { flowCookie })

  test('FE-09: it is taken once, also by two requests at the same moment', async () => {
    const { url, flowCookie } = await begin(companies[0])
    const answer = await upstreams[0].answer(url)
    const both = await Promise.all([finish(answer, flowCookie), finish(answer, flowCookie)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await finish(answer, flowCookie)).toMatchObject({ ok: false, reason: 'replayed' })
    expect(upstreams[0].redeemed).toHaveLength(1)
  })

  test('FE-09: it is taken for ten minutes', async () => {
    const { url, flowCookie } = await begin(companies[0])
    const answer = await upstreams[0].answer(url)
    world.pass(10 * 60_000 + 1000)
    expect(await finish(answer, flowCookie)).toMatchObject({ ok: false, reason: 'expired' })
    expect(upstreams[0].redeemed).toHaveLength(0)
  })

  test('FE-09: another browser can neither bring it nor use it up', async () => {
    const { url, flowCookie } = await begin(companies[0])
    const answer = await upstreams[0].answer(url)
    const stranger = await begin(companies[0])
    for (const cookie of [undefined, '', stranger.flowCookie])
      expect(await finish(answer, cookie)).toMatchObject({ ok: false, attempt: null, reason: 'other-browser' })
    expect(upstreams[0].redeemed).toHaveLength(0)
    expect(await finish(answer, flowCookie)).toMatchObject({ ok: true })
  })

  test('FE-07: it is not taken for the connection of another company', async () => {
    const own = await begin(companies[0])
    const others = await begin(companies[1], own.flowCookie)
    const answer = await upstreams[1].answer(others.url)
    answer.searchParams.set('state', new URL(own.url).searchParams.get('state') ?? '')
    expect(await finish(answer, own.flowCookie)).toMatchObject({ ok: false, reason: 'response-issuer' })
    expect([upstreams[0].redeemed, upstreams[1].redeemed]).toEqual([[], []])
  })

  test('FE-07: where no issuer is announced, the address that it came to says whose it is: the code goes to nobody', async () => {
    for (const { lies } of upstreams) {
      lies.metadata = { authorization_response_iss_parameter_supported: undefined }
      lies.callback = { iss: undefined }
    }
    world.pass(11 * 60_000)
    const own = await begin(companies[0])
    const others = await begin(companies[1], own.flowCookie)
    const answer = await upstreams[1].answer(others.url)
    answer.searchParams.set('state', new URL(own.url).searchParams.get('state') ?? '')
    expect(await finish(answer, own.flowCookie)).toMatchObject({ ok: false, reason: 'response-issuer' })
    expect([upstreams[0].redeemed, upstreams[1].redeemed]).toEqual([[], []])
    world.pass(11 * 60_000)
  })

  test.each([
    ['issuer', 'https://other.example.test'],
    ['clientId', 'another-client'],
  ] as const)('FE-06: it is not taken after the %s of its connection was changed', async (column, value) => {
    const { prisma } = world.deps.db
    const { connectionId } = companies[0]
    const { url, flowCookie } = await begin(companies[0])
    const answer = await upstreams[0].answer(url)
    const before = await prisma.connection.findUniqueOrThrow({ where: { id: connectionId } })
    await prisma.connection.update({ where: { id: connectionId }, data: { [column]: value } })
    expect(await finish(answer, flowCookie)).toMatchObject({ ok: false, reason: 'connection-changed' })
    await prisma.connection.update({ where: { id: connectionId }, data: { [column]: before[column] } })
    expect(upstreams[0].redeemed).toHaveLength(0)
  })

  test('it is not taken after its connection was disabled', async () => {
    const { prisma } = world.deps.db
    const { connectionId } = companies[0]
    const { url, flowCookie } = await begin(companies[0], undefined, 'sign-in')
    const answer = await upstreams[0].answer(url)
    await prisma.connection.update({ where: { id: connectionId }, data: { state: 'disabled' } })
    expect(await finish(answer, flowCookie)).toMatchObject({ ok: false, reason: 'connection-off' })
    await expect(begin(companies[0], undefined, 'sign-in')).rejects.toThrow('connection-off')
    await prisma.connection.update({ where: { id: connectionId }, data: { state: 'active' } })
    expect(upstreams[0].redeemed).toHaveLength(0)
  })

  test.each(['state', 'code', 'iss', 'error'])('it is not taken with two values of %s', async (name) => {
    const { url, flowCookie } = await begin(companies[0])
    const answer = await upstreams[0].answer(url)
    answer.searchParams.append(name, 'first')
    answer.searchParams.append(name, 'second')
    expect(await finish(answer, flowCookie)).toMatchObject({ ok: false, reason: 'response-invalid' })
    expect(upstreams[0].redeemed).toHaveLength(0)
  })

  test('nothing secret is in what is stored of it', async () => {
    const { url, flowCookie } = await begin(companies[0])
    const answer = await upstreams[0].answer(url)
    await finish(answer, flowCookie)
    const rows = JSON.stringify(await world.deps.db.prisma.federationAttempt.findMany())
    for (const secret of [...answer.searchParams.values(), flowCookie, new URL(url).searchParams.get('nonce') ?? ''])
      if (secret !== upstreams[0].issuer) expect(rows).not.toContain(secret)
  })
})

describe('FE-12: the metadata of an identity provider', () => {
  let world: TestWorld
  let hosts: DocumentHosts
  beforeAll(async () => {
    hosts = await openDocumentHosts(['idp.example.test', 'inner.example.test'])
    hosts.names.set('inner.example.test', ['10.0.0.1'])
    world = await openTestWorld({ SSO: 'on', DNS_RESOLVER: hosts.resolver })
  })
  afterAll(async () => {
    await world?.close()
    await hosts?.close()
  })

  const issuer = () => `https://idp.example.test:${hosts.port}`
  const read = (changed: object, at = issuer()) => {
    hosts.serve('idp.example.test', '/.well-known/openid-configuration', {
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/keys`,
      ...changed,
    })
    return readProviderMetadata(world.deps, at)
  }

  test('are read where they are right', async () => {
    expect(await read({})).toMatchObject({ issuer: issuer() })
  })

  test.each([{ issuer: 'https://idp.example.test' }, { issuer: undefined }, { issuer: ['https://idp.example.test'] }])(
    'are refused where they say %j',
    async (changed) => {
      await expect(read(changed)).rejects.toMatchObject({ reason: 'metadata-issuer' })
    },
  )

  test.each([
    'http://idp.example.test/keys',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/keys',
    'https://user:secret@idp.example.test/keys',
    'file:///etc/passwd',
    'javascript:alert(1)//',
    '/keys',
    7,
  ])('are refused where the keys are at %s', async (jwks_uri) => {
    await expect(read({ jwks_uri })).rejects.toMatchObject({ reason: 'metadata' })
  })

  test('are refused at a name that leads into a private network, without what answers there', async () => {
    const at = `https://inner.example.test:${hosts.port}`
    const refused = await readProviderMetadata(world.deps, at).catch((error: Error) => error)
    expect(refused).toMatchObject({ reason: 'unreachable' })
    expect((refused as Error).message).toBe(
      `unreachable: inner.example.test:${hosts.port} (the host is on a private network)`,
    )
    expect(hosts.seen.filter((place) => place.startsWith('inner'))).toEqual([])
  })

  test.each([
    ['a redirect', 302, ''],
    ['no JSON', 200, '<html>secret of the inside</html>'],
    ['too much', 200, ' '.repeat(300 * 1024)],
    ['a list', 200, '[]'],
  ])('are refused where their host answers with %s', async (_, status, body) => {
    hosts.answer('idp.example.test', '/.well-known/openid-configuration', (_request, response) =>
      response.writeHead(status, { Location: 'http://127.0.0.1/', 'Content-Type': 'application/json' }).end(body),
    )
    const refused = await readProviderMetadata(world.deps, issuer()).catch((error: Error) => error)
    expect(refused).toMatchObject({ name: 'ProviderMetadataRefused' })
    expect((refused as Error).message).not.toContain('secret of the inside')
  })
})
