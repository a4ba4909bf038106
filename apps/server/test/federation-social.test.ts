import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttemptRequest, FinishedAttempt } from '../src/flows/federation/upstream/attempt.ts'
import { beginSignIn } from '../src/flows/federation/upstream/begin-sign-in.ts'
import { finishSignIn } from '../src/flows/federation/upstream/finish-sign-in.ts'
import type { SocialProvider } from '../src/oidc/federation/connection.ts'
import { Params } from '../src/oidc/params.ts'
import type { OutboundFetch } from '../src/outbound/fetch.ts'
import { broughtTo, openUpstream, type Upstream } from './support/upstream.ts'
import { claimsOf, openTestWorld, type TestWorld } from './support/world.ts'

// What Google, Microsoft, Apple and GitHub say of people, and what of it is believed. None of them is asked: a provider that we
// did not write answers at their addresses.

const tenant = '11111111-2222-3333-4444-555555555555'
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const environment = {
  SSO: 'off',
  SOCIAL_GOOGLE_CLIENT_ID: 'google-client',
  SOCIAL_GOOGLE_CLIENT_SECRET: 'google-secret-0123456789',
  SOCIAL_MICROSOFT_CLIENT_ID: 'microsoft-client',
  SOCIAL_MICROSOFT_CLIENT_SECRET: 'microsoft-secret-0123456789',
  SOCIAL_GITHUB_CLIENT_ID: 'github-client',
  SOCIAL_GITHUB_CLIENT_SECRET: 'github-secret-0123456789',
  SOCIAL_APPLE_CLIENT_ID: 'com.example.web',
  SOCIAL_APPLE_TEAM_ID: 'ABCDE12345',
  SOCIAL_APPLE_KEY_ID: 'FGHIJ67890',
  SOCIAL_APPLE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

let world: TestWorld
let outbound: OutboundFetch
const upstreams: Upstream[] = []
beforeAll(async () => {
  world = await openTestWorld(environment)
  outbound = world.deps.outbound
})
afterAll(async () => {
  await Promise.all(upstreams.map((upstream) => upstream.close()))
  await world?.close()
})

const issuers = {
  google: ['https://accounts.google.com'],
  microsoft: ['https://login.microsoftonline.com/common/v2.0', `https://login.microsoftonline.com/${tenant}/v2.0`],
  apple: ['https://appleid.apple.com'],
} as const

async function openSocial(social: keyof typeof issuers): Promise<Upstream> {
  const upstream = await openUpstream(world.deps)
  upstreams.push(upstream)
  world.deps.outbound = outbound
  const [issuer, tokenIssuer] = issuers[social]
  upstream.standInFor(world.deps, issuer, tokenIssuer)
  return upstream
}

const begin = (social: SocialProvider, request: AttemptRequest = {}) =>
  beginSignIn(world.deps, { network: '127.0.0.1', flowCookie: undefined }, { at: { social }, purpose: 'test', request })

async function signIn(upstream: Upstream, social: SocialProvider): Promise<FinishedAttempt> {
  const { url, flowCookie } = await begin(social)
  return finishSignIn(world.deps, broughtTo(await upstream.answer(url)), { flowCookie })
}

test('FE-01: Microsoft is believed that an address is somebody’s only where it verified the domain', async () => {
  const upstream = await openSocial('microsoft')
  upstream.person = {
    sub: 'of-an-attacker',
    tid: tenant,
    oid: 'object',
    email: 'victim@acme.test',
    email_verified: true,
  }
  expect(await signIn(upstream, 'microsoft')).toMatchObject({
    ok: true,
    identity: { issuer: issuers.microsoft[1], email: 'victim@acme.test', domainOwnerVerified: false },
  })
  upstream.person = { ...upstream.person, xms_edov: true }
  expect(await signIn(upstream, 'microsoft')).toMatchObject({ ok: true, identity: { domainOwnerVerified: true } })
})

test('FE-01: a tenant of Microsoft cannot speak for another', async () => {
  const upstream = await openSocial('microsoft')
  const other = '99999999-2222-3333-4444-555555555555'
  for (const tid of [other, undefined, 'common', `${tenant}/../${other}`, '{tenantid}']) {
    upstream.person = { sub: 'of-an-attacker', tid, email: 'victim@acme.test' }
    expect(await signIn(upstream, 'microsoft')).toMatchObject({ ok: false, reason: 'issuer' })
  }
})

test('FE-16: the form of Apple proves nothing but its code', async () => {
  const upstream = await openSocial('apple')
  upstream.person = { sub: 'of-apple', email: 'relay@privaterelay.appleid.com', email_verified: 'true' }
  const { url, flowCookie } = await begin('apple')
  expect(new URL(url).searchParams.get('response_mode')).toBe('form_post')
  const answer = await upstream.answer(url)
  const { searchParams } = answer
  searchParams.set('user', JSON.stringify({ name: { firstName: '<b>Eve' }, email: 'victim@acme.test' }))
  searchParams.set('id_token', upstream.sign({ email: 'victim@acme.test' }))
  expect(await finishSignIn(world.deps, broughtTo(answer), { flowCookie })).toMatchObject({
    ok: true,
    identity: { email: 'relay@privaterelay.appleid.com', emailVerified: true, givenName: null },
  })
  const [{ params } = { params: {} }] = upstream.redeemed
  expect(claimsOf(String((params as { client_secret?: string }).client_secret))).toMatchObject({
    iss: 'ABCDE12345',
    sub: 'com.example.web',
    aud: 'https://appleid.apple.com',
  })
})

test('Apple’s word that an address is not verified is one', async () => {
  const upstream = await openSocial('apple')
  upstream.person = { sub: 'of-apple', email: 'somebody@acme.test', email_verified: 'false' }
  expect(await signIn(upstream, 'apple')).toMatchObject({ ok: true, identity: { emailVerified: false } })
})

test('Google says whose Workspace somebody is of, or nothing', async () => {
  const upstream = await openSocial('google')
  upstream.person = { sub: 'of-google', email: 'somebody@acme.test', email_verified: true }
  expect(await signIn(upstream, 'google')).toMatchObject({ ok: true, identity: { hostedDomain: null } })
  upstream.person = { ...upstream.person, hd: 'ACME.test' }
  expect(await signIn(upstream, 'google')).toMatchObject({ ok: true, identity: { hostedDomain: 'acme.test' } })
})

const githubAnswers =
  (answers: Record<string, unknown>): OutboundFetch =>
  async (url) => ({
    status: 200,
    headers: {},
    body: JSON.stringify(answers[new URL(url).pathname]),
  })

async function signInAtGithub(answers: Record<string, unknown>): Promise<FinishedAttempt> {
  world.deps.outbound = githubAnswers({
    '/login/oauth/access_token': { access_token: 'gho_0123456789', token_type: 'bearer' },
    '/user': { id: 583231, login: 'octocat', email: 'public@acme.test', name: 'Octo Cat' },
    ...answers,
  })
  const { url, flowCookie } = await begin('github')
  const state = new URL(url).searchParams.get('state') ?? ''
  return finishSignIn(
    world.deps,
    {
      callback: 'github',
      params: new Params([
        ['state', state],
        ['code', 'a-code'],
      ]),
    },
    { flowCookie },
  )
}

test('GitHub is believed its primary address if it is verified, and no other', async () => {
  const primary = { email: 'octocat@acme.test', primary: true, verified: true }
  const other = { email: 'other@acme.test', primary: false, verified: true }
  expect(await signInAtGithub({ '/user/emails': [other, primary] })).toMatchObject({
    ok: true,
    identity: { issuer: 'https://github.com', subject: '583231', email: 'octocat@acme.test', emailVerified: true },
  })
  for (const emails of [[{ ...primary, verified: false }, other], [other], [], {}, [null]])
    expect(await signInAtGithub({ '/user/emails': emails })).toMatchObject({ ok: true, identity: { email: null } })
})

test.each([{ id: '583231' }, { id: -1 }, { id: 1.5 }, { id: 2 ** 60 }, {}, []])(
  'GitHub names nobody by %j',
  async (user) => {
    expect(await signInAtGithub({ '/user': user, '/user/emails': [] })).toMatchObject({ ok: false, reason: 'subject' })
  },
)

test('GitHub’s errors come with status 200', async () => {
  const refused = { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' }
  expect(await signInAtGithub({ '/login/oauth/access_token': refused })).toMatchObject({ reason: 'code-rejected' })
})
