import type { DirectoryCounts, DirectoryRecord } from './types.ts'

/** What a directory that is not closed is doing. `quiet`: it is on, and has sent nothing for a day. */
export const directoryState = (
  { pausedAt }: Pick<DirectoryRecord, 'pausedAt'>,
  { quiet }: Pick<DirectoryCounts, 'quiet'>,
): 'on' | 'paused' | 'quiet' => {
  if (pausedAt !== null) return 'paused'
  return quiet ? 'quiet' : 'on'
}
