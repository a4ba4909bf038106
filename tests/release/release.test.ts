import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { publishedPackages } from '../../scripts/published-packages.mjs'
import { type Release, rehearseRelease } from './rehearsal.ts'
import { run } from './run.ts'

// A release as it will be made and as a user meets it: versions, changelogs, what is in the packages, and `npm install`.

const packages = publishedPackages.map(({ name }) => name)

let release: Release
beforeAll(async () => {
  release = await rehearseRelease()
}, 180_000)
afterAll(() => release?.close())

const read = (path: string): string => readFileSync(join(release.checkout, path), 'utf8')
const manifestOf = (path: string) => JSON.parse(read(`${path}/package.json`))
const versionOf = (path: string): string => manifestOf(path).version

test('a release is tagged for each package and for the server', () => {
  const expected = [
    ...packages.map((name) => `@vestibule/${name}@${versionOf(`packages/${name}`)}`),
    `@vestibule/server@${versionOf('apps/server')}`,
  ]
  expect(release.tags.toSorted()).toEqual(expected.toSorted())
})

test('the packages have one version, which the examples ask for, and the chart has that of the server', () => {
  const version = versionOf('packages/core')
  for (const name of packages) expect(versionOf(`packages/${name}`)).toBe(version)
  for (const name of readdirSync(join(release.checkout, 'examples'))) {
    const { dependencies, devDependencies } = manifestOf(`examples/${name}`)
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([own]) =>
      own.startsWith('@vestibule/'),
    )
    expect(ours.length, name).toBeGreaterThan(0)
    for (const [own, range] of ours) expect(range, `${own} in ${name}`).toBe(`^${version}`)
  }
  const server = versionOf('apps/server')
  expect(parse(read('deploy/helm/vestibule/Chart.yaml'))).toMatchObject({ version: server, appVersion: server })
})

test('the packages that share a version are those that npm gets', () => {
  const [pattern = ''] = JSON.parse(read('.changeset/config.json')).fixed.flat()
  const [, others = ''] = /^@vestibule\/!\((.*)\)$/.exec(pattern) ?? []
  const places = ['apps', 'tests', 'scripts', '.'].flatMap((folder) =>
    readdirSync(join(release.checkout, folder)).map((name) => join(folder, name, 'package.json')),
  )
  const manifests = places
    .filter((path) => existsSync(join(release.checkout, path)))
    .map((path) => JSON.parse(read(path)))
  const ours = manifests.filter(({ name }) => name?.startsWith('@vestibule/'))
  expect(ours.map(({ name }) => name.slice('@vestibule/'.length)).toSorted()).toEqual(others.split('|').toSorted())
  for (const manifest of ours) expect(manifest.private, manifest.name).toBe(true)
})

test('the version pull request has a lockfile that fits', () => {
  const { importers } = parse(read('pnpm-lock.yaml'))
  for (const name of readdirSync(join(release.checkout, 'examples'))) {
    const { dependencies, devDependencies } = manifestOf(`examples/${name}`)
    const locked = importers[`examples/${name}`]
    for (const [own, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      const { specifier, version } = locked.dependencies?.[own] ?? locked.devDependencies[own]
      expect(specifier, own).toBe(range)
      if (own.startsWith('@vestibule/')) expect(version, own).toMatch(/^link:/)
    }
  }
})

test('each changelog begins with the release, in words for whoever upgrades', () => {
  const changelogs = [
    ['CHANGELOG.md', 'apps/server'],
    ...packages.map((name) => [`packages/${name}/CHANGELOG.md`, `packages/${name}`]),
  ]
  for (const [path = '', of = ''] of changelogs) {
    const [title, , heading, , level, , text] = read(path).split('\n')
    expect(title, path).toMatch(/^# /)
    expect(heading, path).toBe(`## ${versionOf(of)}`)
    expect(level, path).toMatch(/^### (Major|Minor|Patch) Changes$/)
    expect(text, path).toMatch(/^- [A-Z]/)
    // Among what changed until then, nobody would find it.
    if (read(path).includes('\n- First release')) expect(text, path).toMatch(/^- First release/)
    expect(read(path), 'no commit hash').not.toMatch(/^- [0-9a-f]{7,}:|\[[0-9a-f]{7,}\]/m)
  }
  expect(readdirSync(join(release.checkout, '.changeset')).filter((name) => name.endsWith('.md'))).toEqual([])
})

describe.each(publishedPackages)(
  'the package of $name',
  ({ name, manifest: { name: fullName, files: named, exports = {} } }) => {
    const tarball = () => release.tarballs.find((path) => path.includes(`vestibule-${name}-`)) ?? ''

    test('has what was built, its sources, README, LICENSE and CHANGELOG, and nothing else', async () => {
      const files = (await run(['tar', '-tzf', tarball()], release.checkout, process.env)).trim().split('\n')
      const inside = files.map((path) => path.replace(/^package\//, ''))
      expect(inside).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']))
      const allowed = ['LICENSE', 'package.json', ...named]
      expect(inside.filter((path) => !allowed.includes(path.split('/')[0] ?? ''))).toEqual([])
      const sources = inside.filter((path) => /^(dist|src)\//.test(path))
      const expected = /^[\w./-]+\.(js|d\.ts|d\.ts\.map|tsx?|vue|json|css|sql|md)$/
      expect(sources.filter((path) => !expected.test(path) || /\.test\.|\/(test|examples)\//.test(path))).toEqual([])
      // What a starter's own .gitignore names.
      expect(
        inside.filter((path) => /(^|\/)(\.env|node_modules|\.next|\.nuxt|\.output)(\/|$)|\.db$/.test(path)),
      ).toEqual([])
    })

    test('leads from declarations to sources, and to packages by versions that were published', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vestibule-unpacked-'))
      await run(['tar', '-xzf', tarball(), '-C', folder], release.checkout, process.env)
      const root = join(folder, 'package')
      const maps = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('.map'),
      )
      expect(maps.length > 0).toBe(hasTypes(exports))
      for (const map of maps) {
        const path = join(root, 'dist', map)
        for (const source of JSON.parse(readFileSync(path, 'utf8')).sources)
          expect(existsSync(normalize(join(dirname(path), source))), `${source} of ${map}`).toBe(true)
      }
      const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      expect(JSON.stringify(manifest)).not.toContain('workspace:')
      for (const [own, range] of Object.entries(manifest.dependencies ?? {}))
        if (own.startsWith('@vestibule/')) expect(range, own).toBe(`^${versionOf('packages/core')}`)
      rmSync(folder, { recursive: true, force: true })
    })

    test('is shown by `npm view` as it describes itself', async () => {
      const { env, cwd } = await terminalOfUser()
      const seen = JSON.parse(await run(['npm', 'view', fullName, '--json'], cwd, env))
      const { description, license, version, repository, engines } = manifestOf(`packages/${name}`)
      expect(seen).toMatchObject({
        description,
        license,
        version,
        repository,
        engines,
        'dist-tags': { latest: version },
      })
      expect(seen.dist.integrity).toMatch(/^sha512-/)
      rmSync(cwd, { recursive: true, force: true })
    })
  },
)

test('`npm install` brings what a project can import, with the npm and the Node of this machine', async () => {
  const { env, cwd } = await terminalOfUser()
  // The frameworks are peers: an application has them.
  const names = publishedPackages.map(({ manifest }) => manifest.name)
  await run(['npm', 'install', '--legacy-peer-deps', ...names], cwd, env, 240_000)
  for (const { name, manifest } of publishedPackages) {
    const folder = join(cwd, 'node_modules', manifest.name)
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version).toBe(versionOf(`packages/${name}`))
    for (const path of entriesOf(manifest)) expect(existsSync(join(folder, path)), `${path} of ${name}`).toBe(true)
    for (const command of Object.keys(manifest.bin ?? {}))
      expect(await run(['npx', '--no-install', command, '--help'], cwd, env)).toContain(manifest.name)
  }
  const script = "import { createAuth } from '@vestibule/core'\nconsole.log(typeof createAuth, process.versions.node)\n"
  writeFileSync(join(cwd, 'index.mjs'), script)
  const [kind, version] = (await run(['node', 'index.mjs'], cwd, env)).trim().split(' ')
  expect(kind).toBe('function')
  console.log(`imported by Node ${version}`)
  rmSync(cwd, { recursive: true, force: true })
}, 300_000)

test('the workflow becomes the trusted publisher of every package, by the name and the environment that it has', async () => {
  const { env } = await terminalOfUser()
  const said = await run(['node', 'scripts/release/trust.mjs', '--dry-run'], release.checkout, env)
  const [, repository] = /github\.repository == '([^']+)'/.exec(read('.github/workflows/release.yml')) ?? []
  const { environment } = parse(read('.github/workflows/release.yml')).jobs.publish
  for (const { manifest } of publishedPackages)
    expect(said).toContain(
      `package: ${manifest.name}\nfile: release.yml\nrepository: ${repository}\nenvironment: ${environment}\npermissions: publish`,
    )
})

test('each package has an SBOM, by the name under which the workflow looks for it', async () => {
  const root = join(import.meta.dirname, '../..')
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-sbom-'))
  await run(['node', 'scripts/release/sbom.mjs', folder], root, release.env)
  const versions = new Map<string, string>()
  for (const path of [...packages.map((name) => `packages/${name}`), 'apps/server']) {
    const { name, version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
    versions.set(name, `${name.replace('@', '').replace('/', '-')}-${version}.cdx.json`)
  }
  expect(readdirSync(folder).toSorted()).toEqual([...versions.values()].toSorted())
  const core = JSON.parse(readFileSync(join(folder, versions.get('@vestibule/core') ?? ''), 'utf8'))
  expect(core).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  const names = core.components.map((component: { name: string }) => component.name)
  expect(names.toSorted()).toEqual(Object.keys(manifestOf('packages/core').dependencies).toSorted())
  for (const component of core.components) expect(component.licenses, component.name).toBeDefined()
  rmSync(folder, { recursive: true, force: true })
})

type Exports = NonNullable<(typeof publishedPackages)[number]['manifest']['exports']>

const hasTypes = (exports: Exports): boolean =>
  Object.values(exports).some((entry) => typeof entry === 'object' && entry.types !== undefined)

/** The files that a manifest names. */
const entriesOf = ({ exports = {}, bin = {} }: (typeof publishedPackages)[number]['manifest']): string[] => [
  ...Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? entry : Object.values(entry))),
  ...Object.values(bin),
]

/** An empty project, and a PATH without the tools of this repository: `node` and `npm` are those of the machine. */
async function terminalOfUser() {
  const cwd = mkdtempSync(join(tmpdir(), 'vestibule-user-'))
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n')
  const folders = process.env.PATH?.split(delimiter).filter((folder) => !folder.includes('node_modules')) ?? []
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^(npm_|pnpm_|NODE_)/i.test(key) || /^npm_config_(registry|cafile)$/i.test(key),
    ),
  )
  const settings = { 'npm_config_@vestibule:registry': release.registry, npm_config_update_notifier: 'false' }
  return {
    cwd,
    env: { ...env, ...settings, PATH: folders.join(delimiter), NODE_ENV: 'development' } as NodeJS.ProcessEnv,
  }
}
