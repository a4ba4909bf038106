// Starts a PostgreSQL of our own on loopback for one test run. It refuses to run as root, so root starts it as `postgres`.
import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder with initdb and postgres, or null. */
export function findPostgres() {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
  if (found) return found
  const which = spawnSync('sh', ['-c', 'command -v initdb'], { encoding: 'utf8' }).stdout.trim()
  return which ? which.replace(/\/initdb$/, '') : null
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/**
 * `durable`: every commit reaches the disk, as a benchmark must have it. A test run forgets its data anyway. `parent`: where
 * the folder is made that holds everything.
 */
export async function startPostgres({ durable = false, parent = tmpdir() } = {}) {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not installed; run: apt-get install -y postgresql')
  const folder = mkdtempSync(join(parent, 'vestibule-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
    for (const path of [folder, data]) chownSync(path, id('-u'), id('-g'))
  }
  const as = (program, args) =>
    isRoot ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]] : [join(bin, program), args]
  const [initdb, initArgs] = as('initdb', ['-D', data, '-U', 'vestibule', '-A', 'trust', '--no-sync', '-E', 'UTF8'])
  const made = spawnSync(initdb, initArgs, { encoding: 'utf8', cwd: folder })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const [postgres, args] = as('postgres', [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    '-c',
    `fsync=${durable ? 'on' : 'off'}`,
    '-c',
    'max_connections=200',
  ])
  // To a file: nobody may be reading a pipe while the tests run, and a server that cannot write its log stands still.
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'a')
  const server = spawn(postgres, args, { stdio: ['ignore', 'ignore', log], cwd: folder })
  closeSync(log)
  while (!readFileSync(logFile, 'utf8').includes('ready to accept connections')) {
    if (server.exitCode !== null) throw new Error(`postgres ended: ${readFileSync(logFile, 'utf8')}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    pid: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    url: `postgresql://vestibule@127.0.0.1:${port}/postgres`,
    stop: () => {
      const [control, stopArgs] = as('pg_ctl', ['stop', '-D', data, '-m', 'immediate'])
      spawnSync(control, stopArgs, { cwd: folder })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
