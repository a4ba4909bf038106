// Bundles the server into the package, so that `npm install` brings nothing else: its code, migrations and words, and the
// licenses of what it is made of.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'

const packageFolder = join(import.meta.dirname, '..')
const serverFolder = join(packageFolder, '../../apps/server')
const dist = join(packageFolder, 'dist')

/** The database is SQLite: PostgreSQL's driver and its client stay out. */
const withoutPostgres = {
  name: 'without-postgresql',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^pg$|\/postgresql\/(postgresql|prisma-postgresql|client)\.ts$/ }, ({ path }) => ({
      path,
      namespace: 'absent',
    }))
    onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'export default null' }))
  },
}

/** Prisma's client sets a global `__dirname`, by which programs tell modules from scripts. */
const withoutGlobals = {
  name: 'without-globals',
  setup({ onLoad }) {
    onLoad({ filter: /store\/generated\/sqlite\/client\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^globalThis\['__dirname'\] = .*$/m, ''),
      loader: 'ts',
    }))
  },
}

rmSync(dist, { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: [join(packageFolder, 'src/index.ts')],
  outdir: join(dist, 'bundle'),
  absWorkingDir: packageFolder,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  jsx: 'automatic',
  jsxImportSource: 'hono/jsx',
  minifyWhitespace: true,
  lineLimit: 160,
  metafile: true,
  // The bundle has modules of CommonJS, which ask for Node's own.
  banner: {
    js: "import { createRequire as moduleRequire } from 'node:module'; const require = moduleRequire(import.meta.url);",
  },
  // It formats the log of a developer's terminal, and is asked for at run time only.
  external: ['pino-pretty'],
  plugins: [withoutPostgres, withoutGlobals],
  logLevel: 'warning',
})
// Where the bundle looks for them: beside it (runtime.ts), and by the `imports` of the package (words/languages.ts).
cpSync(join(serverFolder, 'migrations/sqlite'), join(dist, 'migrations/sqlite'), { recursive: true })
cpSync(join(serverFolder, 'generated/words'), join(dist, 'words'), { recursive: true })
writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.md'), notices(bundledPackages(Object.keys(metafile.inputs))))

/** The folders of the packages that files of the bundle are from. */
function bundledPackages(inputs) {
  const folders = inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
  return [...new Set(folders)].map((folder) => join(packageFolder, folder))
}

function notices(folders) {
  const own = readFileSync(join(packageFolder, '../../THIRD-PARTY-NOTICES.md'), 'utf8')
  const sections = folders
    .map((folder) => ({ folder, ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ folder, name, version, license }) => `## ${name} ${version}\n\n${licenseOf(folder, name, license)}`)
  return [own.trim(), ...sections, ''].join('\n\n')
}

function licenseOf(folder, name, license) {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry))
  if (!file && !license) throw new Error(`${relative(packageFolder, folder)} says nothing of its license`)
  return file
    ? `\`\`\`text\n${readFileSync(join(folder, file), 'utf8').trim()}\n\`\`\``
    : `${name} is under the license ${license}.`
}
