import { findOwnerless } from '../../../store/prisma/user-import.ts'
import type { Deps } from '../../platform/deps.ts'
import { importBatch } from './import-batches.ts'
import { type ImportLine, readLine } from './import-lines.ts'
import type { ImportOptions, ImportSummary } from './import-options.ts'

/** Lines that are written together: all of them, or none. */
const batchSize = 200

/**
 * Imports people from lines of JSON (docs/import.md). The subject is kept, so tokens and foreign keys of applications
 * stay valid. Lines are independent: one that is wrong is reported, and the others are imported. Nothing is imported twice,
 * so an interrupted import is resumed by running it again.
 */
export async function importUsers(
  deps: Deps,
  lines: AsyncIterable<string>,
  options: ImportOptions,
): Promise<ImportSummary> {
  const summary: ImportSummary = {
    lines: 0,
    made: 0,
    present: 0,
    refused: 0,
    organizations: 0,
    memberships: 0,
    ownerless: [],
  }
  /** The line in which a subject or an address first occurred. */
  const seen = new Map<string, number>()
  const slugs = new Set<string>()
  let batch: ImportLine[] = []
  const refuse = (line: number, reason: string) => {
    summary.refused += 1
    options.refused(line, reason)
  }
  const flush = async () => {
    await importBatch(deps, batch, options, summary, refuse)
    batch = []
    options.progress(summary.lines)
  }
  for await (const line of lines) {
    summary.lines += 1
    if (line.trim() === '') continue
    const wanted = readLine(line, summary.lines, options, deps)
    if (typeof wanted === 'string') {
      refuse(summary.lines, wanted)
      continue
    }
    const keys = [`sub ${wanted.user.id}`, ...wanted.user.addresses.map((address) => `address ${address}`)]
    const twice = keys.find((key) => seen.has(key))
    if (twice) {
      refuse(summary.lines, `the same ${twice} stands in line ${seen.get(twice)}`)
      continue
    }
    for (const key of keys) seen.set(key, summary.lines)
    for (const { slug } of wanted.organizations) slugs.add(slug)
    batch.push(wanted)
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  if (!options.dryRun) {
    const all = [...slugs]
    for (let at = 0; at < all.length; at += batchSize)
      summary.ownerless.push(...(await findOwnerless(deps.db, all.slice(at, at + batchSize))))
  }
  return summary
}
