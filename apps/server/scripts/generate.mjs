// Generates one Prisma client per database from the one model, bundles the scripts and the style sheets of the pages, and
// compiles the words of pages and mails.
// Needs no network: Prisma's schema engine is never run, but its command line insists on finding one, so it is shown an
// executable that exists.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { readModel, rowsSource } from './rows.mjs'
import { generateWords } from './words/generate.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const model = readModel()

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

const pages = join(root, 'src/pages')

/** Writes a module that exports what was bundled for browsers. */
function writeGenerated(name, source, declaration, value) {
  mkdirSync(join(pages, 'generated'), { recursive: true })
  const head = `// Generated from src/pages/${source} by scripts/generate.mjs.\n`
  writeFileSync(
    join(pages, 'generated', name),
    `${head}export const ${declaration} = ${JSON.stringify(value, null, 2)}\n`,
  )
}

/** The entries of `src/pages/browser`, each with what it imports, as one module that a browser can load. */
function generateScripts() {
  const names = [
    'create-passkey',
    'forms',
    'go-on',
    'new-mails',
    'page',
    'picture',
    'sign-in',
    'submit',
    'theme-preview',
    'waiting',
  ]
  const { outputFiles } = buildSync({
    entryPoints: names.map((name) => join(pages, `browser/${name}.ts`)),
    outdir: 'unused',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
  })
  const scripts = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path, '.js'), text]))
  writeGenerated('scripts.ts', 'browser', 'scripts', scripts)
}

function generateStyleSheets() {
  const { outputFiles } = buildSync({
    entryPoints: ['style', 'wide'].map((name) => join(pages, `style/${name}.css`)),
    outdir: 'unused',
    bundle: true,
    minify: true,
    write: false,
  })
  const sheets = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path, '.css'), text]))
  writeGenerated('style-sheets.ts', 'style', 'styleSheets', sheets)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  generateScripts()
  generateStyleSheets()
  generateWords()
  mkdirSync(join(root, 'src/store/generated'), { recursive: true })
  writeFileSync(join(root, 'src/store/generated/rows.ts'), rowsSource(model))
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
