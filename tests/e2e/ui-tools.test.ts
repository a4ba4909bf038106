import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileOf, parts } from '../../packages/cli/src/ui/parts.ts'
import { registryFiles } from '../../packages/cli/src/ui/registry.ts'
import { nextjs } from './sdk-frameworks.ts'

// The parts with the tools of others, installed from npm: shadcn and shadcn-vue copy them from a registry on loopback, and vue-tsc
// reads those of Vue. Part of `npm run test:all`.

const root = join(import.meta.dirname, '../..')
const uiFolder = join(root, 'packages/cli/ui')
const tools = mkdtempSync(join(tmpdir(), 'vestibule-ui-tools-'))
const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, CI: 'true' }
let server: Server
let registry: string

const run = (command: string, args: readonly string[], cwd: string, more: Record<string, string> = {}) =>
  promisify(execFile)(command, args, { cwd, env: { ...env, ...more }, maxBuffer: 2 ** 24 })

beforeAll(async () => {
  const files = registryFiles(uiFolder)
  // shadcn-vue asks its own registry for the list of icon libraries, whatever it adds.
  files.set('icons/index.json', '{}')
  server = createServer(({ url = '' }, response) => {
    const text = files.get(url.slice(1))
    response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': 'application/json' }).end(text ?? '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(join(tools, 'package.json'), '{ "private": true }')
  const packages = ['shadcn@4.23.0', 'shadcn-vue@2.8.2', 'vue-tsc@3', 'typescript@5.9.3']
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages], tools)
}, 600_000)
afterAll(() => {
  server?.close()
  rmSync(tools, { recursive: true, force: true })
})

/** An application as far as the tools look at it. */
function application(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tools, 'application-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const components = (css: string, more: object): string =>
  JSON.stringify({
    style: 'new-york',
    // A color would be asked for at the registry of shadcn.
    tailwind: { config: '', css, baseColor: '', cssVariables: true, prefix: '' },
    aliases: {
      components: '@/components',
      utils: '@/lib/utils',
      ui: '@/components/ui',
      lib: '@/lib',
      hooks: '@/hooks',
      composables: '@/composables',
    },
    iconLibrary: 'lucide',
    ...more,
  })
const manifest = (dependencies: Record<string, string>) => JSON.stringify({ private: true, dependencies })
const withAlias = (target: string) => `{ "compilerOptions": { "paths": { "@/*": ["${target}*"] } } }`

// With Cache Components, as in a new project: what reads the session is below <Suspense>, and the rest of the page is static.
const page = `import { Suspense } from 'react'
import { OrganizationSwitcher } from '../components/organization-switcher'
import { Protect } from '../components/protect'
import { SignedOut } from '../components/signed-out'
import { SignUpLink } from '../components/sign-up-link'
import { UserButton } from '../components/user-button'
import './vestibule.css'

export default function Page() {
  return (
    <main>
      <Suspense>
        <OrganizationSwitcher />
        <UserButton />
        <Protect requirement={{ role: 'owner' }}>Billing</Protect>
        <SignedOut>
          <SignUpLink />
        </SignedOut>
      </Suspense>
    </main>
  )
}
`

test('shadcn adds every part to an application of Next.js by its address or as a file, and the application builds', {
  timeout: 600_000,
}, async () => {
  const folder = application({
    'package.json': manifest({ next: '16.4.6', react: '19.3.1', '@vestibule/nextjs': '*' }),
    'next.config.mjs': 'export default {}',
    'tsconfig.json': withAlias('./'),
    'app/globals.css': '',
    'components.json': components('app/globals.css', { rsc: true, tsx: true }),
    'styles.json': registryFiles(uiFolder).get('nextjs/styles.json') ?? '',
  })
  const names = [...parts].filter(([name, part]) => name !== 'styles' && fileOf(part, 'nextjs')).map(([name]) => name)
  const addresses = names.map((name) => `${registry}/nextjs/${name}.json`)
  await run(join(tools, 'node_modules/.bin/shadcn'), ['add', '--yes', ...addresses, './styles.json'], folder)
  const added = (path: string) => readFileSync(join(folder, path), 'utf8')
  expect(readdirSync(join(folder, 'components')).toSorted()).toEqual(names.map((name) => `${name}.tsx`).toSorted())
  expect(JSON.parse(added('package.json')).dependencies).not.toHaveProperty('@vestibule/core')
  const copied = Object.fromEntries(names.map((name) => [`components/${name}.tsx`, added(`components/${name}.tsx`)]))
  const fixture = JSON.parse(readFileSync(join(root, 'packages/nextjs/test/fixture/tsconfig.json'), 'utf8'))
  const framework = nextjs({
    ...copied,
    'app/vestibule.css': added('app/vestibule.css'),
    'app/page.tsx': page,
    'tsconfig.json': JSON.stringify({
      ...fixture,
      compilerOptions: { ...fixture.compilerOptions, paths: { '@/*': ['./*'] } },
    }),
  })
  try {
    const { status, output } = framework.build()
    expect([status, status === 0 ? '' : output]).toEqual([0, ''])
  } finally {
    framework.remove()
  }
})

test('shadcn-vue adds every part to an application of Nuxt as it is', async () => {
  const folder = application({
    'package.json': manifest({ nuxt: '4.5.2', vue: '3.5.45', vite: '8.3.8', '@vestibule/nuxt': '*' }),
    'nuxt.config.ts': 'export default {}',
    'tsconfig.json': withAlias('./app/'),
    'app/assets/app.css': '',
    'components.json': components('app/assets/app.css', { typescript: true }),
  })
  const names = [...parts].filter(([, part]) => fileOf(part, 'nuxt')).map(([name]) => name)
  const addresses = names.map((name) => `${registry}/nuxt/${name}.json`)
  const cli = join(tools, 'node_modules/.bin/shadcn-vue')
  await run(cli, ['add', '--yes', ...addresses], folder, { REGISTRY_URL: registry })
  for (const [name, part] of parts) {
    const path = fileOf(part, 'nuxt')
    if (path === null) continue
    const place = join(folder, name === 'styles' ? 'app/assets' : 'app/components', basename(path))
    expect(readFileSync(place, 'utf8').trim(), name).toBe(readFileSync(join(uiFolder, path), 'utf8').trim())
  }
})

test('vue-tsc finds nothing in the starter of Nuxt, and a requirement that is none', { timeout: 600_000 }, async () => {
  const folder = join(root, 'examples/nuxt')
  // Nuxt writes it when it builds.
  expect(existsSync(join(folder, '.nuxt/tsconfig.app.json')), 'npm run build').toBe(true)
  const check = async (): Promise<string> => {
    const args = [join(tools, 'node_modules/vue-tsc/bin/vue-tsc.js'), '--noEmit', '-p', '.nuxt/tsconfig.app.json']
    const { stdout } = await run(process.execPath, args, folder).catch((error: { stdout: string }) => error)
    return stdout
      .split('\n')
      .filter((line) => line.includes('error TS'))
      .join('\n')
  }
  expect(await check()).toBe('')
  const wrong = join(folder, 'app/components/WrongRequirement.vue')
  writeFileSync(wrong, '<template><Protect :requirement="{ role: 5 }">Billing</Protect></template>\n')
  try {
    expect(await check()).toMatch(/WrongRequirement\.vue.*Type 'number' is not assignable/)
  } finally {
    rmSync(wrong)
  }
})
