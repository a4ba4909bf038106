import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { frameworks } from '../../../tests/e2e/newcomer/scaffolds.ts'
import { type Change, writeChange } from '../src/add/changes/change.ts'
import { withModule } from '../src/add/changes/nuxt.ts'
import { planChanges } from '../src/add/changes/plan.ts'
import { withRoute } from '../src/add/changes/routers.ts'
import { findProject } from '../src/add/project/project.ts'
import { filesOf, git, manifest, nextProject, projectOf, writeFiles } from './support.ts'

const variables = { VESTIBULE_ISSUER: 'http://localhost:4000', VESTIBULE_CLIENT_ID: 'local-my-app' }

const plan = (folder: string, given: Record<string, string> = {}): Change[] => planChanges(findProject(folder), given)

function make(folder: string, given: Record<string, string> = {}): Change[] {
  const changes = plan(folder, given)
  for (const change of changes) if (change.kind !== 'paste') writeChange(folder, change)
  return changes
}

const pathsOf = (changes: Change[]): string[] => changes.map(({ kind, path }) => `${kind} ${path}`).toSorted()

/** A new project as its scaffold leaves it. Next.js writes its own with npm; here is what `add` looks at. */
async function scaffold(name: string): Promise<string> {
  if (name === 'nextjs') return projectOf(nextProject)
  const folder = join(mkdtempSync(join(tmpdir(), 'vestibule-cli-')), 'app')
  await frameworks.find((framework) => framework.name === name)?.create(folder, {})
  return folder
}

describe.each<[string, string[]]>([
  [
    'nextjs',
    [
      'create app/auth/[...auth]/route.ts',
      'create app/dashboard/page.tsx',
      'create instrumentation.ts',
      'create lib/auth.ts',
      'create proxy.ts',
    ],
  ],
  ['nuxt', ['create app/pages/dashboard.vue', 'create app/pages/index.vue', 'edit app/app.vue', 'edit nuxt.config.ts']],
  [
    'react-router',
    [
      'create app/auth.server.ts',
      'create app/routes/auth.tsx',
      'create app/routes/dashboard.tsx',
      'edit app/root.tsx',
      'edit app/routes.ts',
    ],
  ],
  [
    'remix',
    [
      'create app/auth.server.ts',
      'create app/routes/auth.$.tsx',
      'create app/routes/dashboard.tsx',
      'edit app/root.tsx',
    ],
  ],
])('a new project of %s', (name, expected) => {
  test('gets the files of its guide, and nothing twice', async () => {
    const folder = await scaffold(name)
    expect(pathsOf(make(folder))).toEqual(expected)
    const after = filesOf(folder)
    expect(plan(folder)).toEqual([])
    expect(filesOf(folder)).toEqual(after)
  })

  test('gets the variables that it needs, where its framework reads them', async () => {
    const folder = await scaffold(name)
    make(folder, variables)
    const text = filesOf(folder)[name === 'nextjs' ? '.env.local' : '.env']
    expect(text).toBe('VESTIBULE_ISSUER=http://localhost:4000\nVESTIBULE_CLIENT_ID=local-my-app\n')
    expect(plan(folder, variables)).toEqual([])
  })
})

describe('Next.js', () => {
  const page = 'app/dashboard/page.tsx'

  test('below src, everything is there', () => {
    const moved = Object.fromEntries(
      Object.entries(nextProject).map(([path, text]) => [path.startsWith('app/') ? `src/${path}` : path, text]),
    )
    const folder = projectOf(moved)
    expect(pathsOf(make(folder))).toEqual([
      'create src/app/auth/[...auth]/route.ts',
      'create src/app/dashboard/page.tsx',
      'create src/instrumentation.ts',
      'create src/lib/auth.ts',
      'create src/proxy.ts',
    ])
  })

  test('a page says how it is sent only where Cache Components are on', () => {
    const on = projectOf(nextProject)
    make(on)
    expect(filesOf(on)[page]).toContain('export const instant = false')
    const off = projectOf({ ...nextProject, 'next.config.ts': 'export default {}\n' })
    make(off)
    expect(filesOf(off)[page]).not.toContain('instant')
  })

  test('a project in JavaScript gets JavaScript', () => {
    const { 'tsconfig.json': _, ...files } = nextProject
    const changes = make(projectOf(files))
    expect(pathsOf(changes)).toContain('create app/dashboard/page.jsx')
    expect(pathsOf(changes)).toContain('create lib/auth.js')
  })

  test('a lib/auth of somebody else stays, and ours has another name', () => {
    const own = 'export const auth = somethingElse()\n'
    const folder = projectOf({ ...nextProject, 'lib/auth.ts': own })
    const changes = make(folder)
    const files = filesOf(folder)
    expect(files['lib/auth.ts']).toBe(own)
    expect(pathsOf(changes)).toContain('create lib/vestibule.ts')
    for (const path of ['app/auth/[...auth]/route.ts', 'instrumentation.ts', 'proxy.ts', page])
      expect(files[path], path).toMatch(/from '[./]+\/lib\/vestibule'/)
    expect(plan(folder)).toEqual([])
  })

  test.each(['app/dashboard/page.tsx', 'app/(app)/dashboard/page.jsx', 'app/dashboard/(main)/page.tsx'])(
    'a dashboard of theirs, %s, stays as it is and is not guarded',
    (path) => {
      const own = 'export default function Dashboard() {}\n'
      const folder = projectOf({ ...nextProject, [path]: own })
      make(folder)
      expect(filesOf(folder)[path]).toBe(own)
      expect(filesOf(folder)['proxy.ts']).toBe("export { proxy } from './lib/auth'\n")
      expect(plan(folder)).toEqual([])
    },
  )

  test.each([
    ['proxy.ts', 'export function proxy() {}\n'],
    ['middleware.ts', 'export function middleware() {}\n'],
    ['instrumentation.ts', 'export function register() {}\n'],
    ['app/auth/[...auth]/route.ts', 'export function GET() {}\n'],
  ])('what is in %s already is never written over: there are lines to paste', (path, own) => {
    const folder = projectOf({ ...nextProject, [path]: own })
    const pasted = make(folder).filter(({ kind }) => kind === 'paste')
    expect(pasted).toMatchObject([{ path, lines: expect.stringContaining('lib/auth') }])
    expect(filesOf(folder)[path]).toBe(own)
    if (path === 'middleware.ts') expect(filesOf(folder)['proxy.ts']).toBeUndefined()
  })

  test('an instrumentation that exports nothing of this name gets a line', () => {
    const folder = projectOf({ ...nextProject, 'instrumentation.ts': 'export function onRequestError() {}' })
    make(folder)
    expect(filesOf(folder)['instrumentation.ts']).toBe(
      "export function onRequestError() {}\n\nexport { register } from './lib/auth'\n",
    )
    expect(plan(folder)).toEqual([])
  })
})

describe('Nuxt', () => {
  test.each([
    ['export default defineNuxtConfig({})\n', "export default defineNuxtConfig({ modules: ['@vestibule/nuxt'] })\n"],
    [
      'export default defineNuxtConfig({\n  devtools: { enabled: true },\n})\n',
      "export default defineNuxtConfig({\n  devtools: { enabled: true },\n  modules: ['@vestibule/nuxt'],\n})\n",
    ],
    [
      'export default defineNuxtConfig({\n  ssr: true\n})\n',
      "export default defineNuxtConfig({\n  ssr: true,\n  modules: ['@vestibule/nuxt']\n})\n",
    ],
    [
      'export default defineNuxtConfig({\n  modules: ["@nuxt/ui"],\n});\n',
      'export default defineNuxtConfig({\n  modules: ["@nuxt/ui", "@vestibule/nuxt"],\n});\n',
    ],
    [
      "export default defineNuxtConfig({\n  modules: [\n    '@nuxt/ui',\n    ['@nuxt/image', { quality: 80 }], // sharp\n  ],\n})\n",
      "export default defineNuxtConfig({\n  modules: [\n    '@nuxt/ui',\n    ['@nuxt/image', { quality: 80 }],\n    '@vestibule/nuxt', // sharp\n  ],\n})\n",
    ],
    [
      'export default defineNuxtConfig({ modules: [] })\n',
      "export default defineNuxtConfig({ modules: ['@vestibule/nuxt'] })\n",
    ],
  ])('the module is added to %j', (before, after) => {
    expect(withModule(before)).toBe(after)
  })

  test.each([
    ['modules from elsewhere', 'import { modules } from "./modules"\nexport default defineNuxtConfig({ modules })\n'],
    ['modules that are computed', 'export default defineNuxtConfig({ modules: process.env.CI ? [] : ["a"] })\n'],
    ['settings that are spread', 'export default defineNuxtConfig({ ...shared })\n'],
    ['a function', 'export default () => defineNuxtConfig({})\n'],
    ['another call', 'export default withLayers({ modules: [] })\n'],
    ['a file that cannot be parsed', 'export default defineNuxtConfig({'],
  ])('with %s there are lines to paste', (_name, before) => {
    expect(withModule(before)).toBeNull()
    const folder = projectOf({
      'package.json': manifest({ nuxt: '^4.5.2' }),
      'app/app.vue': '',
      'nuxt.config.ts': before,
    })
    expect(plan(folder)).toMatchObject([
      { kind: 'paste', path: 'nuxt.config.ts', lines: "modules: ['@vestibule/nuxt']," },
    ])
  })

  test('an application with pages gets one more; one without pages gets none', () => {
    const files = { 'package.json': manifest({ nuxt: '^4.5.2' }), 'app/app.vue': '<template><NuxtPage /></template>\n' }
    const withPages = projectOf({ ...files, 'app/pages/index.vue': '' })
    expect(pathsOf(plan(withPages))).toEqual(['create app/pages/dashboard.vue', 'create nuxt.config.ts'])
    expect(pathsOf(plan(projectOf({ ...files, 'app/app.vue': '<template>Mine</template>' })))).toEqual([
      'create nuxt.config.ts',
    ])
  })
})

describe('React Router', () => {
  const routes = (text: string) => `import { type RouteConfig, index } from "@react-router/dev/routes";\n\n${text}\n`

  test('routes are added to a list, in its own quotes', () => {
    const before = routes('export default [index("routes/home.tsx")] satisfies RouteConfig;')
    expect(withRoute(before, 'auth/*', 'routes/auth.tsx')).toBe(
      'import { type RouteConfig, index, route } from "@react-router/dev/routes";\n\nexport default [index("routes/home.tsx"), route("auth/*", "routes/auth.tsx")] satisfies RouteConfig;\n',
    )
  })

  test.each([
    ['a list from elsewhere', routes('export default pages satisfies RouteConfig')],
    [
      'nothing imported that could be added to',
      "import * as r from '@react-router/dev/routes'\nexport default [r.index('home.tsx')]\n",
    ],
  ])('with %s there are lines to paste', async (_name, text) => {
    const folder = await scaffold('react-router')
    writeFiles(folder, { 'app/routes.ts': text })
    const pasted = make(folder).filter(({ kind }) => kind === 'paste')
    expect(pasted).toMatchObject([
      { path: 'app/routes.ts', lines: expect.stringContaining("route('auth/*', 'routes/auth.tsx')") },
    ])
    expect(filesOf(folder)['app/routes.ts']).toBe(text)
  })

  test('routes that are found by their files need no list', async () => {
    const folder = await scaffold('react-router')
    writeFiles(folder, {
      'app/routes.ts': "import { flatRoutes } from '@react-router/fs-routes'\nexport default flatRoutes()\n",
    })
    expect(pathsOf(make(folder))).toContain('create app/routes/auth.$.tsx')
    expect(plan(folder)).toEqual([])
  })

  test('React Router 7 without its middleware exports headers from the root', async () => {
    const folder = await scaffold('react-router')
    const text = filesOf(folder)['package.json']?.replaceAll('8.4.0', '7.12.0') ?? ''
    writeFiles(folder, { 'package.json': text })
    make(folder)
    expect(filesOf(folder)['app/root.tsx']).toContain("export { headers } from './auth.server'")
    expect(filesOf(folder)['app/auth.server.ts']).toMatch(/action, headers, getSession/)
  })

  test('a root with middleware of its own is for its owner to change', async () => {
    const folder = await scaffold('react-router')
    const root = `${filesOf(folder)['app/root.tsx']}\nexport const middleware = []\n`
    writeFiles(folder, { 'app/root.tsx': root })
    expect(make(folder).filter(({ kind }) => kind === 'paste')).toMatchObject([{ path: 'app/root.tsx' }])
    expect(filesOf(folder)['app/root.tsx']).toBe(root)
  })
})

describe('variables', () => {
  test('those that are there are never changed, in whichever file', () => {
    const folder = projectOf({
      ...nextProject,
      '.env': 'VESTIBULE_ISSUER="https://id.example.com"\n',
      '.env.local': 'A=b',
    })
    make(folder, variables)
    expect(filesOf(folder)['.env']).toBe('VESTIBULE_ISSUER="https://id.example.com"\n')
    expect(filesOf(folder)['.env.local']).toBe('A=b\nVESTIBULE_CLIENT_ID=local-my-app\n')
  })

  test('Git is told to leave their file out, once', () => {
    const folder = projectOf({ ...nextProject, '.gitignore': '/node_modules' })
    git(folder, 'init', '--quiet')
    make(folder, variables)
    expect(filesOf(folder)['.gitignore']).toBe('/node_modules\n.env.local\n')
    expect(plan(folder, variables)).toEqual([])
    rmSync(folder, { recursive: true })
  })
})
