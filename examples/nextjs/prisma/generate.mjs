import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Generates the client for the database of DATABASE_URL. `prisma generate` downloads an engine for migrations that it does not
// use; with the variable below it needs no network. What it prints is shown only if it fails.
try {
  execFileSync('prisma', ['generate', '--no-hints'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
} catch (error) {
  console.error(`${error.stdout ?? ''}${error.stderr ?? ''}` || error.message)
  process.exitCode = 1
}
