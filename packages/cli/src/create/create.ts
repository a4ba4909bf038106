import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { CommandError } from '../command.ts'
import { installationOf, runInstallation } from '../installation.ts'
import { packageFolder } from '../package.ts'

/** The starters, each with the packages of ours that it depends on, and where it listens. */
export const starters: Readonly<Record<string, { packages: readonly string[]; url: string }>> = {
  nextjs: { packages: ['core', 'nextjs', 'testing'], url: 'http://localhost:3001' },
  nuxt: { packages: ['core', 'nuxt', 'testing'], url: 'http://localhost:3002' },
  remix: { packages: ['core', 'remix', 'testing'], url: 'http://localhost:3003' },
  mcp: { packages: ['core'], url: 'http://localhost:3004' },
}

export interface CreateOptions {
  cwd: string
  folder: string
  framework: string
  packages: string | undefined
  installs: boolean
}

/** Copies a starter to a folder that is new or empty, and installs what it needs. @throws CommandError */
export async function createProject(options: CreateOptions, print: (line: string) => void): Promise<void> {
  const { cwd, folder, framework, packages, installs } = options
  const starter = Object.hasOwn(starters, framework) ? starters[framework] : undefined
  if (!starter)
    throw new CommandError(
      `There is no starter for "${framework}": choose one of ${Object.keys(starters).join(', ')}.`,
      2,
    )
  const target = resolve(cwd, folder)
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new CommandError(`${folder} is not empty: name a folder that does not exist yet.`)
  const source = join(packageFolder(), 'starters', framework)
  if (!existsSync(source))
    throw new CommandError('This copy of the package has no starters: install it from a tarball.')
  const installer = { folder: target, packageManager: 'npm', packages, cwd } as const
  // Says what is wrong before anything is written.
  const install = installs ? installationOf(starter.packages, installer) : null
  copyStarter(source, target)
  print(`Copied the starter of ${framework} to ${folder}.`)
  if (install) {
    print(`Running ${install.join(' ')}`)
    await runInstallation(install, target)
  }
  for (const line of nextSteps(folder, installs, starter.url)) print(line)
}

function copyStarter(source: string, target: string): void {
  cpSync(source, target, { recursive: true })
  // npm does not pack a file of this name (scripts/copy-starters.mjs).
  if (existsSync(join(target, 'gitignore'))) renameSync(join(target, 'gitignore'), join(target, '.gitignore'))
  if (existsSync(join(target, '.env.example'))) copyFileSync(join(target, '.env.example'), join(target, '.env'))
  const manifest = join(target, 'package.json')
  const members = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>
  writeFileSync(manifest, `${JSON.stringify({ ...members, name: nameOf(target) }, null, 2)}\n`)
}

/** The folder's name, in the characters that npm allows. */
const nameOf = (target: string): string =>
  basename(target)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]/g, '-')
    .replace(/^[._-]+/, '') || 'application'

const nextSteps = (folder: string, installs: boolean, url: string): string[] => [
  '',
  'Next:',
  '  1. Start a provider: "npm start" in the repository of Vestibule.',
  `  2. cd ${folder}${installs ? '' : ', and install its packages (README.md)'}`,
  '  3. npm run dev',
  `  4. Open ${url}. README.md says where to change what.`,
]
