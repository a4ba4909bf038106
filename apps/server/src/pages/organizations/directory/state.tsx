import type { Words } from '../../../words/index.ts'
import type { StatusKind } from '../../status.tsx'

/** What a directory is doing. `quiet`: on, but it has sent nothing for a day. */
export type DirectoryState = 'off' | 'on' | 'paused' | 'quiet'

export const stateKinds: Record<DirectoryState, StatusKind> = {
  off: 'neutral',
  on: 'good',
  paused: 'warning',
  quiet: 'warning',
}

export const directoryStateText = ({ directory, federation }: Words, state: DirectoryState): string =>
  state === 'off' ? federation.states.disabled : directory.states[state]
