import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../apps/server/src/config/read.ts'
import { parts } from '../../packages/cli/src/ui/parts.ts'
import { registryItem } from '../../packages/cli/src/ui/registry.ts'
import { createAuth, optionsFromEnvironment } from '../../packages/core/src/index.ts'
import { createTestIssuer } from '../../packages/core/src/testing.ts'
import { coreGuides, guides, otherGuides } from '../e2e/guides.ts'
import { frameworks } from '../e2e/quick-start-apps.ts'
import { compile } from './compile.ts'
import { type Block, blocksOf, commandLines, documentationPages, isVariables } from './docs-blocks.ts'

// Every code block of the documentation is run, compiled or read by a test; a block that none of them takes is refused.

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const blocks = documentationPages().flatMap(blocksOf)
const nameOf = ({ page, line }: Block) => `${page}:${line}`

/** Blocks that a test runs as they stand, by page and heading. It reads them with `blockUnder`, or by the page's name. */
const runBy: readonly (readonly [page: string, heading: string, file: string])[] = [
  ['docs/api-keys.md', 'Exchange a key for a token', 'tests/e2e/api-keys.test.ts'],
  ['docs/api-keys.md', 'In Python', 'tests/e2e/api-keys-python.test.ts'],
  ['docs/authzen.md', 'Ask', 'tests/e2e/authzen.test.ts'],
  ['docs/clients.md', 'Your first client', 'tests/e2e/readme.test.ts'],
  ['ARCHITECTURE.md', 'The modules of the server', 'tests/repo/docs-links.test.ts'],
  ['docs/clients.md', 'Without a restart', 'tests/e2e/documented-commands.test.ts'],
  ['docs/clients.md', 'Auth.js / next-auth 5', 'tests/e2e/foreign-clients.test.ts'],
  ['docs/clients.md', 'next-auth 4', 'tests/e2e/foreign-clients.test.ts'],
  ['docs/clients.md', 'better-auth 1.7', 'tests/e2e/better-auth.test.ts'],
  ['docs/clients.md', 'mod_auth_openidc (Apache)', 'tests/e2e/debian-clients.test.ts'],
  ['docs/guides/apache.md', 'Apache, with mod_auth_openidc', 'tests/e2e/debian-clients.test.ts'],
  ['docs/import.md', 'From a spreadsheet', 'apps/server/test/fields-data.test.ts'],
  ['docs/fields.md', 'In ten minutes', 'apps/server/test/fields-guide.test.ts'],
  ['docs/import.md', 'Importing people from another system', 'tests/e2e/documented-commands.test.ts'],
  ['docs/import.md', 'From Clerk', 'tests/e2e/documented-commands.test.ts'],
  ['docs/management-api.md', 'Authentication', 'tests/e2e/documented-commands.test.ts'],
  ['docs/management-api.md', 'Clients', 'tests/e2e/documented-commands.test.ts'],
  ['docs/mcp.md', 'The API in Python', 'tests/e2e/mcp-python.test.ts'],
  ['docs/mcp.md', 'With fastmcp', 'tests/e2e/mcp-python.test.ts'],
  ['docs/mcp.md', 'With the MCP SDK for Python', 'tests/e2e/mcp-python.test.ts'],
  ['docs/mcp.md', 'By introspection', 'tests/e2e/mcp-python.test.ts'],
  ['docs/skills/vestibule/SKILL.md', 'Verify', 'tests/e2e/newcomer/skill.ts'],
  ['docs/testing.md', 'Playwright', 'tests/e2e/tested-starters.test.ts'],
  ['docs/operations.md', 'A connection pooler', 'tests/e2e/pgbouncer.test.ts'],
  ['docs/operations.md', 'Backup and restore', 'tests/e2e/documented-commands.test.ts'],
  ['docs/operations.md', 'From SQLite to PostgreSQL', 'tests/e2e/documented-commands.test.ts'],
]
const testOf = (block: Block) =>
  runBy.find(([page, heading]) => page === block.page && heading === block.heading)?.[2] ?? null

/** What becomes of a block. */
function kindOf(block: Block): string | null {
  if (block.title !== null) return 'followed'
  if (testOf(block)) return 'run'
  if (block.language === 'sh') return isVariables(block.text) ? 'variables' : 'commands'
  if (['ts', 'tsx'].includes(block.language)) return 'compiled'
  return ['json', 'yaml', 'html', 'text'].includes(block.language) ? block.language : null
}
const ofKind = (kind: string) => blocks.filter((block) => kindOf(block) === kind)

test('every block has a test', () => {
  expect(blocks.length).toBeGreaterThan(100)
  // Run it in a test and add it to `runBy`, or give it a language that is checked below.
  expect(blocks.filter((block) => kindOf(block) === null).map(nameOf)).toEqual([])
})

test.each(runBy)('%s, "%s", is there and is run by %s', (page, heading, file) => {
  expect(blocks.some((block) => block.page === page && block.heading === heading)).toBe(true)
  expect(read(file)).toContain(page.split('/').at(-1))
})

describe('a page that is followed step by step', () => {
  const applications = new Map([
    ...Object.values(frameworks).map(({ document }) => [`docs/${document}.md`, new Set([document])] as const),
    // tests/e2e/newcomer follows it after docs/nextjs.md.
    ['docs/organizations.md', new Set(['nextjs'])],
    ...[...Object.keys(guides), ...coreGuides, ...otherGuides, 'php'].map(
      (name) => [`docs/guides/${name}.md`, new Set([name])] as const,
    ),
  ])

  test('every titled block belongs to an application that a test builds', () => {
    const unknown = ofKind('followed').filter(
      ({ page, title }) => !applications.get(page)?.has(title?.split('/')[0] ?? ''),
    )
    expect(unknown.map(nameOf)).toEqual([])
  })

  test('the reader is told which file a block is', () => {
    const unnamed = ofKind('followed').filter(({ title, before, language }) => {
      const path = title?.slice(title.indexOf('/') + 1).replace(/ \(add\)$/, '') ?? ''
      return language !== 'sh' || path.startsWith('.env') ? !before.join('\n').includes(`\`${path}\``) : false
    })
    expect(unnamed.map(nameOf)).toEqual([])
  })

  test('a file that is shown twice is the same both times', () => {
    const texts = Object.groupBy(ofKind('followed'), ({ page, title }) => `${page} ${title}`)
    const different = Object.entries(texts).filter(([, shown = []]) => new Set(shown.map(({ text }) => text)).size > 1)
    expect(different.map(([name]) => name)).toEqual([])
  })

  test('what the quick start shows at a glance is in the pages that it leads to', () => {
    const rows = [...read('docs/quick-start.md').matchAll(/^\| .*\]\(([\w-]+\.md)\)[^|]*\|[^|]*\|(.*)\|$/gm)]
    expect(rows.map(([, page]) => page)).toEqual(['nextjs.md', 'nuxt.md', 'react-router.md', 'remix.md'])
    for (const [, page, cells = ''] of rows) {
      const shown = blocksOf(`docs/${page}`).map(({ text }) => text)
      const named = [...cells.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
      expect(named, page).toHaveLength(2)
      for (const code of named) expect(shown.join('\n'), page).toContain(code)
    }
  })

  test('every guide begins with the test that follows it, and the one without says so', () => {
    for (const name of readdirSync(join(root, 'docs/guides'))) {
      const [, path] = /^# .*\n\n> Tested: `([\w/.-]+)`/.exec(read(`docs/guides/${name}`)) ?? []
      if (path) expect(read(path), name).toMatch(/docs\/guides|guides\.ts/)
      else if (name === 'php.md') expect(read(`docs/guides/${name}`)).toContain('> Not tested:')
      else expect(name).toBe('README.md')
    }
  })
})

test('the overview of the guides lists every page, with versions that are those of the page', () => {
  const pages = readdirSync(join(root, 'docs/guides')).filter((name) => name !== 'README.md')
  const rows = new Map(
    [...read('docs/guides/README.md').matchAll(/^\| \[[^\]]+\]\(([\w-]+\.md)\) \|([^|]*)\|/gm)].map(
      ([, name = '', text = '']) => [name, text.match(/\d+\.\d+\.\d+/g) ?? []],
    ),
  )
  expect([...rows.keys()].toSorted()).toEqual(pages.toSorted())
  const others = [...rows].flatMap(([name, versions]) =>
    versions.filter((version) => !read(`docs/guides/${name}`).includes(version)).map((version) => `${name} ${version}`),
  )
  expect(others).toEqual([])
})

describe('variables', () => {
  const secret = 'R8vJ2kQ0pX5sT7uYwZ1aB3cD6eF9gH4i'
  const signingKey = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const placeholders: Record<string, string> = { WEBHOOK_SECRET: signingKey, SMS_SECRET: signingKey }
  /** As a person would complete them: what is left out gets a value. */
  const completed = (text: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(
        parseEnv(
          commandLines(text)
            .join('\n')
            .replaceAll(/^export /gm, ''),
        ),
      ).map(([name, value = '']) => [
        name,
        (placeholders[name] ?? value).replaceAll(/^(\.\.\.|\$\(openssl.*\)|)$/g, secret + name).replaceAll('...', 'pw'),
      ]),
    )
  const clients = (numbers: number[]) =>
    Object.fromEntries(
      numbers.flatMap((number) => [
        [`OIDC_CLIENT_ID_${number}`, `app-${number}`],
        [`OIDC_CLIENT_${number}_SECRET`, secret + number],
        [`OIDC_CLIENT_${number}_REDIRECT_URIS`, 'http://localhost:3000/auth/callback'],
      ]),
    )
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const machine = {
    readFile: (path: string) => (path.endsWith('.p8') ? key : path.endsWith('.json') ? '{}' : '# Terms'),
    keptSecret: () => secret,
    cwd: root,
  }

  test.each(ofKind('variables').map((block) => [nameOf(block), block] as const))('%s is accepted', (_name, block) => {
    const env = completed(block.text)
    expect(Object.keys(env)).not.toEqual([])
    if (Object.keys(env).some((name) => name.startsWith('VESTIBULE_'))) {
      const given = { VESTIBULE_ISSUER: 'https://id.example.com', VESTIBULE_CLIENT_ID: 'my-app' }
      const production = env.VESTIBULE_URL !== undefined
      expect(() => createAuth(optionsFromEnvironment({ ...given, ...env }, { production }))).not.toThrow()
      return
    }
    const numbers = Object.keys(env).flatMap((name) => /^OIDC_CLIENT_(\d+)_/.exec(name)?.[1] ?? [])
    const named = Object.keys(env).some((name) => name.startsWith('OIDC_CLIENT_ID_'))
    const config = readConfig({ ...(named ? {} : clients([...new Set([...numbers.map(Number), 0])])), ...env }, machine)
    // A misspelled name would be warned about.
    expect(config.warnings.filter((warning) => Object.keys(env).some((name) => warning.includes(name)))).toEqual([])
  })

  test('files of variables have their comments on lines of their own: Docker and systemd take the rest of a line as the value', () => {
    const files = ofKind('variables').filter(({ page }) => page === 'docs/deployment.md')
    expect(files.flatMap(({ text }) => text.split('\n').filter((line) => /^\w.*\s#/.test(line)))).toEqual([])
  })
})

describe('commands', () => {
  const lines = ofKind('commands').flatMap((block) =>
    commandLines(block.text).map((line) => ({ where: nameOf(block), page: block.page, line })),
  )
  const workspace = new Set(
    readdirSync(join(root, 'packages')).map((name) => JSON.parse(read(`packages/${name}/package.json`)).name),
  )
  const values = parse(read('deploy/helm/vestibule/values.yaml'))
  const compose = parse(read('compose.yaml'))
  const repository: string = JSON.parse(read('packages/core/package.json')).repository.url.replace(
    /^git\+https:\/\/github\.com\/|\.git$/g,
    '',
  )
  const exists = (path: string) => expect(() => readFileSync(join(root, path)), path).not.toThrow()

  const isPacked = (argument: string): boolean => {
    const [, name] = /^\.\.\/vestibule-packages\/vestibule-(\w+)-\*\.tgz$/.exec(argument) ?? []
    return workspace.has(`@vestibule/${name}`)
  }

  /** What the starter of Nuxt has, in its version. */
  const isOfStarter = (argument: string): boolean =>
    argument === `vite@${JSON.parse(read('examples/nuxt/package.json')).devDependencies.vite}`

  /** Programs whose lines can be checked without running them. `docs-commands.test.ts` checks those of vestibule. */
  const checks: Record<string, (line: string, page: string) => void> = {
    // The same of what it would fetch and run. Of the developer's commands, the command and its options exist.
    npx(line) {
      const [, name = ''] = line.split(' ').filter((word) => !word.startsWith('-'))
      if (!/vestibule/.test(name)) return
      expect(isPacked(name), line).toBe(true)
      const [, command = '', options = ''] = /vestibule-cli-\*\.tgz (\w+)(.*)/.exec(line) ?? []
      expect(read('packages/cli/src/commands.ts')).toMatch(new RegExp(`\\b${command}\\b`))
      for (const [option] of options.matchAll(/--\w[\w-]*/g)) expect(read('docs/cli.md'), line).toContain(`\`${option}`)
    },
    vestibule: () => {},
    npm(line, page) {
      const [, command = '', name] = line.split(' ')
      if (command === 'audit') return expect(name).toBe('signatures')
      // Before the first release npm has none of our packages, and whoever claims a name could serve another one.
      if (command === 'install')
        return expect(
          line
            .split(' ')
            .slice(2)
            .filter((argument) => argument !== '--save-dev' && !isPacked(argument) && !isOfStarter(argument)),
        ).toEqual([])
      const own = join(dirname(page), 'package.json')
      const { scripts } = JSON.parse(read(existsSync(join(root, own)) ? own : 'package.json'))
      expect(scripts).toHaveProperty(command === 'run' ? (name ?? '') : command)
    },
    cp: (line, page) => exists(join(dirname(page), line.split(' ')[1] ?? '')),
    node: (line, page) => exists(join(dirname(page), line.split(' ')[1] ?? '')),
    cd: () => {},
    docker(line) {
      if (line.startsWith('docker compose')) return expect(compose.services.server).toBeDefined()
      if (line.startsWith('docker exec')) return expect(line).toContain('node dist/cli.js doctor')
      // The volume and the port are those of the image.
      for (const [, place = ''] of line.matchAll(/:(\/[\w/]+)/g)) expect(read('Dockerfile')).toContain(place)
      for (const [, port] of line.matchAll(/-p [\d.]+:\d+:(\d+)/g))
        expect(read('Dockerfile')).toContain(`EXPOSE ${port}`)
    },
    helm(line) {
      exists(`${/ (deploy\/\S+)/.exec(line)?.[1]}/Chart.yaml`)
      for (const [, path = ''] of line.matchAll(/--set(?:-string)? '?([\w.]+)=/g)) {
        const parts = path.startsWith('env.') ? ['env'] : path.split('.')
        expect(
          parts.reduce((at, key) => at?.[key], values),
          path,
        ).toBeDefined()
      }
    },
    kubectl: (line) => expect(line).toContain('create secret generic vestibule-secrets'),
    git: (line) => expect(line).toContain(`https://github.com/${repository}`),
    gh: (line) => expect(line).toContain(`ghcr.io/${repository}:`),
    cosign(line) {
      expect(line).toContain(`ghcr.io/${repository}:`)
      const workflow = new RegExp(`https://github.com/${repository}/(\\S+)@refs/heads/main`).exec(line)?.[1] ?? ''
      expect(read(workflow)).toContain('uses: actions/attest@')
    },
    sudo(line) {
      for (const [path = ''] of line.matchAll(/deploy\/\S+/g)) exists(path)
    },
    openssl: () => {},
    'apt-get': () => {},
    a2enmod: () => {},
    systemctl: () => {},
  }

  test.each(lines.map(({ where, line, page }) => [where, line, page] as const))('%s: %s', (_where, line, page) => {
    const check = checks[line.split(' ')[0] ?? '']
    expect(
      check,
      'a program that this test can check: add it to `checks`, or run the block and add it to `runBy`',
    ).toBeDefined()
    check?.(line, page)
  })
})

/** The parts as `add ui` copies them. */
const copiedParts = (framework: 'nextjs' | 'remix', folder: string): [path: string, code: string][] =>
  [...parts.keys()].flatMap((name) =>
    (registryItem(framework, name, join(root, 'packages/cli/ui'))?.files ?? [])
      .filter(({ type }) => type === 'registry:component')
      .map(({ path, content }) => [
        `${folder}/${path.slice('components/'.length)}`,
        content.replace('@/lib/auth', '../lib/auth'),
      ]),
  )

describe('TypeScript', () => {
  const packageOf = ({ page, text }: Block) =>
    /^packages\/(\w+)\//.exec(page)?.[1] ??
    (/@vestibule\/(nextjs|nuxt|remix)\b/.exec(text)?.[1] || (/\bargs: \{ request/.test(text) ? 'remix' : 'core'))
  /** What an application has beside the files that a page shows. */
  const given: Record<string, [path: string, code: string][]> = {
    'docs/ui.md': [
      ['lib/auth.ts', "import { createAuth } from '@vestibule/nextjs'\nexport const { getSession } = createAuth()"],
      [
        'app/auth.server.ts',
        "import { createAuth } from '@vestibule/remix'\nexport const { getSession } = createAuth()",
      ],
      ...copiedParts('nextjs', 'components'),
      ...copiedParts('remix', 'app/components'),
    ],
    'docs/nextjs.md': [
      ['lib/auth.ts', "import { createAuth } from '@vestibule/nextjs'\nexport const auth = createAuth()"],
    ],
    'docs/react-router.md': [
      [
        'app/auth.server.ts',
        "import { createAuth } from '@vestibule/remix/react-router'\nexport const { signIn } = createAuth()",
      ],
    ],
  }
  /** The files of a page: a block begins with its path as a comment, or stands for itself. */
  const filesOf = (page: string, name: string) =>
    new Map([
      ...(given[page] ?? []),
      ...ofKind('compiled')
        .filter((block) => block.page === page)
        .filter((block) => packageOf(block) === name)
        .map(
          ({ line, language, text }) =>
            [/^\/\/ ([\w./[\]$-]+\.tsx?)\b/.exec(text)?.[1] ?? `block-${line}.${language}`, text] as const,
        ),
    ])
  const groups = [...new Set(ofKind('compiled').map((block) => `${block.page} ${packageOf(block)}`))].map(
    (group) => group.split(' ') as [string, 'core'],
  )

  test.each(groups)('%s compiles with @vestibule/%s', (page, name) => {
    const files = filesOf(page, name)
    expect(files.size).toBeGreaterThan(0)
    expect(compile(files, name)).toBe('')
  })
})

describe('data', () => {
  test.each(ofKind('json').map((block) => [nameOf(block), block] as const))('%s is JSON', (_name, { text }) => {
    expect(JSON.parse(text)).toBeTypeOf('object')
  })

  test.each(ofKind('yaml').map((block) => [nameOf(block), block] as const))('%s is YAML', (_name, { text }) => {
    expect(parse(text)).toBeTypeOf('object')
  })

  test('a link of a page begins the sign-in that the page promises', async () => {
    const { issuer, fetch } = await createTestIssuer()
    const auth = createAuth({ issuer, fetch, clientId: 'app', secret: 'x'.repeat(32), url: 'https://app.example.test' })
    for (const { text } of ofKind('html')) {
      const path = /href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
      const answer = await auth.handle(
        new Request(`https://app.example.test${path}`, { headers: { Accept: 'text/html' } }),
      )
      expect(new URL(answer.headers.get('location') ?? '').searchParams.get('organization')).toBe('acme')
    }
  })
})
