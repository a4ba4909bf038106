import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { publishedPackages } from '../../scripts/published-packages.mjs'
import { type Environment, run } from './run.ts'

const root = join(import.meta.dirname, '../..')

/** A copy of the working tree, as a clone would have it, in which the release is rehearsed. */
export interface Checkout {
  folder: string
  /** Finds `changeset`, and `pnpm` by its name, as on a machine of the release workflow. */
  env: Environment
}

/** The files of a clone of the working tree. Only what Git knows of: other suites make and remove files at the same time. */
export async function sourceFiles(): Promise<string[]> {
  const listed = await run(['git', 'ls-files', '-z'], root, process.env)
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}

export function copySources(paths: readonly string[], folder: string): void {
  for (const path of paths) cpSync(join(root, path), join(folder, path), { verbatimSymlinks: true })
}

/** With what is built already: a release builds the same sources. */
export async function makeCheckout(folder: string): Promise<Checkout> {
  copySources(await sourceFiles(), folder)
  for (const { name } of publishedPackages) {
    const built = join('packages', name, 'dist')
    const generated = join('packages', name, 'src/generated')
    if (!existsSync(join(root, built))) throw new Error(`${built} is not there; run: npm run build`)
    for (const path of [built, generated].filter((each) => existsSync(join(root, each))))
      cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  const tools = join(folder, 'node_modules')
  mkdirSync(tools)
  for (const name of ['@changesets', 'node']) symlinkSync(join(root, 'node_modules', name), join(tools, name))

  const found = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH]
  const env: Environment = { ...process.env, PATH: found.join(delimiter) }
  await commit(folder, env)
  return { folder, env }
}

/** Changesets look at commits and tags, and ask the remote for tags. */
async function commit(folder: string, env: Environment): Promise<void> {
  const author = ['-c', 'user.name=release', '-c', 'user.email=release@example.test', '-c', 'commit.gpgsign=false']
  await run(['git', 'init', '--quiet', '--initial-branch=main'], folder, env)
  await run(['git', 'add', '--all'], folder, env)
  await run(['git', ...author, 'commit', '--quiet', '--no-verify', '--message=Rehearse'], folder, env)
  await run(['git', 'remote', 'add', 'origin', '.'], folder, env)
  for (const [name, value] of [
    ['user.name', 'release'],
    ['user.email', 'release@example.test'],
    ['tag.gpgsign', 'false'],
  ] as const)
    await run(['git', 'config', name, value], folder, env)
}
