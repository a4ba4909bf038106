import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Frame, type Page } from 'playwright-core'
import { codeIn } from '../../apps/server/test/support/mailbox.ts'
import { until } from '../../apps/server/test/support/until.ts'
import { freePort } from '../../packages/testing/src/application.ts'

const root = join(import.meta.dirname, '../..')

export { onlyInTestAll } from './only-in-test-all.ts'
export { freePort }

export interface ServerProcess {
  url: string
  pid: number
  output(): string
  exited: Promise<number | null>
  /** Ends it and resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Runs a server that is expected to give up at once. */
export function failingServer(env: Record<string, string>, cwd: string): { status: number | null; output: string } {
  const main = join(root, 'apps/server/dist/main.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
    cwd,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'development', ...env },
    encoding: 'utf8',
    timeout: 40_000,
  })
  return { status, output: stdout + stderr }
}

function builtServer(): string {
  const main = join(root, 'apps/server/dist/main.js')
  if (!existsSync(main)) throw new Error('apps/server is not built; run: npm run build')
  return main
}

/** The built server as an operator runs it: its own process, configured by its environment. */
export async function startServer(
  env: Record<string, string>,
  cwd: string,
  [command, ...args]: readonly [string, ...string[]] = [process.execPath, builtServer()],
): Promise<ServerProcess> {
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'development', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const url = `http://localhost:${env.PORT}`
  const ready = async () => {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`)
    return (await fetch(`http://127.0.0.1:${env.PORT}/health/ready`).catch(() => null))?.ok
  }
  await until(ready, () => `the server is not ready:\n${output}`)
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}

const exampleCommands = {
  nextjs: ['node_modules/.bin/next', 'start', '-p'],
  nuxt: [process.execPath, '.output/server/index.mjs'],
  remix: ['node_modules/.bin/remix-serve', './build/server/index.js'],
} as const

/** What the sessions of a started example are encrypted with. */
export const exampleSecret = 'a secret of the example app that is long enough'

/** The production build of an example, as its own process. */
export async function startExample(
  name: keyof typeof exampleCommands,
  {
    port,
    env,
    ready = (answer) => answer.status === 200,
  }: { port: number; env: Record<string, string>; ready?: (answer: Response) => boolean },
): Promise<{ url: string; stop(): void }> {
  const url = `http://localhost:${port}`
  const cwd = join(root, 'examples', name)
  const folder = mkdtempSync(join(tmpdir(), `example-${name}-`))
  const database = { DATABASE_URL: `file:${join(folder, 'notes.db')}` }
  spawnSync(process.execPath, ['prisma/migrate.mjs'], { cwd, env: { ...process.env, ...database } })
  const [command, ...rest] = exampleCommands[name]
  const child = spawn(command, rest.at(-1) === '-p' ? [...rest, String(port)] : rest, {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      NEXT_TELEMETRY_DISABLED: '1',
      VESTIBULE_CLIENT_SECRET: 'example-secret-0123456789',
      VESTIBULE_SECRET: exampleSecret,
      VESTIBULE_URL: url,
      ...database,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`the ${name} example ended with ${child.exitCode}:\n${output}`)
    const answer = await fetch(url).catch(() => null)
    return answer && ready(answer)
  }
  await until(isReady, () => `the ${name} example is not ready:\n${output}`)
  return { url, stop }
}

/** Its button is in the menu of the person. */
export async function signOutOfExample(page: Page): Promise<void> {
  await page.locator('.user-button > button').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** Debian's Chromium, without the background traffic that a closed network only refuses. */
export const openChromium = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  })

/** Gives a page an authenticator like a laptop's, that says yes to everything (Web Authentication Level 3, section 11). */
export async function virtualAuthenticator(
  page: Page,
  options: Record<string, unknown> = {},
): Promise<{ cdp: CDPSession; authenticator: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  })
  return { cdp, authenticator: authenticatorId }
}

/** Clicks a button, and waits until its page is left: what is asked of a page before would be asked of two. */
async function submit(page: Page, button: string): Promise<void> {
  const options = { predicate: (frame: Frame) => frame === page.mainFrame(), timeout: 10_000 }
  const left = page.waitForEvent('framenavigated', options).catch(() => null)
  await page.locator(button).first().click()
  await left
}

/** Does what the pages of the provider ask, by the contract of their field names, until the browser has left it. */
export async function completeSignIn(
  page: Page,
  issuer: string,
  mailbox: { take(address: string): Promise<{ text?: string | undefined }> },
  person: {
    email: string
    organization: string
    /** The one to choose, where an application asks for one of several. */
    organizationId?: string
  },
): Promise<void> {
  for (let step = 0; step < 12; step++) {
    await page.waitForLoadState()
    if (!page.url().startsWith(`${issuer}/`)) return
    const has = async (selector: string) => (await page.locator(selector).count()) > 0
    // The page of an application that nobody here chose: Cancel and Connect look alike.
    if (await has('[name=shown]')) {
      if (person.organizationId) await page.check(`[name=organization][value="${person.organizationId}"]`)
      await submit(page, '[name=decision][value=allow]')
      continue
    }
    if (await has('[name=email]')) await page.fill('[name=email]', person.email)
    else if (await has('[name=code]')) await page.fill('[name=code]', codeIn(await mailbox.take(person.email)))
    else if (await has('[name=accept_terms]')) await page.check('[name=accept_terms]')
    else if (await has('[name=given_name]')) {
      await page.fill('[name=given_name]', 'Ada')
      await page.fill('[name=family_name]', 'Lovelace')
    } else if (await has('[name=organization_name]')) await page.fill('[name=organization_name]', person.organization)
    else if (!(await has('button.primary')))
      throw new Error(`an unknown page at ${page.url()}: ${await page.innerText('body')}`)
    await submit(page, 'button.primary')
  }
  throw new Error(`no end in sight at ${page.url()}`)
}

/** Fetches like a browser of its own, for relying parties that keep a session. */
export class Jar {
  readonly cookies = new Map<string, string>()

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookies.size > 0)
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { redirect: 'manual', ...init, headers })
    this.keep(response.headers.getSetCookie())
    return response
  }

  keep(cookies: readonly string[]): void {
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';')
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
  }
}
