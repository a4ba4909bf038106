import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySources, sourceFiles } from '../release/checkout.ts'
import { run } from '../release/run.ts'
import { contained, stopContained } from './container.ts'
import { freePort, startServer } from './support.ts'

// The image itself: both stages of the unchanged Dockerfile, built by Buildah of a clone, and run read-only as its own user.
// No registry of images is asked: the base images are made of Debian's packages, the pinned Node and npm. The second one is
// Alpine in a release; only JavaScript and WebAssembly come into it, so that Debian under its name runs the same server.

const folder = join(tmpdir(), `vestibule-image-${process.pid}`)
const base = join(folder, 'base')
const data = join(folder, 'data')
const minutes = (count: number) => count * 60_000
const shell = (command: readonly [string, ...string[]], timeout = minutes(2)) =>
  run(command, folder, process.env, timeout)

/** Files and network of RUN are those of a chroot: nothing is needed that a container in a container is refused. */
const buildah = (args: readonly string[], timeout?: number) =>
  shell(
    [
      'buildah',
      ...['--storage-driver', 'vfs', '--root', join(folder, 'images'), '--runroot', join(folder, 'run')],
      ...args,
    ],
    timeout,
  )

/** A setting of npm on this machine; npm prints one that it does not have as null. */
async function npmSetting(name: string): Promise<string | undefined> {
  const value = (await shell(['npm', 'config', 'get', name])).trim()
  return value === 'null' ? undefined : value
}

/** The mirror of Debian that this machine uses; without one, debootstrap has its own. */
async function mirror(): Promise<string[]> {
  const filter = ['Created-By: Packages', 'Label: Debian', 'Component: main']
  const listed = await shell(['apt-get', 'indextargets', '--format', '$(REPO_URI)', ...filter])
  return listed.trim().split('\n').slice(0, 1).filter(Boolean)
}

/** Debian with Node, npm, the user `node`, and the `wget` of the health check, under the names that the Dockerfile asks for. */
async function makeBaseImages(): Promise<void> {
  const packages = '--include=ca-certificates,wget'
  const source = await mirror()
  await shell(['/usr/sbin/debootstrap', '--variant=minbase', packages, 'bookworm', base, ...source], minutes(8))
  cpSync(process.execPath, join(base, 'usr/local/bin/node'))
  await shell(['npm', 'install', '--global', '--prefix', join(base, 'usr/local'), 'npm@11'], minutes(4))
  for (const [file, line] of [
    ['passwd', 'node:x:1000:1000::/home/node:/bin/sh'],
    ['group', 'node:x:1000:'],
  ] as const)
    writeFileSync(join(base, 'etc', file), `${line}\n`, { flag: 'a' })
  writeFileSync(join(folder, 'base.Dockerfile'), 'FROM scratch\nCOPY . /\n')
  const names =
    readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8').match(/(?<=^FROM .*)node:\S+/gm) ?? []
  const tags = names.flatMap((name) => ['--tag', name])
  await buildah(['bud', '--file', join(folder, 'base.Dockerfile'), ...tags, base], minutes(4))
}

/** For RUN: npm asks where it does on this machine. None of it is in the image. */
async function npmOfThisMachine(): Promise<string[]> {
  const certificates = (await npmSetting('cafile')) ?? process.env.NODE_EXTRA_CA_CERTS
  const settings = [`registry=${await npmSetting('registry')}`, ...(certificates ? ['cafile=/etc/npm-ca.crt'] : [])]
  writeFileSync(join(folder, 'npmrc'), `${settings.join('\n')}\n`)
  const volumes = [
    `${join(folder, 'npmrc')}:/root/.npmrc:ro`,
    ...(certificates ? [`${certificates}:/etc/npm-ca.crt:ro`] : []),
  ]
  return volumes.flatMap((volume) => ['--volume', volume])
}

let root = ''
beforeAll(async () => {
  mkdirSync(data, { recursive: true })
  await makeBaseImages()
  const clone = join(folder, 'clone')
  copySources(await sourceFiles(), clone)
  const settings = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', ...(await npmOfThisMachine())]
  await buildah(['bud', ...settings, '--tag', 'vestibule', clone], minutes(12))
  const container = (await buildah(['from', '--pull-never', 'vestibule'])).trim()
  root = (await buildah(['mount', container])).trim()
}, minutes(20))
// What the storage driver `vfs` mounts is a folder.
afterAll(() => rm(folder, { recursive: true, force: true }), minutes(8))

test('serves as its own user, read-only and without capabilities, is healthy, and ends in order', async () => {
  const { config } = JSON.parse(await buildah(['inspect', '--type', 'image', 'vestibule'])).Docker
  expect(config.User).toBe('node')
  const port = String(await freePort())
  const variables = {
    ...Object.fromEntries(config.Env.map((each: string) => each.split(/=(.*)/s, 2))),
    PORT: port,
    NODE_ENV: 'development' as const,
  }
  const inside = contained(['--ro-bind', root, '/'], data)
  // It is ready when it answers /health/ready with 200.
  const server = await startServer(variables, folder, [...inside, ...config.Entrypoint, ...config.Cmd])
  const [kind, command] = config.Healthcheck.Test
  expect(kind).toBe('CMD-SHELL')
  await run([...inside, 'sh', '-c', command], folder, variables)
  expect(await stopContained(server)).toBe(0)
})
