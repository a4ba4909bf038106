// Generates one Prisma client per database from the one model, and the scripts of the pages from their sources. Needs no
// network: Prisma's schema engine is never run, but its command line insists on finding one, so it is shown an executable
// that exists.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const model = readFileSync(join(root, 'prisma/models.prisma'), 'utf8')

/** The whole schema for one database: its header over the shared model. */
export const schemaFor = (provider) => `generator client {
  provider        = "prisma-client"
  compilerBuild   = "small"
  output          = "../../../src/store/generated/${provider}"
  runtime         = "nodejs"
  moduleFormat    = "esm"
  previewFeatures = ["strictUndefinedChecks"]
}

datasource db {
  provider = "${provider}"
}

${model}`

/** The entries of `src/pages/browser`, each with what it imports, as one module that a browser can load. */
function generateScripts() {
  const entryPoints = ['countdown', 'go-on', 'mail-state', 'passkey', 'submit'].map((name) =>
    join(root, `src/pages/browser/${name}.ts`),
  )
  const { outputFiles } = buildSync({
    entryPoints,
    outdir: 'unused',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
  })
  const scripts = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path, '.js'), text]))
  const folder = join(root, 'src/pages/generated')
  mkdirSync(folder, { recursive: true })
  const source = `// Generated from src/pages/browser by scripts/generate.mjs.\nexport const scripts = ${JSON.stringify(scripts, null, 2)}\n`
  writeFileSync(join(folder, 'scripts.ts'), source)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  generateScripts()
  for (const provider of ['sqlite', 'postgresql']) {
    const folder = join(root, 'prisma/.generated', provider)
    rmSync(join(root, 'src/store/generated', provider), { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'schema.prisma'), schemaFor(provider))
    execFileSync('prisma', ['generate', '--no-hints', '--schema', join(folder, 'schema.prisma')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    })
  }
}
