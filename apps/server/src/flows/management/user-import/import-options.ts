export interface ImportOptions {
  /** Checks everything, against the database too, and writes nothing. */
  dryRun: boolean
  /** Takes addresses of which the other system does not say that they were verified. */
  unverified: boolean
  /** EventDetails of each line that was refused. */
  refused(line: number, reason: string): void
  /** EventDetails after each batch how many lines were read. */
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
