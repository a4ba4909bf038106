import { spawnSync } from 'node:child_process'

export type WorkTree = 'clean' | 'dirty' | 'no-git'

/** Whether everything in the repository of this folder is committed. */
export function workTreeOf(folder: string): WorkTree {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) return 'no-git'
  return stdout.trim() === '' ? 'clean' : 'dirty'
}
