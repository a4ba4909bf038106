import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ValidationSeverity, validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { sourceFiles } from '../release/checkout.ts'
import { isInBuildContext } from './build-context.ts'

// What deploys the server, linted as far as it can be without an engine. (The GitHub workflow has engines: it builds the
// image and runs `helm lint`.)

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { packageManager, devDependencies } = JSON.parse(read('package.json'))
/** Every variable that the documentation knows. */
const documented = read('docs/configuration.md')
const isVariable = (name: string): boolean =>
  /^(NODE_ENV|OTEL_)/.test(name) || /^OIDC_CLIENT_/.test(name) || documented.includes(`\`${name}\``)

describe('Dockerfile', () => {
  const text = read('Dockerfile')
  const stages = text.split(/^FROM /m).slice(1)

  test('is well-formed', () => {
    const settings = {
      instructionWorkdirRelative: ValidationSeverity.ERROR,
      deprecatedMaintainer: ValidationSeverity.ERROR,
    }
    expect(validate(text, settings)).toEqual([])
  })

  test('builds with this pnpm and runs on this Node, not as root', () => {
    expect(text.match(/pnpm@[\d.]+/g)).toEqual([packageManager, packageManager])
    const major = devDependencies.node.split('.')[0]
    expect(stages.map((stage) => stage.split('\n')[0])).toEqual([
      `--platform=$BUILDPLATFORM node:${major}-bookworm-slim AS build`,
      `node:${major}-alpine`,
    ])
    const [, last = ''] = stages
    expect(last.match(/^USER (.*)$/m)?.[1]).toBe('node')
    expect(last).toContain('NODE_ENV=production')
    expect(last).not.toMatch(/^(RUN|COPY) .*(npm|pnpm|src)/m)
  })
})

describe('the build context', () => {
  test('has every source of the server and of what it is built from', async () => {
    const sources = (await sourceFiles()).filter((path) =>
      /^(apps\/server\/(src|words|migrations|prisma|scripts)|packages\/\w+\/src|scripts)\/|^[\w-]+\.(json|yaml)$/.test(
        path,
      ),
    )
    expect(sources.length).toBeGreaterThan(500)
    expect(sources.filter((path) => !isInBuildContext(path))).toEqual([])
  })

  test.each([
    '.env',
    'apps/server/.env.local',
    'data/secret',
    'data/vestibule.db',
    'apps/server/data/secret',
    'vestibule.db-wal',
    'examples/nextjs/data/notes.db',
    '.git/config',
    'node_modules/turbo/package.json',
    'packages/core/node_modules/jose/package.json',
    'apps/server/dist/main.js',
    'packages/core/dist/index.js',
    'packages/core/tsconfig.tsbuildinfo',
    'apps/server/.turbo/turbo-build.log',
    'tests/e2e/support.ts',
    'apps/server/test/tokens.test.ts',
  ])('has no %s: a secret, something that was built here, or no part of the image', (path) => {
    expect(isInBuildContext(path)).toBe(false)
  })
})

test('what is deployed keeps the query compiler that the clients were generated for', () => {
  const build = /compilerBuild\s*= "(\w+)"/.exec(read('apps/server/scripts/generate.mjs'))?.[1]
  expect(build).toBeDefined()
  const removed = read('scripts/deploy-server.mjs').match(/query_compiler_\w+/g)
  expect(removed).toHaveLength(1)
  expect(removed).not.toContain(`query_compiler_${build}_`)
})

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'))

  test('names what there is', () => {
    for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
      expect(Boolean(service.image) || Boolean(service.build), name).toBe(true)
      expect(String(service.image ?? 'x:1'), `${name} is pinned`).toMatch(/:(?!latest)/)
      for (const other of Object.keys((service.depends_on as object) ?? {})) expect(services).toHaveProperty(other)
      for (const volume of (service.volumes as string[]) ?? [])
        expect(volumes).toHaveProperty(volume.split(':')[0] ?? '')
      for (const port of (service.ports as string[]) ?? []) expect(port, 'only on loopback').toMatch(/^127\.0\.0\.1:/)
    }
  })

  test('gives the server variables that it knows', () => {
    for (const name of Object.keys(services.server.environment)) expect(isVariable(name), name).toBe(true)
  })
})

describe('the Helm chart', () => {
  const chart = 'deploy/helm/vestibule'
  const values = parse(read(`${chart}/values.yaml`))
  const schema = JSON.parse(read(`${chart}/values.schema.json`))
  const templates = readdirSync(join(root, chart, 'templates')).map(
    (name) => [name, read(`${chart}/templates/${name}`)] as const,
  )

  test('has the version of the server', () => {
    expect(parse(read(`${chart}/Chart.yaml`)).appVersion).toBe(JSON.parse(read('apps/server/package.json')).version)
  })

  test.each(templates)('%s asks for values that there are, and closes what it opens', (_name, text) => {
    for (const [, path = ''] of text.matchAll(/\.Values\.([A-Za-z.]+)/g)) {
      expect(
        path.split('.').reduce((at, key) => at?.[key], values),
        path,
      ).toBeDefined()
      const inSchema = path
        .split('.')
        .reduce(
          (at, key) => at?.properties?.[key] ?? (at?.type === 'object' && !at.properties ? at : undefined),
          schema,
        )
      expect(inSchema, `${path} in values.schema.json`).toBeDefined()
    }
    const opened = text.match(/\{\{-? *(if|with|range|define)\b/g)?.length ?? 0
    const closed = text.match(/\{\{-? *end\b/g)?.length ?? 0
    expect(closed).toBe(opened)
  })

  test('the schema knows every value', () => {
    expect(Object.keys(values).filter((key) => !(key in schema.properties))).toEqual([])
  })

  test('gives the server variables that it knows', () => {
    const [, config = ''] = templates.find(([name]) => name === 'config.yaml') ?? []
    for (const [, name = ''] of config.matchAll(/^ {2}([A-Z_]+):/gm)) expect(isVariable(name), name).toBe(true)
  })
})

test('the systemd unit starts what `npm run deploy:server` makes, and drains', () => {
  const unit = read('deploy/systemd/vestibule.service')
  const settings = Object.fromEntries(
    unit
      .split('\n')
      .flatMap((line) =>
        /^[A-Z]\w+=/.test(line) ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
      ),
  )
  expect(settings.ExecStart).toBe('/usr/bin/node --max-semi-space-size=16 /opt/vestibule/dist/cli.js serve')
  expect(Number(settings.TimeoutStopSec)).toBeGreaterThan(25)
  expect(settings).toMatchObject({ DynamicUser: 'yes', ProtectSystem: 'strict', NoNewPrivileges: 'yes' })
  expect(unit.match(/^\[(\w+)\]$/gm)).toEqual(['[Unit]', '[Service]', '[Install]'])
})

test.each(['Caddyfile', 'nginx.conf'])('%s keeps metrics in and leads to the server', (name) => {
  const text = read(`deploy/proxies/${name}`)
  expect(text).toContain('127.0.0.1:4000')
  expect(text).toMatch(/metrics[\s\S]*404/)
  expect(text.match(/\{/g)?.length).toBe(text.match(/\}/g)?.length)
})
