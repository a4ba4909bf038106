export interface ImportOptions {
  /** Checks everything, against the database too, and writes nothing. */
  dryRun: boolean
  /** Accepts addresses that the other system did not verify. */
  unverified: boolean
  /** Called for each line that was refused. */
  refused(line: number, reason: string): void
  /** Called after each batch, with the number of lines that were read. */
  progress(lines: number): void
}

export interface ImportSummary {
  lines: number
  made: number
  /** Subjects that are here already. Their profile stays as it is here; memberships that are missing were added. */
  present: number
  refused: number
  organizations: number
  memberships: number
  /** Slugs of named organizations that have no owner. */
  ownerless: string[]
}
