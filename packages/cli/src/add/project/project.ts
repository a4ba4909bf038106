import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../../command.ts'
import { type PackageManagerName, packageManagerOf } from '../../package-manager.ts'
import { dependencyVersion, isAtLeast, type Version } from './version.ts'

export type FrameworkName = 'nextjs' | 'nuxt' | 'react-router' | 'remix'

/** An application that exists, as far as adding the sign-in depends on it. */
export interface Project {
  folder: string
  /** Of package.json, or of the folder. */
  name: string
  framework: FrameworkName
  /** Null if package.json does not say, and nothing is installed. */
  version: Version | null
  packageManager: PackageManagerName
  typescript: boolean
  /** The folder of the sources, relative: `''` or `src` in Next.js, `app` elsewhere. */
  sourceFolder: string
  dependencies: Readonly<Record<string, string>>
  scripts: Readonly<Record<string, string>>
}

interface Manifest {
  name?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  scripts?: Record<string, string>
}

const supported = 'Next.js (App Router), Nuxt 4, React Router (framework mode) and Remix 2'

/** What shows a framework, its title, the oldest version that our package works with, and its sources. */
const frameworks: readonly {
  name: FrameworkName
  dependency: string
  title: string
  least: Version
  sources(folder: string): string
}[] = [
  { name: 'nextjs', dependency: 'next', title: 'Next.js', least: [16, 0, 10], sources: sourcesOfNext },
  { name: 'nuxt', dependency: 'nuxt', title: 'Nuxt', least: [4, 5, 1], sources: sourcesOfNuxt },
  {
    name: 'react-router',
    dependency: '@react-router/dev',
    title: 'React Router',
    least: [7, 12, 0],
    sources: sourcesOfRouter,
  },
  { name: 'remix', dependency: '@remix-run/react', title: 'Remix', least: [2, 17, 3], sources: sourcesOfRouter },
]

export const titleOf = (name: FrameworkName): string =>
  frameworks.find((framework) => framework.name === name)?.title ?? name

/** Looks at an application. @throws CommandError, with the reason, for one to which sign-in cannot be added */
export function findProject(folder: string): Project {
  const manifest = readManifest(folder)
  const dependencies = { ...manifest.devDependencies, ...manifest.dependencies }
  const framework = frameworks.find(({ dependency }) => dependency in dependencies)
  if (!framework) throw new CommandError(`${reasonWithout(dependencies)} Sign-in can be added to ${supported}.`)
  const { name, dependency, title, least } = framework
  const version = dependencyVersion(folder, dependency, dependencies[dependency] ?? '')
  if (version && !isAtLeast(version, least))
    throw new CommandError(
      `This project has ${title} ${version.join('.')}, and Vestibule needs ${least.join('.')} or later: upgrade ${title} first.`,
    )
  return {
    folder,
    name: manifest.name ?? folder.split(/[/\\]/).at(-1) ?? 'application',
    framework: name,
    version,
    packageManager: packageManagerOf(folder),
    typescript: name === 'nuxt' || existsSync(join(folder, 'tsconfig.json')),
    sourceFolder: framework.sources(folder),
    dependencies,
    scripts: manifest.scripts ?? {},
  }
}

function readManifest(folder: string): Manifest {
  const path = join(folder, 'package.json')
  if (!existsSync(path))
    throw new CommandError(
      'There is no package.json in this folder: call the command in the folder of your application.',
    )
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch {
    throw new CommandError('The package.json in this folder is not JSON.')
  }
}

function reasonWithout(dependencies: Record<string, string>): string {
  if ('react-router' in dependencies)
    return 'This project uses React Router without its framework mode (@react-router/dev), and so without a server.'
  return 'This project depends on none of the supported frameworks.'
}

function sourcesOfNext(folder: string): string {
  if (existsSync(join(folder, 'app'))) return ''
  if (existsSync(join(folder, 'src/app'))) return 'src'
  throw new CommandError(
    'This project has no folder app or src/app: sign-in is added to the App Router of Next.js, not to the Pages Router alone.',
  )
}

/** A project of Nuxt 3's form has its pages beside the configuration. */
function sourcesOfNuxt(folder: string): string {
  return existsSync(join(folder, 'app')) || !existsSync(join(folder, 'pages')) ? 'app' : ''
}

function sourcesOfRouter(folder: string): string {
  if (existsSync(join(folder, 'app'))) return 'app'
  throw new CommandError('This project has no folder app: a router in another folder is not supported by this command.')
}
