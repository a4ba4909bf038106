import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A file that is written: new, or with something added. */
export interface FileChange {
  kind: 'create' | 'edit'
  /** Relative to the project, with slashes. */
  path: string
  /** What the person reads: for an edit, what is added. */
  summary: string
  text: string
}

/** What has to be changed by hand, because the file is not as this command knows it. */
export interface PasteNeeded {
  kind: 'paste'
  path: string
  reason: string
  lines: string
}

export type Change = FileChange | PasteNeeded

export function writeChange(folder: string, { path, text }: FileChange): void {
  const target = join(folder, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
