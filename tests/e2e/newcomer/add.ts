import { run } from './processes.ts'

// `add` of @vestibule/cli, called by its name as npx finds it, in a project that is committed.

export interface Added {
  status: string
  framework: string
  packageManager: string
  plan: { kind: string; path?: string }[]
  signedIn?: { page: string; claims: Record<string, unknown>; picture: string }
}

type Environment = Record<string, string>

export async function addSignIn(cwd: string, env: Environment, options: readonly string[]): Promise<Added> {
  const output = await run(['npx', '--yes', '@vestibule/cli', 'add', '--json', ...options], cwd, env)
  // npm warns of the settings of this machine around it.
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Added
}

export async function commitAll(cwd: string, env: Environment): Promise<void> {
  const author = ['-c', 'user.name=newcomer', '-c', 'user.email=newcomer@example.test', '-c', 'commit.gpgsign=false']
  await run(['git', 'init', '--quiet'], cwd, env)
  await run(['git', 'add', '--all'], cwd, env)
  await run(['git', ...author, 'commit', '--quiet', '--no-verify', '--message=Begin'], cwd, env)
}

/** Everything that differs from the commit, byte by byte. */
export async function stateOf(cwd: string, env: Environment): Promise<string> {
  await run(['git', 'add', '--all', '--intent-to-add'], cwd, env)
  return run(['git', 'diff'], cwd, env)
}
