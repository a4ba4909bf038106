import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// What a scaffold is, and what all of them share.

export type FrameworkName = 'nextjs' | 'nuxt' | 'react-router' | 'remix'

export interface Framework {
  name: FrameworkName
  /** Makes the project in a folder that does not exist yet. */
  create(folder: string, env: Record<string, string>): Promise<void>
  port: number
  /** Where the built application listens. */
  startPort: number
  start: readonly [string, ...string[]]
}

export function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Each template has an icon of its own. */
export function addIcon(folder: string): void {
  const icon = join(import.meta.dirname, '../../../examples/remix/public/favicon.ico')
  cpSync(icon, join(folder, 'public/favicon.ico'))
}

export const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
