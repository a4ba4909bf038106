import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, someone, type TestWorld } from '../../apps/server/test/support/world.ts'
import { guideBlocks, writeFiles } from './guides.ts'
import { run, terminal } from './newcomer/processes.ts'

// docs/guides/expo.md without a device: its files compile in a new project, and its auth.ts signs in at a real server. What a device
// does is played below. Part of `npm run test:all`.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-expo-'))
const place = join(folder, 'my-app')
const env = { ...terminal(''), CI: '1', NO_COLOR: '1', EXPO_NO_TELEMETRY: '1' }
const blocks = guideBlocks('expo')
const shell = (text = '') => ['bash', '-ec', text] as const
let world: TestWorld

beforeAll(async () => {
  world = await openTestWorld(
    {
      OIDC_CLIENT_ID_20: 'notes-app',
      OIDC_CLIENT_20_REDIRECT_URIS: 'com.example.notes:/callback',
      OIDC_CLIENT_20_GRANT_TYPES: 'authorization_code,refresh_token',
      OIDC_CLIENT_20_SCOPES: 'openid,profile,email,offline_access',
    },
    { clock: 'running' },
  )
  await run(shell(blocks.get('create')), folder, env)
  writeFiles(place, blocks)
  await run(shell(blocks.get('install')), place, env)
}, 600_000)
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the files compile in a new project', async () => {
  expect(await run(['node_modules/.bin/tsc', '--noEmit'], place, env)).toBe('')
})

/** The modules of a device, as far as auth.ts and expo-auth-session use them. */
const device = `
import { createHash } from 'node:crypto'
export const Platform = { OS: 'ios', select: (choices) => choices.ios ?? choices.native ?? choices.default }
export class CodedError extends Error { constructor(code, message) { super(message); this.code = code } }
export const ExecutionEnvironment = { Bare: 'bare', Standalone: 'standalone', StoreClient: 'storeClient' }
export default { executionEnvironment: 'standalone' }
export const createURL = () => { throw new Error('only in Expo Go') }
export const CryptoDigestAlgorithm = { SHA256: 'sha256' }
export const CryptoEncoding = { BASE64: 'base64', HEX: 'hex' }
export const getRandomValues = (array) => crypto.getRandomValues(array)
export const digestStringAsync = async (algorithm, text, { encoding }) => createHash(algorithm).update(text).digest(encoding)
export const keyChain = new Map()
export const getItemAsync = async (name) => keyChain.get(name) ?? null
export const setItemAsync = async (name, value) => { keyChain.set(name, value) }
export const deleteItemAsync = async (name) => { keyChain.delete(name) }
export const browser = { open: async (url, returnUrl) => ({ type: 'cancel' }) }
export const openAuthSessionAsync = (url, returnUrl) => browser.open(url, returnUrl)
export const dismissAuthSession = () => {}
`
const modules =
  /^(react-native|expo-modules-core|expo-constants|expo-linking|expo-crypto|expo-web-browser|expo-secure-store|device)$/
const playedDevice: Plugin = {
  name: 'device',
  setup(bundle) {
    bundle.onResolve({ filter: modules }, () => ({ path: 'device', namespace: 'device' }))
    bundle.onLoad({ filter: /.*/, namespace: 'device' }, () => ({ contents: device, resolveDir: place }))
  },
}

interface App {
  signIn(): Promise<{ email?: string } | null>
  resume(): Promise<{ email?: string } | null>
  signOut(): Promise<void>
  keyChain: Map<string, string>
  browser: { open(url: string, returnUrl: string): Promise<{ type: string; url?: string }> }
}

async function openApp(): Promise<App> {
  const outfile = join(place, 'bundle.mjs')
  await build({
    stdin: { contents: "export * from './auth.ts'\nexport { browser, keyChain } from 'device'", resolveDir: place },
    plugins: [playedDevice],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    define: {
      __DEV__: 'true',
      'process.env.EXPO_PUBLIC_ISSUER': JSON.stringify(world.issuer),
      'process.env.EXPO_PUBLIC_CLIENT_ID': '"notes-app"',
    },
  })
  return import(outfile)
}

test('a person signs in at the provider, comes back later, and signs out', async () => {
  const app = await openApp()
  expect([await app.signIn(), await app.resume()]).toEqual([null, null])

  const person = someone()
  let opened = new URLSearchParams()
  app.browser.open = async (url, returnUrl) => {
    opened = new URL(url).searchParams
    const browser = world.browser()
    await browser.go(url)
    const { callback } = await world.finish(browser, person)
    expect(callback?.href).toMatch(new RegExp(`^${returnUrl}\\?`))
    return { type: 'success', url: callback?.href ?? '' }
  }
  expect(await app.signIn()).toMatchObject({ email: person.email })
  expect(Object.fromEntries(opened)).toMatchObject({
    client_id: 'notes-app',
    code_challenge_method: 'S256',
    redirect_uri: 'com.example.notes:/callback',
    response_type: 'code',
  })
  const first = app.keyChain.get('refresh_token')
  expect(await app.resume()).toMatchObject({ email: person.email })
  const second = app.keyChain.get('refresh_token')
  expect(second).not.toBe(first)

  await app.signOut()
  expect(app.keyChain.size).toBe(0)
  // The token is no use to anyone who has copied it.
  app.keyChain.set('refresh_token', second ?? '')
  expect([await app.resume(), app.keyChain.size]).toEqual([null, 0])
})

test('a response of another provider, or to another request, signs nobody in', async () => {
  const app = await openApp()
  const answer = (change: (parameters: URLSearchParams) => void) => async (url: string, returnUrl: string) => {
    const { searchParams } = new URL(url)
    const parameters = new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '', iss: world.issuer })
    change(parameters)
    return { type: 'success', url: `${returnUrl}?${parameters}` }
  }
  app.browser.open = answer((parameters) => parameters.set('iss', 'https://evil.test'))
  await expect(app.signIn()).rejects.toThrow('another provider')
  app.browser.open = answer((parameters) => parameters.set('state', 'another'))
  await expect(app.signIn()).rejects.toThrow('state')
  app.browser.open = answer((parameters) => parameters.set('error', 'access_denied'))
  await expect(app.signIn()).rejects.toThrow()
  expect(app.keyChain.size).toBe(0)
})
