import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { packPackage } from '../repo/pack.ts'
import { completeSignIn, freePort, openChromium } from './support.ts'

// docs/quick-start.md as it is written, outside of this workspace: packages as they would be published, installed by plain
// npm into the smallest application of each framework, built, started, and signed in to.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-quick-starts-'))
const document = readFileSync(join(root, 'docs/quick-start.md'), 'utf8')

/** The files of one framework in the document, by their path in the application. */
function filesOf(framework: string): Map<string, string> {
  const blocks = [...document.matchAll(/```\w+ title="([\w-]+?)\/([^"]+)"\n([\s\S]*?)```/g)]
  return new Map(blocks.filter(([, of]) => of === framework).map(([, , path = '', text = '']) => [path, text]))
}

interface Framework {
  /** What a new application of the framework consists of, before anything of ours. */
  skeleton: Record<string, string>
  dependencies: Record<string, string>
  build: string[]
  start: (port: number) => string[]
  /** Files and lines that the reader adds. */
  files: number
  lines: number
}

const frameworks: Record<string, Framework> = {
  nextjs: {
    skeleton: {
      'app/layout.tsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>\n',
      'app/page.tsx': 'export default () => <a href="/auth/login">Sign in</a>\n',
      'tsconfig.json':
        '{ "compilerOptions": { "jsx": "preserve", "module": "esnext", "moduleResolution": "bundler", "strict": false, "noEmit": true, "skipLibCheck": true }, "include": ["**/*.ts", "**/*.tsx"] }\n',
      'next.config.mjs': 'export default { typescript: { ignoreBuildErrors: true } }\n',
    },
    dependencies: {
      next: '16.4.6',
      react: '19.3.1',
      'react-dom': '19.3.1',
      typescript: '5.9.3',
      '@types/react': '19.3.0',
      '@types/node': '24.19.2',
    },
    build: ['node_modules/.bin/next', 'build'],
    start: (port) => ['node_modules/.bin/next', 'start', '-p', String(port)],
    files: 2,
    lines: 4,
  },
  nuxt: {
    skeleton: { 'app/app.vue': '<template><a href="/auth/login">Sign in</a></template>\n' },
    dependencies: { nuxt: '4.5.2', vue: '3.5.45' },
    build: ['node_modules/.bin/nuxt', 'build'],
    start: () => ['node', '.output/server/index.mjs'],
    // nuxt.config.ts is the framework's own; one line of it is ours.
    files: 0,
    lines: 1,
  },
  remix: {
    skeleton: {
      'app/root.tsx':
        'import { Outlet, Scripts } from \'@remix-run/react\'\nexport default () => <html lang="en"><body><Outlet /><Scripts /></body></html>\n',
      'app/routes/_index.tsx': 'export default () => <a href="/auth/login">Sign in</a>\n',
      'vite.config.mjs':
        "import { vitePlugin as remix } from '@remix-run/dev'\nexport default { plugins: [remix({ future: { v3_singleFetch: true } })] }\n",
    },
    dependencies: {
      '@remix-run/node': '2.17.5',
      '@remix-run/react': '2.17.5',
      '@remix-run/serve': '2.17.5',
      '@remix-run/dev': '2.17.5',
      react: '18.3.0',
      'react-dom': '18.3.0',
      isbot: '5.2.3',
      vite: '6.4.6',
    },
    build: ['node_modules/.bin/remix', 'vite:build'],
    start: () => ['node_modules/.bin/remix-serve', './build/server/index.js'],
    files: 2,
    lines: 3,
  },
}

for (const [name, version] of [
  ['react-router', '8.4.0'],
  ['react-router-7', '7.18.4'],
] as const)
  frameworks[name] = {
    skeleton: {
      'app/root.tsx':
        'import { Outlet, Scripts } from \'react-router\'\nexport default () => <html lang="en"><body><Outlet /><Scripts /></body></html>\n',
      'app/routes.ts':
        "import { index, route } from '@react-router/dev/routes'\nexport default [index('routes/home.tsx'), route('auth/*', 'routes/auth.tsx')]\n",
      'app/routes/home.tsx': 'export default () => <a href="/auth/login">Sign in</a>\n',
      'vite.config.mjs':
        "import { reactRouter } from '@react-router/dev/vite'\nexport default { plugins: [reactRouter()] }\n",
    },
    dependencies: {
      'react-router': version === '8.4.0' ? '8.5.1' : version,
      '@react-router/dev': version,
      '@react-router/node': version,
      '@react-router/serve': version,
      react: '19.3.1',
      'react-dom': '19.3.1',
      isbot: '5.2.3',
      vite: version === '8.4.0' ? '8.0.0' : '6.4.6',
    },
    build: ['node_modules/.bin/react-router', 'build'],
    start: () => ['node_modules/.bin/react-router-serve', './build/server/index.js'],
    files: 2,
    lines: 3,
  }

// The same application with Cache Components on and a page of the pages router: who is signed in is read in both.
const { nextjs } = frameworks as { nextjs: Framework }
frameworks['nextjs-more'] = {
  ...nextjs,
  skeleton: {
    ...nextjs.skeleton,
    'next.config.mjs':
      'export default { cacheComponents: true, partialPrefetching: true, typescript: { ignoreBuildErrors: true } }\n',
    'app/private/page.tsx': `import { Suspense } from 'react'
import { requireUser } from '../../lib/auth'
const Name = async () => <p>{(await requireUser({ returnTo: '/private' })).name}</p>
export default () => <Suspense fallback="..."><Name /></Suspense>
`,
    'pages/legacy.tsx': `import { getSession } from '../lib/auth'
export const getServerSideProps = async ({ req, res }) => ({ props: { name: (await getSession(req, res))?.user.name ?? null } })
export default ({ name }) => <p>{name ?? 'nobody'}</p>
`,
  },
}

let world: TestWorld
let browser: Browser
let core: string
const ports = new Map<string, number>()
beforeAll(async () => {
  const env: Record<string, string> = {}
  for (const [index, name] of Object.keys(frameworks).entries()) {
    const port = await freePort()
    ports.set(name, port)
    Object.assign(env, {
      [`OIDC_CLIENT_ID_${60 + index}`]: name,
      [`OIDC_CLIENT_${60 + index}_SECRET`]: 'quick-start-secret-0123456789',
      [`OIDC_CLIENT_${60 + index}_REDIRECT_URIS`]: `http://localhost:${port}/auth/callback`,
    })
  }
  world = await openTestWorld(env)
  browser = await openChromium()
  core = packPackage('core', folder)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each(Object.keys(frameworks))('%s', { timeout: 400_000 }, async (name) => {
  const { skeleton, dependencies, build, start, files, lines } = frameworks[name] as Framework
  const ours = filesOf(name.replace(/-(7|more)$/, ''))
  const added = [...ours].filter(([path]) => path !== 'nuxt.config.ts')
  expect(added).toHaveLength(files)
  const written = [...ours.values()]
    .join('')
    .split('\n')
    .filter((line) => line.trim() && !/^export default defineNuxtConfig|^\}\)/.test(line))
  expect(written).toHaveLength(lines)

  const app = join(folder, name)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(app, path)), { recursive: true })
    writeFileSync(join(app, path), text)
  }
  for (const [path, text] of [...Object.entries(skeleton), ...ours]) put(path, text)
  const own = name.startsWith('react-router') ? 'remix' : name.replace(/-more$/, '')
  const sdk = packPackage(own, folder)
  put(
    'package.json',
    JSON.stringify({
      private: true,
      type: 'module',
      dependencies: { ...dependencies, [`@vestibule/${own}`]: `file:${sdk}`, '@vestibule/core': `file:${core}` },
      overrides: { '@vestibule/core': `file:${core}` },
    }),
  )
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    CI: 'true',
  }
  execFileSync('npm', ['install', '--include=dev', '--no-audit', '--no-fund', '--legacy-peer-deps'], {
    cwd: app,
    env,
    stdio: 'pipe',
  })
  execFileSync(build[0] as string, build.slice(1), { cwd: app, env, stdio: 'pipe' })

  const port = ports.get(name) as number
  const url = `http://localhost:${port}`
  const [command, ...args] = start(port)
  const child: ChildProcess = spawn(command as string, args, {
    cwd: app,
    stdio: 'ignore',
    env: {
      ...env,
      PORT: String(port),
      HOST: '127.0.0.1',
      VESTIBULE_ISSUER: world.issuer,
      VESTIBULE_CLIENT_ID: name,
      VESTIBULE_CLIENT_SECRET: 'quick-start-secret-0123456789',
      VESTIBULE_SECRET: 'a secret of the quick start that is long enough',
      VESTIBULE_URL: url,
    },
  })
  try {
    await expect
      .poll(
        () =>
          fetch(url).then(
            (answer) => answer.status,
            () => 0,
          ),
        { timeout: 60_000, interval: 200 },
      )
      .toBe(200)
    const page = await (await browser.newContext()).newPage()
    await page.goto(url)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await completeSignIn(page, world.issuer, world.mailbox, {
      email: `${name}@example.test`,
      organization: `Quick ${name}`,
    })
    await page.waitForURL(`${url}/`)
    const session = await (await page.request.get(`${url}/auth/session`)).json()
    expect(session.user).toMatchObject({ name: 'Ada Lovelace', email: `${name}@example.test` })
    if (name !== 'nextjs-more') return
    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(`${url}/legacy`)
    await stranger.getByText('nobody').waitFor()
    await stranger.goto(`${url}/private`)
    await stranger.waitForURL(`${world.issuer}/**`)
    for (const path of ['/legacy', '/private']) {
      const answer = await page.goto(`${url}${path}`)
      await page.getByText('Ada Lovelace').waitFor()
      if (path === '/legacy') expect(answer?.headers()['cache-control']).toContain('no-store')
    }
  } finally {
    child.kill('SIGKILL')
  }
})
