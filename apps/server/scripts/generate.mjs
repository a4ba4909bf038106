// Generates one Prisma client per database from the one model. Needs no network: the schema engine is never run,
// but the command line insists on finding one, so it is shown an executable that exists.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
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
