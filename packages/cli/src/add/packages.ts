import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { CommandError } from '../command.ts'
import { originOf, ownVersion, packageFolder } from '../package.ts'
import { installCommand } from './project/package-manager.ts'
import type { FrameworkName, Project } from './project/project.ts'

const sdks: Record<FrameworkName, string> = {
  nextjs: 'nextjs',
  nuxt: 'nuxt',
  'react-router': 'remix',
  remix: 'remix',
}

/** The command that installs the SDK of the framework; null if the project has it. @throws CommandError */
export function installationOf(project: Project, given: string | undefined): string[] | null {
  const sdk = sdks[project.framework]
  if (`@vestibule/${sdk}` in project.dependencies) return null
  const folder = tarballFolder(project, given)
  if (folder === null) return installCommand(project.packageManager, [`@vestibule/${sdk}@^${ownVersion()}`])
  // Other package managers look for the dependency of a tarball on the registry, which does not have it.
  if (project.packageManager !== 'npm')
    throw new CommandError(
      `Until their first release the packages are tarballs, which ${project.packageManager} cannot install together: this needs npm.`,
    )
  return installCommand(
    'npm',
    ['core', sdk].map((name) => tarballIn(folder, name)).map((path) => relativeTo(project, path)),
  )
}

/** Null for the registry: only for whoever has this package from there. */
function tarballFolder({ folder }: Project, given: string | undefined): string | null {
  if (given !== undefined) {
    const path = resolve(folder, given)
    if (!existsSync(path)) throw new CommandError(`There is no folder ${given}.`)
    return path
  }
  const origin = originOf(packageFolder())
  if (origin?.kind === 'registry') return null
  if (origin?.kind === 'folder') return origin.folder
  throw new CommandError('Say where the packages are, with --packages: the folder that "npm run pack" wrote.')
}

function tarballIn(folder: string, name: string): string {
  const pattern = new RegExp(`^vestibule-${name}-\\d[\\w.-]*\\.tgz$`)
  const [found, another] = readdirSync(folder).filter((file) => pattern.test(file))
  if (!found) throw new CommandError(`${folder} has no vestibule-${name}-*.tgz: make it with "npm run pack".`)
  if (another) throw new CommandError(`${folder} has two versions of vestibule-${name}: ${found} and ${another}.`)
  return join(folder, found)
}

const relativeTo = ({ folder }: Project, path: string): string => {
  const short = relative(folder, path).replaceAll('\\', '/')
  return short.startsWith('.') || short.startsWith('/') ? short : `./${short}`
}
