// Writes the parts as a shadcn registry: before the package is packed, and for the site of the documentation.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { registryFiles } from '../src/ui/registry.ts'

const packageFolder = join(import.meta.dirname, '..')
const folder = resolve(process.argv[2] ?? join(packageFolder, 'registry'))

rmSync(folder, { recursive: true, force: true })
for (const [path, text] of registryFiles(join(packageFolder, 'ui'))) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
