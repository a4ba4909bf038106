// Keycloak's own distribution from Maven Central, fetched once into node_modules/.cache, checked and built for PostgreSQL.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../servers.mjs'

export const version = '26.7.3'
const sha256 = '27a6535553c3cdcd083872ba40629efafb3475e3b758e0c6f691395561dd0f1f'
const address = `https://repo1.maven.org/maven2/org/keycloak/keycloak-quarkus-dist/${version}/keycloak-quarkus-dist-${version}.zip`
const cache = join(root, 'node_modules/.cache/vestibule-bench')

/** Runs a program to its end. Throws what it printed if it fails. */
function run(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) throw new Error(`${program} is not installed`)
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${(stderr || stdout).slice(-500)}`)
  return stderr + stdout
}

async function download(file) {
  const answer = await fetch(address).catch((error) => {
    throw new Error(`${address} can't be reached: ${error.cause?.message ?? error.message}`)
  })
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${address} has another checksum`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, bytes)
}

/** The folder of Keycloak, ready for `kc.sh start --optimized`. Throws a sentence when it can't be had. */
export async function findKeycloak() {
  const java = Number(/version "(\d+)/.exec(run('java', ['-version']))?.[1])
  if (!(java >= 17)) throw new Error(`it needs Java 17, and this is Java ${java}`)
  const folder = join(cache, `keycloak-${version}`)
  const built = join(folder, 'built-for-the-benchmark')
  if (existsSync(built)) return folder
  rmSync(folder, { recursive: true, force: true })
  const archive = join(cache, `keycloak-${version}.zip`)
  console.log(`Keycloak ${version} is downloaded (177 MB) and built`)
  await download(archive)
  run('unzip', ['-q', archive, '-d', cache])
  rmSync(archive)
  // One node: its caches are local, and nothing is sent to other nodes.
  run(join(folder, 'bin/kc.sh'), ['build', '--db=postgres', '--cache=local'])
  writeFileSync(built, '')
  return folder
}
