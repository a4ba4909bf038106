import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { packPackage } from '../../repo/pack.ts'

export interface Registry {
  url: string
  close(): void
}

const root = join(import.meta.dirname, '../../..')

/** An npm registry on loopback that has our packages, as they would be published, and nothing else. */
export async function openRegistry(folder: string): Promise<Registry> {
  const tarballs = new Map<string, Buffer>()
  const packages = new Map<string, object>()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    const tarball = tarballs.get(path)
    if (tarball) return void response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(tarball)
    const found = packages.get(path.slice(1))
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(found ?? { error: 'not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')).version
  for (const name of ['core', 'nextjs', 'nuxt', 'remix']) {
    const tarball = readFileSync(packPackage(name, folder))
    const manifest = publishedManifest(name, versionOf)
    const path = `/@vestibule/${name}/-/${name}-${manifest.version}.tgz`
    tarballs.set(path, tarball)
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    packages.set(`@vestibule/${name}`, {
      name: `@vestibule/${name}`,
      'dist-tags': { latest: manifest.version },
      versions: { [manifest.version]: { ...manifest, dist: { tarball: new URL(path, url).href, integrity } } },
    })
  }
  return { url, close: () => void server.close() }
}

interface Manifest {
  version: string
  dependencies?: Record<string, string>
}

/** `pnpm pack` replaces `workspace:` in the tarball; npm resolves by what the registry says. */
function publishedManifest(name: string, versionOf: (name: string) => string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  const published = Object.entries(manifest.dependencies ?? {}).map(([dependency, range]) => {
    const own = /^workspace:(.*)$/.exec(range)?.[1]
    if (own === undefined) return [dependency, range]
    return [dependency, `${own === '*' ? '' : own}${versionOf(dependency.replace('@vestibule/', ''))}`]
  })
  return { ...manifest, dependencies: Object.fromEntries(published) }
}
