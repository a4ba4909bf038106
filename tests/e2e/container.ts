import { chownSync, readFileSync } from 'node:fs'
import type { ServerProcess } from './support.ts'

// A container without an engine: Bubblewrap needs no daemon, and runs where `docker run` is not allowed.

/** As root: uid 1000, like the user `node` of the image, who has no capability. Anyone else is another user than root already. */
const asAnotherUser = (data: string): string[] => {
  if (process.getuid?.() !== 0) return []
  chownSync(data, 1000, 1000)
  return ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups', '--bounding-set=-all', '--no-new-privs']
}

/**
 * What runs a command as `docker run --read-only --tmpfs /tmp --cap-drop ALL` does: in the folder /app of the file system that
 * `mounts` bring, of which only /app/data, the folder `data`, can be written to.
 */
export const contained = (mounts: readonly string[], data: string): [string, ...string[]] => [
  'bwrap',
  ...mounts,
  ...['--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--tmpfs', '/tmp'],
  ...['--bind', data, '/app/data', '--chdir', '/app', '--'],
  ...asAnotherUser(data),
]

/** Ends a contained server and resolves with its exit code. Bubblewrap waits for it, and passes on that code but no signal. */
export function stopContained(server: ServerProcess): Promise<number | null> {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  process.kill(Number(children.trim().split(' ')[0]), 'SIGTERM')
  return server.exited
}
