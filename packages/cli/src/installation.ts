import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { CommandError } from './command.ts'
import { isReleased, ownVersion, packageFolder, tarballFolderOf } from './package.ts'
import { installCommand, type PackageManagerName } from './package-manager.ts'

export interface Installer {
  /** Of the project. */
  folder: string
  packageManager: PackageManagerName
  /** The folder of tarballs that the person named. */
  packages: string | undefined
  /** From where `packages` is seen. */
  cwd: string
}

/** The words that install packages of ours, without `@vestibule/`, with what they depend on. @throws CommandError */
export function installationOf(names: readonly string[], installer: Installer): string[] {
  const { packageManager, folder } = installer
  const tarballs = tarballFolder(installer)
  if (tarballs === null)
    return installCommand(
      packageManager,
      names.filter((name) => name !== 'core').map((name) => `@vestibule/${name}@^${ownVersion()}`),
    )
  // Other package managers look for the dependency of a tarball on the registry, which does not have it.
  if (packageManager !== 'npm')
    throw new CommandError(
      `Until their first release the packages are tarballs, which ${packageManager} cannot install together: this needs npm.`,
    )
  return installCommand(
    'npm',
    names.map((name) => fromProject(folder, tarballIn(tarballs, name))),
  )
}

/** Null for the registry. Whoever has this package from a tarball gets the others from beside it. */
function tarballFolder({ cwd, packages: given }: Installer): string | null {
  if (given !== undefined) {
    const path = resolve(cwd, given)
    if (!existsSync(path)) throw new CommandError(`There is no folder ${given}.`)
    return path
  }
  const own = tarballFolderOf(packageFolder())
  if (own && existsSync(own)) return own
  if (isReleased(ownVersion())) return null
  throw new CommandError('Say where the packages are, with --packages: the folder that "npm run pack" wrote.')
}

function tarballIn(folder: string, name: string): string {
  const prefix = `vestibule-${name}-`
  const [found, another] = readdirSync(folder).filter(
    (file) => file.startsWith(prefix) && /^\d/.test(file.slice(prefix.length)) && file.endsWith('.tgz'),
  )
  if (!found) throw new CommandError(`${folder} has no vestibule-${name}-*.tgz: make it with "npm run pack".`)
  if (another) throw new CommandError(`${folder} has two versions of vestibule-${name}: ${found} and ${another}.`)
  return join(folder, found)
}

function fromProject(folder: string, path: string): string {
  const short = relative(folder, path).replaceAll('\\', '/')
  return short.startsWith('.') || short.startsWith('/') ? short : `./${short}`
}

/** Runs a package manager in the folder of a project. @throws CommandError, with what it printed */
export async function runInstallation([program = '', ...args]: string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-10_000)
    })
  const status = await new Promise<number | null>((resolve) =>
    child.on('error', () => resolve(null)).on('close', resolve),
  )
  if (status !== 0) throw new CommandError(`"${[program, ...args].join(' ')}" failed:\n${output}`)
}
