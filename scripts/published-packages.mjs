import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../packages')

/** What npm gets: every package below `packages`. */
export const publishedPackages = readdirSync(folder)
  .toSorted()
  .map((name) => ({ name, manifest: JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) }))
