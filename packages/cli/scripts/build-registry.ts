// Writes the parts as a shadcn registry: before the package is packed, and for the site of the documentation.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { registryFiles } from '../src/ui/registry.ts'

const packageFolder = join(import.meta.dirname, '..')
const folder = resolve(process.argv[2] ?? join(packageFolder, 'registry'))
const files = registryFiles(join(packageFolder, 'ui'))

// Only what is none any more: somebody else may be packing what is there.
const before = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
for (const path of before) if (path.endsWith('.json') && !files.has(path)) rmSync(join(folder, path))
for (const [path, text] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
