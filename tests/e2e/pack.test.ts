import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishedPackages } from '../../scripts/published-packages.mjs'
import { blocksOf, commandLines } from '../repo/docs-blocks.ts'
import { run, terminal } from './newcomer/processes.ts'
import { onlyInTestAll } from './only-in-test-all.ts'

// The SDKs are not on npm yet: `npm run pack` and the lines of the READMEs, in an empty application beside the repository.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-pack-'))
// Whatever asks npm for one of our packages fails.
const env = terminal('http://127.0.0.1:9/')
beforeAll(() => run(['npm', 'run', 'pack', join(folder, 'vestibule-packages')], root, env), 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('`npm run pack` writes a tarball of each package', () => {
  const names = publishedPackages.map(({ name, manifest }) => `vestibule-${name}-${manifest.version}.tgz`)
  expect(readdirSync(join(folder, 'vestibule-packages')).toSorted()).toEqual(names)
})

/** A line of `npx`, which asks a person before it installs, and is refused here by the settings of some machines. */
const lineOf = (page: string, begin: string): string => {
  const lines = blocksOf(page).flatMap(({ text }) => commandLines(text))
  return lines.find((line) => line.startsWith(begin))?.replace('npx', 'npx --yes') ?? ''
}

const jsonIn = (output: string) => JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))

test('`add` of the tarball takes the SDK from beside it, and never from the registry', async () => {
  const app = join(folder, 'added')
  mkdirSync(join(app, 'app'), { recursive: true })
  writeFileSync(join(app, 'package.json'), '{ "name": "added", "dependencies": { "next": "16.4.6" } }\n')
  const line = lineOf('docs/cli.md', 'npx ../vestibule-packages/vestibule-cli-*.tgz add')
  const options = '--json --no-sign-in --issuer https://id.example.test --client-id app'
  // Without --yes it only plans, and says so by its exit code.
  const { plan } = jsonIn(await run(['sh', '-c', `${line} ${options} || true`], app, env))
  const tarballs = '../vestibule-packages/vestibule-core-0.1.0.tgz ../vestibule-packages/vestibule-nextjs-0.1.0.tgz'
  expect(plan[0]).toEqual({ kind: 'install', command: `npm install ${tarballs}` })
})

test('`create` of the tarball copies a starter as it stands in the repository', async () => {
  const line = lineOf('docs/cli.md', 'npx ../vestibule-packages/vestibule-cli-*.tgz create')
  const beside = join(folder, 'beside')
  mkdirSync(beside)
  await run(['sh', '-c', `${line} --framework nuxt --no-install`], beside, env)
  const listed = await run(['git', 'ls-files', 'examples/nuxt'], root, env)
  const starter = listed
    .trim()
    .split('\n')
    .map((path) => path.replace('examples/nuxt/', ''))
  const made = readdirSync(join(beside, 'my-app'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(beside, 'my-app'), join(entry.parentPath, entry.name)))
  expect(made.toSorted()).toEqual([...starter, '.env'].toSorted())
  for (const path of starter.filter((file) => file !== 'package.json'))
    expect(readFileSync(join(beside, 'my-app', path)), path).toEqual(readFileSync(join(root, 'examples/nuxt', path)))
  expect(JSON.parse(readFileSync(join(beside, 'my-app/package.json'), 'utf8')).name).toBe('my-app')
})

const frameworkOnly = onlyInTestAll('npm installs two more SDKs with all that they need')

const installing = (page: string): string => {
  const lines = blocksOf(page).flatMap(({ text }) => commandLines(text))
  return lines.find((line) => line.startsWith('npm install ../vestibule-packages/')) ?? ''
}

describe.each([
  ['packages/core/README.md', '@vestibule/core', {}],
  ['packages/nextjs/README.md', '@vestibule/nextjs', frameworkOnly],
  ['packages/nuxt/README.md', '@vestibule/nuxt', frameworkOnly],
  ['packages/remix/README.md', '@vestibule/remix', {}],
])('the line of %s', (page, name, options) => {
  test('installs it with npm', { timeout: 240_000, ...options }, async () => {
    const app = join(folder, name.replace('@vestibule/', ''))
    mkdirSync(app)
    writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n')
    // The framework itself is there in a real application.
    await run(['sh', '-c', `${installing(page)} --omit=peer`], app, env)
    const { dependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
    expect(dependencies[name]).toMatch(/^file:\.\.\/vestibule-packages\//)
    const core = "import('@vestibule/core').then(({ createAuth }) => console.log(typeof createAuth))"
    expect(await run(['node', '-e', core], app, env)).toBe('function\n')
  })
})

const story = `
import { startVestibule } from '@vestibule/testing'
await using vestibule = await startVestibule()
const token = await vestibule.tokenFor({ email: 'ada@example.com', organization: 'Acme', role: 'owner' })
const answer = await fetch(vestibule.issuer + '/userinfo', { headers: { authorization: 'Bearer ' + token } })
const page = await fetch(vestibule.issuer + '/nothing', { headers: { accept: 'text/html', 'accept-language': 'de' } })
console.log((await answer.json()).email, /lang="de"/.test(await page.text()))
`

// The server is in it: on a machine without this repository nothing else is installed.
test('the line of packages/testing/README.md installs a server that starts', { timeout: 240_000 }, async () => {
  const app = join(folder, 'testing')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n')
  await run(['sh', '-c', installing('packages/testing/README.md')], app, env)
  const { devDependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  expect(devDependencies['@vestibule/testing']).toMatch(/^file:\.\.\/vestibule-packages\//)
  expect(readdirSync(join(app, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@vestibule'])
  expect(await run([process.execPath, '--input-type=module', '-e', story], app, env)).toBe('ada@example.com true\n')
  writeFileSync(join(app, 'story.ts'), story)
  const types = {
    strict: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', 'dom'],
    noEmit: true,
    types: [],
  }
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: types, include: ['story.ts'] }))
  expect(await run([join(root, 'node_modules/.bin/tsc'), '-p', '.'], app, env)).toBe('')
})

test('the starters and the pages of the frameworks name the same tarballs', () => {
  const line = (name: string) => installing(`packages/${name}/README.md`)
  // The starters have tests with the server too.
  for (const name of ['nextjs', 'nuxt', 'remix'])
    expect(installing(`examples/${name}/README.md`)).toBe(`${line(name)} ../vestibule-packages/vestibule-testing-*.tgz`)
  expect(installing('examples/mcp/README.md')).toBe(line('core'))
  for (const name of ['nextjs', 'nuxt', 'remix']) expect(installing(`docs/${name}.md`)).toBe(line(name))
  expect(installing('docs/react-router.md')).toBe(line('remix'))
})
