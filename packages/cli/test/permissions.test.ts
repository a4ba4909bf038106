import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { run } from '../src/run.ts'
import { filesOf, manifest, nextProject, projectOf, readTerminal, writeFiles } from './support.ts'

// `permissions`: from the file of the server, or from the server itself, to names that the compiler knows.

const catalogue = JSON.stringify({
  permissions: {
    'invoice.read': { names: { en: 'See invoices' }, level: 'basic' },
    'invoice.approve': { names: { en: 'Approve invoices' }, min_acr: 'phr' },
    'https://api.example.com orders:read': { level: 'basic' },
  },
  roles: {
    billing: { names: { en: 'Billing' }, permissions: ['invoice.read', 'https://api.example.com orders:read'] },
  },
})
const written = (
  module: string,
) => `// Written by \`npx @vestibule/cli permissions\`. Call it again instead of editing it.

/** For the option \`permissions\` of the SDK. */
export const permissions = {
  'invoice.approve': { acr: 'phr' },
  'invoice.read': {},
} as const

declare module '${module}' {
  interface Register {
    permission: keyof typeof permissions
  }
}
`

const servers: Server[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) server.close()
})

async function permissions(cwd: string, ...words: string[]) {
  const terminal = readTerminal()
  const code = await run(['permissions', ...words], { cwd, terminal })
  return { code, output: [...terminal.output, ...terminal.errors].join('\n') }
}

/** A management API with these pages, for one token. */
async function serverWith(...pages: object[]): Promise<{ issuer: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer(({ url, headers }, response) => {
    requests.push(`${url} ${headers.authorization}`)
    const page = pages[Number(new URL(url ?? '', 'http://localhost').searchParams.get('cursor') ?? 0)]
    if (url?.startsWith('/moved/')) response.writeHead(302, { location: '/api/v1/permissions' }).end()
    else if (headers.authorization !== 'Bearer the-token') response.writeHead(401).end('{}')
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

test.each([
  ['next', { 'app/page.tsx': '', 'tsconfig.json': '{}' }, 'auth/permissions.ts', '@vestibule/nextjs'],
  ['next', { 'src/app/page.tsx': '', 'tsconfig.json': '{}' }, 'src/auth/permissions.ts', '@vestibule/nextjs'],
  ['nuxt', { 'app/app.vue': '' }, 'shared/vestibule.ts', '@vestibule/nuxt/server'],
  [
    '@react-router/dev',
    { 'app/root.tsx': '', 'tsconfig.json': '{}' },
    'app/auth/permissions.ts',
    '@vestibule/remix/react-router',
  ],
  ['@remix-run/react', { 'app/root.tsx': '', 'tsconfig.json': '{}' }, 'app/auth/permissions.ts', '@vestibule/remix'],
] as const)('%s with %j has the names of permissions.json in %s', async (dependency, files, path, module) => {
  const own = { 'package.json': manifest({ [dependency]: '99.0.0' }), 'permissions.json': catalogue }
  const folder = projectOf({ ...files, ...own })
  expect(await permissions(folder, '--check')).toMatchObject({ code: 1, output: expect.stringContaining('is missing') })
  expect(await permissions(folder)).toEqual({ code: 0, output: `Wrote ${path}: 2 permissions.` })
  expect(filesOf(folder)[path]).toBe(written(module))
  for (const words of [[], ['--check']])
    expect(await permissions(folder, ...words)).toEqual({ code: 0, output: `${path} has all 2 permissions.` })
  writeFiles(folder, { 'permissions.json': '{"permissions":{"invoice.read":{}}}' })
  const before = filesOf(folder)
  expect(await permissions(folder, '--check')).toMatchObject({ code: 1, output: expect.stringContaining('differs') })
  expect(filesOf(folder)).toEqual(before)
  expect((await permissions(folder)).code).toBe(0)
})

test('any other application with core names the file, and a file of its own is not written over', async () => {
  const folder = projectOf({ 'package.json': manifest({ hono: '4.0.0' }), 'permissions.json': catalogue })
  expect(await permissions(folder)).toMatchObject({ code: 1, output: expect.stringContaining('supported frameworks') })
  expect((await permissions(folder, '--out', 'src/permissions.ts')).code).toBe(0)
  expect(filesOf(folder)['src/permissions.ts']).toBe(written('@vestibule/core'))
  writeFiles(folder, { 'src/own.ts': 'export const permissions = 1\n' })
  expect(await permissions(folder, '--out', 'src/own.ts')).toMatchObject({
    code: 1,
    output: expect.stringContaining('was not written by this command'),
  })
  expect(await permissions(folder, '--out', '../elsewhere.ts')).toMatchObject({
    code: 1,
    output: expect.stringContaining('outside of this folder'),
  })
})

test('the server is asked with a token of the environment or of a file, and only for permissions of the application', async () => {
  const folder = projectOf(nextProject)
  const { issuer, requests } = await serverWith(
    {
      data: [
        { resource: '', name: 'invoice.read', level: 'basic' },
        { resource: 'https://api.example.com', name: 'orders:read' },
      ],
      next_cursor: '1',
    },
    { data: [{ resource: '', name: 'invoice.approve', min_acr: 'phr' }], next_cursor: null },
  )
  expect(await permissions(folder, '--issuer', issuer)).toMatchObject({
    code: 1,
    output: expect.stringContaining('VESTIBULE_TOKEN'),
  })
  expect(requests).toEqual([])
  vi.stubEnv('VESTIBULE_TOKEN', 'the-token')
  expect((await permissions(folder, '--issuer', `${issuer}/`)).code).toBe(0)
  expect(requests).toEqual([
    '/api/v1/permissions?limit=100 Bearer the-token',
    '/api/v1/permissions?limit=100&cursor=1 Bearer the-token',
  ])
  expect(filesOf(folder)['auth/permissions.ts']).toBe(written('@vestibule/nextjs'))
  vi.stubEnv('VESTIBULE_TOKEN', 'another')
  expect(await permissions(folder, '--issuer', issuer)).toMatchObject({
    code: 1,
    output: expect.stringContaining('roles:read'),
  })
  writeFiles(folder, { token: 'the-token\n' })
  expect((await permissions(folder, '--issuer', issuer, '--token-file', 'token', '--check')).code).toBe(0)
})

test('a token goes to no other address, and never over plain http to another machine', async () => {
  const folder = projectOf(nextProject)
  vi.stubEnv('VESTIBULE_TOKEN', 'the-token')
  const { issuer, requests } = await serverWith({ data: [] })
  expect(await permissions(folder, '--issuer', `${issuer}/moved`)).toMatchObject({
    code: 1,
    output: expect.stringContaining('does not answer'),
  })
  expect(requests).toHaveLength(1)
  for (const address of ['http://id.example.com', 'file:///etc/passwd', 'id.example.com'])
    expect(await permissions(folder, '--issuer', address), address).toMatchObject({
      code: 2,
      output: expect.stringContaining('https address'),
    })
})

test.each([
  ['no JSON', '{', 'has no object "permissions"'],
  ['a list', '{"permissions":[]}', 'has no object "permissions"'],
  ['none', '{"permissions":{}}', 'has no permissions'],
  ['a wildcard', '{"permissions":{"*":{}}}', 'is no name of a permission'],
  ['code', `{"permissions":{"a':{}};process.exit();({'b":{}}}`, 'is no name of a permission'],
  ['a long name', `{"permissions":{"${'a.'.repeat(40)}a":{}}}`, 'is no name of a permission'],
  ['__proto__', '{"permissions":{"__proto__":{}}}', 'is no name of a permission'],
  ['code as acr', `{"permissions":{"a":{"min_acr":"x' }, y: eval('"}}}`, 'is no name'],
])('%s is refused, and nothing is written', async (_, text, reason) => {
  const folder = projectOf({ ...nextProject, 'permissions.json': text })
  const before = filesOf(folder)
  expect(await permissions(folder)).toEqual({ code: 1, output: expect.stringContaining(reason) })
  expect(filesOf(folder)).toEqual(before)
})

test('mistakes of the command line', async () => {
  const folder = projectOf(nextProject)
  expect((await permissions(folder, 'invoice.read')).code).toBe(2)
  expect((await permissions(folder, '--token', 'secret')).code).toBe(2)
  expect((await permissions(folder, '--issuer', 'http://localhost:1', '--file', 'a.json')).code).toBe(2)
  expect(await permissions(folder, '--file', join('a', 'b.json'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no'),
  })
})

const fields = JSON.stringify({
  fields: [
    { key: 'plan', of: 'organization', type: 'choice', options: { free: { en: 'Free' }, pro: { en: 'Pro' } } },
    { key: 'tags', of: 'person', type: 'choices', options: { 'a-b': { en: 'A' }, c: { en: 'C' } } },
    { key: 'seats', of: 'organization', type: 'integer' },
    { key: 'news', of: 'person', type: 'boolean' },
    { key: 'born', of: 'person', type: 'date' },
    { key: 'odd', of: 'person', type: 'choice', options: { "x': any; //": { en: 'X' } } },
  ],
})
const claims =
  'plan:organization.plan,https://acme.example/seats:organization.seats,tags:person.tags,news:person.news,born:person.born'
const claimed = `    claims: {
      'born': string
      'https://acme.example/seats': number
      'news': boolean
      'plan': 'free' | 'pro'
      'tags': readonly ('a-b' | 'c')[]
    }
`

test('claims that are fields have their types, with permissions or without', async () => {
  const cwd = projectOf({ ...nextProject, 'tsconfig.json': '{}', 'fields.json': fields })
  expect((await permissions(cwd, '--claims', claims)).output).toContain('5 claims')
  expect(
    filesOf(cwd)['auth/permissions.ts'],
  ).toBe(`// Written by \`npx @vestibule/cli permissions\`. Call it again instead of editing it.

export const permissions = undefined

declare module '@vestibule/nextjs' {
  interface Register {
${claimed}  }
}
`)
  writeFiles(cwd, { 'permissions.json': catalogue })
  expect((await permissions(cwd, '--claims', claims)).output).toContain('2 permissions and 5 claims')
  expect(filesOf(cwd)['auth/permissions.ts']).toBe(
    written('@vestibule/nextjs').replace('keyof typeof permissions\n', (found) => found + claimed),
  )
  for (const [wrong, why] of [
    ['plan:organization.none', 'There is no field organization.none'],
    ["x': any; //:organization.plan", 'no claim and field'],
    ['odd:person.odd', 'no options, or one that is no name'],
  ] as const) {
    const { code, output } = await permissions(cwd, '--claims', wrong)
    expect([code !== 0, output], wrong).toEqual([true, expect.stringContaining(why)])
  }
  expect((await permissions(cwd, '--fields', 'fields.json')).output).toContain('--fields is for --claims')
})

test('a server names the fields, too', async () => {
  const cwd = projectOf({ ...nextProject, 'tsconfig.json': '{}' })
  vi.stubEnv('VESTIBULE_TOKEN', 'the-token')
  const { issuer, requests } = await serverWith({ data: JSON.parse(fields).fields, next_cursor: null })
  const { output } = await permissions(cwd, '--issuer', issuer, '--claims', 'plan:organization.plan')
  expect(requests[0]).toContain('/api/v1/fields?limit=100')
  // This one answers the same to everything, so that it has no permissions.
  expect(output).toContain('has no permissions of the application')
})
