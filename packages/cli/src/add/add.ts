import { CommandError, type Terminal } from '../command.ts'
import { installationOf, runInstallation } from '../installation.ts'
import { writeChange } from './changes/change.ts'
import { planChanges } from './changes/plan.ts'
import { ProjectFiles } from './changes/project-files.ts'
import { planVariables, readVariables, type Variables } from './changes/variables.ts'
import { isLoopback } from './loopback.ts'
import { type FrameworkName, findProject, type Project } from './project/project.ts'
import { defaultIssuer, findProvider, type Provider, registerApplication } from './provider.ts'
import type { Plan, Report } from './report.ts'
import { showSignIn } from './sign-in/show.ts'
import { workTreeOf } from './work-tree.ts'

export interface AddOptions {
  folder: string
  yes: boolean
  force: boolean
  packages: string | undefined
  issuer: string | undefined
  clientId: string | undefined
  url: string | undefined
  signsIn: boolean
}

/** Everything is as it should be; lines have to be pasted; the files are changed, but the sign-in failed. */
export const exitCodes = { done: 0, refused: 1, paste: 3, signInFailed: 4 } as const

/** Adds the sign-in to an application, and shows that it works. Returns the exit code. */
export async function addSignIn(options: AddOptions, terminal: Terminal, report: Report): Promise<number> {
  const project = findProject(options.folder)
  if (options.url !== undefined && !isLoopback(options.url))
    throw new CommandError('--url must be on this machine, such as http://localhost:3000.', 2)
  const variables = readVariables(new ProjectFiles(project))
  const provider = await findProvider(options.issuer ?? variables.VESTIBULE_ISSUER ?? defaultIssuer)
  const plan = planOf(project, provider, variables, options)
  report.plan(plan)
  const written = plan.changes.filter((change) => change.kind !== 'paste')
  if (!plan.install && written.length === 0 && !plan.registersAt) {
    report.line('Nothing to change.')
    report.status('nothing-to-change')
  } else {
    if (!(await mayChange(options, terminal, report))) return exitCodes.refused
    await make(plan, provider, report)
    report.status('changed')
  }
  report.paste(plan.changes)
  const pasted = plan.changes.some((change) => change.kind === 'paste')
  if (pasted) return exitCodes.paste
  if (!options.signsIn) return exitCodes.done
  return (await showSignIn(project, provider, options, { terminal, report })) ? exitCodes.done : exitCodes.signInFailed
}

function planOf(project: Project, provider: Provider, existing: Variables, options: AddOptions): Plan {
  const { variables, registers } = variablesFor(provider, existing, options)
  return {
    project,
    install: missingPackage(project, options),
    changes: planChanges(project, variables),
    registersAt: registers ? provider.issuer : null,
  }
}

const sdks: Record<FrameworkName, string> = { nextjs: 'nextjs', nuxt: 'nuxt', 'react-router': 'remix', remix: 'remix' }

/** Null if the project has the package of its framework. */
function missingPackage({ folder, packageManager, framework, dependencies }: Project, { packages }: AddOptions) {
  const sdk = sdks[framework]
  if (`@vestibule/${sdk}` in dependencies) return null
  return installationOf(['core', sdk], { folder, packageManager, packages, cwd: folder })
}

/**
 * At the development server of the default address whose example client serves, none is needed. Otherwise the issuer and the
 * client: the one that is given, the example client, or one that is registered.
 */
function variablesFor(
  provider: Provider,
  existing: Variables,
  { clientId }: AddOptions,
): { variables: Variables; registers: boolean } {
  const { issuer, development, exampleClient } = provider
  if (existing.VESTIBULE_CLIENT_ID !== undefined) return { variables: { VESTIBULE_ISSUER: issuer }, registers: false }
  if (clientId !== undefined)
    return { variables: { VESTIBULE_ISSUER: issuer, VESTIBULE_CLIENT_ID: clientId }, registers: false }
  if (!development)
    throw new CommandError(
      `${issuer} is not a development server of Vestibule on this machine: register a client there, and name it with --client-id.`,
    )
  if (exampleClient === null) return { variables: { VESTIBULE_ISSUER: issuer }, registers: true }
  if (issuer === defaultIssuer) return { variables: {}, registers: false }
  return { variables: { VESTIBULE_ISSUER: issuer, VESTIBULE_CLIENT_ID: exampleClient }, registers: false }
}

async function mayChange({ folder, yes, force }: AddOptions, terminal: Terminal, report: Report): Promise<boolean> {
  const workTree = workTreeOf(folder)
  if (workTree === 'dirty' && !force)
    throw new CommandError('The work tree has changes that are not committed: commit them first, or call with --force.')
  if (workTree === 'no-git') report.line('This folder is not in a Git repository: there will be no diff to look at.')
  if (yes) return true
  report.status('planned')
  if (report.isJson || !terminal.interactive)
    throw new CommandError('Nothing was changed. Call with --yes to make these changes.')
  if (await terminal.confirm('Make these changes?')) return true
  report.line('Nothing was changed.')
  return false
}

async function make(
  { project, install, changes, registersAt }: Plan,
  provider: Provider,
  report: Report,
): Promise<void> {
  if (install) {
    report.line(`Running ${install.join(' ')}`)
    await runInstallation(install, project.folder)
  }
  for (const change of changes) if (change.kind !== 'paste') writeChange(project.folder, change)
  if (!registersAt) return
  const id = await registerApplication(provider, project.name, developmentOrigin(project))
  const files = new ProjectFiles(project)
  planVariables(project, files, { VESTIBULE_CLIENT_ID: id })
  for (const change of files.changes) if (change.kind !== 'paste') writeChange(project.folder, change)
  report.line(`Registered at ${registersAt} as ${id}.`)
}

/** Where the framework listens if the port is free. The development server takes any other port of this machine too. */
const developmentOrigin = ({ framework }: Project): string =>
  `http://localhost:${framework === 'nextjs' || framework === 'nuxt' ? 3000 : 5173}`
