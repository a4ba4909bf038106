import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Release, rehearseRelease } from '../../release/rehearsal.ts'
import { blockUnder } from '../../repo/docs-blocks.ts'
import { onlyInTestAll, openChromium } from '../support.ts'
import { addSignIn, commitAll, stateOf } from './add.ts'
import { organizationFiles, quickStartOf, variablesOf, writeFiles } from './document.ts'
import { type Application, billingVisit, guardedVisit, openVisitor, wholeVisit } from './journey.ts'
import { answering, expectFree, normalized, type Running, run, start, terminal } from './processes.ts'
import type { Framework, FrameworkName } from './project.ts'
import { type Provider, startProvider } from './provider.ts'
import { frameworks as allFrameworks } from './scaffolds.ts'
import { verifyBySkill } from './skill.ts'
import { createStarter, prepareForProduction, starterAt, starters } from './starters.ts'

// docs/nextjs.md, nuxt.md, react-router.md and remix.md, and for Next.js docs/organizations.md after it, followed word by word as
// a newcomer does: in a new project, with packages that npm finds by their name, by the framework's own commands on its own
// port, with no variables in development. What the console or the terminal says, and the untouched project does not say, is a
// failure.

/**
 * `npm test` has `add` make the files of the page in a new project of Next.js, and signs in on its development server; the pages
 * step by step, the other frameworks, the wait for tokens to die and the builds are of `npm run test:all`.
 */
const all = Boolean(process.env.TEST_ALL)
const frameworks = all ? allFrameworks : allFrameworks.filter(({ name }) => name === 'nextjs')

const folder = mkdtempSync(join(tmpdir(), 'vestibule-newcomer-'))
let release: Release
let provider: Provider
let browser: Browser
let env: Record<string, string>

beforeAll(async () => {
  release = await rehearseRelease()
  env = terminal(release.registry)
  provider = await startProvider()
  browser = await openChromium()
  if (!all) makeProjects()
}, 180_000)
// A dozen projects with all their packages are deleted, which takes minutes on a busy machine.
afterAll(async () => {
  await browser?.close()
  await provider?.close()
  await release?.close()
  rmSync(folder, { recursive: true, force: true })
}, 600_000)

const folderOf = ({ name }: Framework) => join(folder, name)
/** A copy of the new project, for `add` of @vestibule/cli. */
const addedFolderOf = ({ name }: Framework) => join(folder, `${name}-added`)

/** What `visit` and the server have to say, beyond what is `expected`. */
async function servedBy(
  command: readonly [string, ...string[]],
  { cwd, port, variables = {} }: { cwd: string; port: number; variables?: Variables },
  visit: (origin: string, server: Running) => Promise<string[]>,
): Promise<Set<string>> {
  await expectFree(port)
  const server = start(command, cwd, { ...env, ...variables })
  try {
    const origin = `http://localhost:${port}`
    await answering(origin, server)
    const seen = await visit(origin, server)
    return new Set([...seen, ...server.problems().map(normalized)])
  } finally {
    await server.stop()
  }
}

/** A look at the public page, which is all that an untouched project has. */
async function glance(origin: string): Promise<string[]> {
  const { page, context, problems } = await openVisitor(browser)
  await page.goto(origin)
  await page.waitForTimeout(1000)
  await context.close()
  return problems.map(normalized)
}

type Variables = Record<string, string>

const beyond = (seen: Set<string>, untouched: Set<string>) => [...seen].filter((line) => !untouched.has(line))

interface Heard {
  development: Set<string>
  production: Set<string>
}

const untouched = new Map<FrameworkName, Promise<Heard>>()

const projects = new Map<FrameworkName, Promise<void>>()

function projectOf(framework: Framework): Promise<void> {
  const project = projects.get(framework.name) ?? makeProject(framework)
  projects.set(framework.name, project)
  return project
}

async function makeProject(framework: Framework): Promise<void> {
  await framework.create(folderOf(framework), env)
  await run(['npm', 'install'], folderOf(framework), env)
  await run(['cp', '-a', folderOf(framework), addedFolderOf(framework)], folder, env)
}

/** Makes the projects one after the other, while those before are being tried. */
function makeProjects(): void {
  let made = Promise.resolve()
  for (const framework of frameworks) {
    const project = made.then(() => makeProject(framework))
    projects.set(framework.name, project)
    made = project.catch(() => {})
  }
}

/** What a project says before anything of ours is in it. */
function untouchedOf(framework: Framework): Promise<Heard> {
  const heard = untouched.get(framework.name) ?? projectOf(framework).then(() => hearUntouched(framework))
  untouched.set(framework.name, heard)
  return heard
}

async function hearUntouched(framework: Framework): Promise<Heard> {
  const cwd = folderOf(framework)
  const development = await servedBy(['npm', 'run', 'dev'], { cwd, port: framework.port }, glance)
  // Another build for little: only where there is time.
  if (!all) return { development, production: development }
  await run(['npm', 'run', 'build'], cwd, env)
  const production = await servedBy(framework.start, { cwd, port: framework.startPort }, glance)
  return { development, production }
}

/**
 * Vite bundles dependencies when a page first asks for them, and the page that is open meanwhile may have two copies of React:
 * with Remix 2 the console and the terminal say so, in untouched projects too, now and then. What is wrong with a page of ours
 * is said again at the next visit.
 */
async function waitForVite(framework: FrameworkName, origin: string, server: Running): Promise<void> {
  if (framework !== 'remix') return
  await glance(origin)
  server.forget()
}

async function followQuickStart(framework: Framework): Promise<void> {
  const { files, install } = quickStartOf(framework.name)
  await run(install, folderOf(framework), env)
  writeFiles(folderOf(framework), files)
}

/** The variables of production, of which each page says the same, for a client that the provider has. */
function productionVariables({ name, startPort }: Framework): Variables {
  const clientId = `example-${name === 'react-router' ? 'remix' : name}`
  const variables = {
    VESTIBULE_ISSUER: provider.issuer,
    VESTIBULE_CLIENT_ID: clientId,
    VESTIBULE_CLIENT_SECRET: `${clientId}-secret-for-loopback-only`,
    VESTIBULE_SECRET: 'a secret that openssl rand -base64 32 could have made',
    VESTIBULE_URL: `http://localhost:${startPort}`,
  }
  expect(Object.keys(variables)).toEqual(
    Object.keys(variablesOf(blockUnder('docs/quick-start.md', 'Production', 'sh'))),
  )
  return variables
}

/** A production server whose variables are missing names all of them, and ends. */
async function expectRefusedStart({ start: command, startPort }: Framework, cwd: string) {
  await expectFree(startPort)
  const server = start(command, cwd, env)
  try {
    await expect
      .poll(() => server.output(), { timeout: 30_000, interval: 200 })
      .toMatch(/VESTIBULE_ISSUER.*VESTIBULE_CLIENT_ID.*VESTIBULE_SECRET.*VESTIBULE_URL/s)
    await expect.poll(server.hasEnded).toBe(true)
  } finally {
    await server.stop()
  }
}

const applicationAt = (name: string, origin: string): Application => ({
  name,
  origin,
  api: '/api/me',
  dashboard: ({ email }) => `Signed in as ${email}`,
})

const stepByStep = { timeout: 900_000, ...onlyInTestAll('the quick-starts, step by step in new projects') }
test.each(frameworks)('the quick-start of $name', stepByStep, async (framework) => {
  const { name, port, startPort } = framework
  const cwd = folderOf(framework)
  const said = await untouchedOf(framework)
  await followQuickStart(framework)
  const development = await servedBy(['npm', 'run', 'dev'], { cwd, port }, async (origin, server) => {
    await waitForVite(name, origin, server)
    await verifyBySkill(origin, provider, cwd, env)
    return wholeVisit(browser, applicationAt(`${name}-dev`, origin), provider)
  })
  expect.soft(beyond(development, said.development), 'the development server').toEqual([])
  // The next page of the documentation, in the same application.
  if (name === 'nextjs') {
    writeFiles(cwd, organizationFiles())
    const guided = await servedBy(['npm', 'run', 'dev'], { cwd, port }, (origin) =>
      billingVisit(browser, applicationAt(`${name}-organizations`, origin), provider),
    )
    expect.soft(beyond(guided, said.development), 'docs/organizations.md').toEqual([])
    await run(['npx', '--no-install', 'tsc', '--noEmit'], cwd, env)
  }

  const output = await run(['npm', 'run', 'build'], cwd, env)
  expect.soft(output).not.toMatch(/vestibule.*(warn|error)/i)
  await expectRefusedStart(framework, cwd)
  const production = await servedBy(
    framework.start,
    { cwd, port: startPort, variables: productionVariables(framework) },
    (origin) => wholeVisit(browser, applicationAt(`${name}-start`, origin), provider),
  )
  expect.soft(beyond(production, said.production), 'the production build').toEqual([])
})

test.each(frameworks)('`add` signs somebody in in a new project of $name', { timeout: 900_000 }, async (framework) => {
  const { name, port } = framework
  const said = await untouchedOf(framework)
  const cwd = addedFolderOf(framework)
  await commitAll(cwd, env)
  await expectFree(port)

  const first = await addSignIn(cwd, env, ['--yes'])
  expect(first.plan.map(({ kind }) => kind)).not.toContain('paste')
  expect(first).toMatchObject({ status: 'changed', framework: name, packageManager: 'npm' })
  expect(first.signedIn).toMatchObject({
    claims: { email: expect.stringMatching(/^ada(-\d)?@example\.test$/), email_verified: true },
  })
  expect(new URL(first.signedIn?.page ?? '').pathname).toBe('/dashboard')
  expect(
    readFileSync(first.signedIn?.picture ?? '')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  rmSync(dirname(first.signedIn?.picture ?? ''), { recursive: true })
  // The provider of `npm start` needs no variables.
  const variables = ['.env', '.env.local'].filter((file) => existsSync(join(cwd, file)))
  expect(variables).toEqual([])

  const state = await stateOf(cwd, env)
  expect(await addSignIn(cwd, env, ['--no-sign-in'])).toMatchObject({ status: 'nothing-to-change', plan: [] })
  expect(await stateOf(cwd, env)).toBe(state)

  const development = await servedBy(['npm', 'run', 'dev'], { cwd, port }, async (origin, server) => {
    await waitForVite(name, origin, server)
    return guardedVisit(browser, applicationAt(`${name}-added`, origin), provider)
  })
  expect.soft(beyond(development, said.development), 'the development server').toEqual([])
  if (name === 'nextjs') await run(['npx', '--no-install', 'tsc', '--noEmit'], cwd, env)
})

// Installing and building three applications more takes minutes: `npm run test:all`.
if (all) {
  test.each(starters)('a copy of the $name starter', { timeout: 900_000 }, async (starter) => {
    const { name, framework, port } = starter
    const cwd = join(folder, `starter-${name}`)
    await createStarter(starter, folder, env)
    await run(['npm', 'run', 'typecheck', '--if-present'], cwd, env)
    const visit = (variant: string) => (origin: string) =>
      wholeVisit(browser, starterAt(`starter-${name}-${variant}`, origin), provider)
    const development = await servedBy(['npm', 'run', 'dev'], { cwd, port }, async (origin, server) => {
      await waitForVite(framework, origin, server)
      return visit('dev')(origin)
    })
    const said = await untouched.get(framework)
    expect.soft(beyond(development, said?.development ?? new Set()), 'the development server').toEqual([])

    prepareForProduction(cwd)
    await run(['npm', 'run', 'build'], cwd, env)
    expect.soft(await run(['npm', 'test'], cwd, env)).toMatch(/^\S+ fail 0$/m)
    const production = await servedBy(['npm', 'start'], { cwd, port }, visit('start'))
    expect.soft(beyond(production, said?.production ?? new Set()), 'the production build').toEqual([])
  })

  test('a copy of the mcp starter', { timeout: 300_000 }, async () => {
    const cwd = join(folder, 'starter-mcp')
    await createStarter({ name: 'mcp' }, folder, env)
    await run(['npm', 'run', 'typecheck'], cwd, env)
    expect.soft(await run(['npm', 'test'], cwd, env)).toMatch(/^\S+ fail 0$/m)
    const seen = await servedBy(['npm', 'run', 'dev'], { cwd, port: 3004 }, async (origin) => {
      const refused = await fetch(`${origin}/mcp`, { method: 'POST', body: '{}' })
      expect(refused.headers.get('www-authenticate')).toContain(`resource_metadata="${origin}/.well-known/`)
      return []
    })
    // npm repeats the command, which has the word "warning" in it.
    expect([...seen].filter((line) => !line.startsWith('> '))).toEqual([])
  })
}
