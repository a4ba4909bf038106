import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Release, rehearseRelease } from './rehearsal.ts'
import { run } from './run.ts'

// A release as it will be made and as a user meets it: versions, changelogs, what is in the packages, and `npm install`.

const sdks = ['core', 'nextjs', 'nuxt', 'remix', 'testing'] as const

let release: Release
beforeAll(async () => {
  release = await rehearseRelease()
}, 180_000)
afterAll(() => release?.close())

const read = (path: string): string => readFileSync(join(release.checkout, path), 'utf8')
const manifestOf = (path: string) => JSON.parse(read(`${path}/package.json`))
const versionOf = (path: string): string => manifestOf(path).version

test('a release is tagged for each SDK and for the server', () => {
  const expected = [
    ...sdks.map((name) => `@vestibule/${name}@${versionOf(`packages/${name}`)}`),
    `@vestibule/server@${versionOf('apps/server')}`,
  ]
  expect(release.tags.toSorted()).toEqual(expected.toSorted())
})

test('the SDKs have one version, which the examples ask for, and the chart has that of the server', () => {
  const [version] = sdks.map((name) => versionOf(`packages/${name}`))
  for (const name of sdks) expect(versionOf(`packages/${name}`)).toBe(version)
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
    ...sdks.map((name) => [`packages/${name}/CHANGELOG.md`, `packages/${name}`]),
  ]
  for (const [path = '', of = ''] of changelogs) {
    const [title, , heading, , level, , text] = read(path).split('\n')
    expect(title, path).toMatch(/^# /)
    expect(heading, path).toBe(`## ${versionOf(of)}`)
    expect(level, path).toMatch(/^### (Major|Minor|Patch) Changes$/)
    expect(text, path).toMatch(/^- [A-Z]/)
    expect(read(path), 'no commit hash').not.toMatch(/^- [0-9a-f]{7,}:|\[[0-9a-f]{7,}\]/m)
  }
  expect(readdirSync(join(release.checkout, '.changeset')).filter((name) => name.endsWith('.md'))).toEqual([])
})

/** What the server in @vestibule/testing reads at run time, and the licenses of what is bundled. */
const serverFile = /^dist\/(migrations\/sqlite\/\w+\.sql|words\/[\w-]+\.json|THIRD-PARTY-NOTICES\.md)$/

describe.each(sdks)('the package of %s', (name) => {
  const tarball = () => release.tarballs.find((path) => path.includes(`vestibule-${name}-`)) ?? ''

  test('has what was built, its sources, README, LICENSE and CHANGELOG, and nothing else', async () => {
    const files = (await run(['tar', '-tzf', tarball()], release.checkout, process.env)).trim().split('\n')
    const inside = files.map((path) => path.replace(/^package\//, ''))
    expect(inside).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']))
    const unexpected = inside.filter(
      (path) =>
        !/^(CHANGELOG\.md|LICENSE|README\.md|package\.json|(dist|src)\/[\w./-]+\.(js|d\.ts|d\.ts\.map|tsx?|vue))$/.test(
          path,
        ) && !(name === 'testing' && serverFile.test(path)),
    )
    expect(unexpected).toEqual([])
    expect(inside.filter((path) => /\.test\.|(^|\/)(test|examples)\//.test(path))).toEqual([])
  })

  test('leads from declarations to sources, and to packages by versions that were published', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-unpacked-'))
    await run(['tar', '-xzf', tarball(), '-C', folder], release.checkout, process.env)
    const root = join(folder, 'package')
    const maps = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.map'),
    )
    expect(maps.length).toBeGreaterThan(0)
    for (const map of maps) {
      const path = join(root, 'dist', map)
      for (const source of JSON.parse(readFileSync(path, 'utf8')).sources)
        expect(existsSync(normalize(join(dirname(path), source))), `${source} of ${map}`).toBe(true)
    }
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(JSON.stringify(manifest)).not.toContain('workspace:')
    if (!['core', 'testing'].includes(name))
      expect(manifest.dependencies['@vestibule/core']).toBe(`^${versionOf('packages/core')}`)
    rmSync(folder, { recursive: true, force: true })
  })

  test('is shown by `npm view` as it describes itself', async () => {
    const { env, cwd } = await terminalOfUser()
    const seen = JSON.parse(await run(['npm', 'view', `@vestibule/${name}`, '--json'], cwd, env))
    const { description, license, version, repository, engines } = manifestOf(`packages/${name}`)
    expect(seen).toMatchObject({ description, license, version, repository, engines, 'dist-tags': { latest: version } })
    expect(seen.dist.integrity).toMatch(/^sha512-/)
    rmSync(cwd, { recursive: true, force: true })
  })
})

test('`npm install` brings what a project can import, with the npm and the Node of this machine', async () => {
  const { env, cwd } = await terminalOfUser()
  await run(['npm', 'install', '@vestibule/core'], cwd, env)
  const script = "import { createAuth } from '@vestibule/core'\nconsole.log(typeof createAuth, process.versions.node)\n"
  writeFileSync(join(cwd, 'index.mjs'), script)
  const [kind, version] = (await run(['node', 'index.mjs'], cwd, env)).trim().split(' ')
  expect(kind).toBe('function')
  console.log(`imported by Node ${version}`)
  rmSync(cwd, { recursive: true, force: true })
})

test('each package has an SBOM, by the name under which the workflow looks for it', async () => {
  const root = join(import.meta.dirname, '../..')
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-sbom-'))
  await run(['node', 'scripts/sbom.mjs', folder], root, release.env)
  const versions = new Map<string, string>()
  for (const path of [...sdks.map((name) => `packages/${name}`), 'apps/server']) {
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
