import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Packs a package as it would be published, with plain versions in the place of `workspace:*`. Returns the tarball. */
export function packPackage(name: string, folder: string): string {
  execFileSync('pnpm', ['pack', '--pack-destination', folder], {
    cwd: join(root, 'packages', name),
    stdio: 'pipe',
  })
  return join(folder, readdirSync(folder).find((file) => file.startsWith(`vestibule-${name}-`)) ?? '')
}
