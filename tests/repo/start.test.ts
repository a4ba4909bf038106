// What a start of the server compiles before its first answer. Everything else is imported when it is first needed.
import { join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'

const server = join(import.meta.dirname, '../../apps/server')

let files: Metafile['inputs']

beforeAll(async () => {
  const { metafile } = await build({
    absWorkingDir: server,
    entryPoints: ['src/main.ts', 'src/cli.ts'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'dist',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  files = metafile.inputs
})

/** Every file and package that is imported with `path`, and not later by `import()`. */
function importedWith(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const { path: imported, kind, external } of files[path]?.imports ?? []) {
    if (kind !== 'import-statement') continue
    if (external) found.add(imported)
    else importedWith(imported, found)
  }
  return found
}

test.each(['src/main.ts', 'src/cli.ts'])('%s imports nothing before compiled code is cached', (entry) => {
  expect([...importedWith(entry)].filter((path) => !path.startsWith('node:'))).toEqual([entry, 'src/compile-cache.ts'])
})

test.each([
  ['Prisma', /^@prisma|^src\/store\/(generated\/(sqlite|postgresql)|connections\/(sqlite|postgresql)\/prisma-)/],
  ['PostgreSQL', /^pg$|connections\/postgresql/],
  ['what readable log lines need', /^pino-pretty/],
  ['the parser of Markdown', /^markdown-it|pages\/.*markdown/],
  ['what sends mails', /^nodemailer/],
  ['what verifies passkeys', /^@simplewebauthn/],
  ['what names devices', /^bowser/],
  ['telemetry', /^@opentelemetry|^prom-client|telemetry\/(metrics|tracing)/],
  ['the management API', /^zod|routes\/management-api/],
])('%s is imported when it is first needed, not at start', (_, pattern) => {
  expect([...importedWith('src/server-process.ts')].filter((path) => pattern.test(path))).toEqual([])
})
