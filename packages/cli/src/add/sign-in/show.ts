import type { Terminal } from '../../command.ts'
import { ProjectFiles } from '../changes/project-files.ts'
import type { Project } from '../project/project.ts'
import type { Provider } from '../provider.ts'
import type { Report } from '../report.ts'
import { openDefaultBrowser } from './browsers.ts'
import { answers, type DevelopmentServer, startDevelopmentServer } from './development-server.ts'
import { proveSignIn } from './proof.ts'

interface Output {
  terminal: Terminal
  report: Report
}

/** Starts the application if it does not run, signs in once, and shows who the application has signed in. */
export async function showSignIn(
  project: Project,
  provider: Provider,
  { url }: { url: string | undefined },
  output: Output,
): Promise<boolean> {
  const { report } = output
  let server: DevelopmentServer | null = null
  try {
    report.line(url ? `Signing in at ${url} ...` : 'Starting the application, and signing in ...')
    server = url ? null : await startDevelopmentServer(project.folder, project.packageManager)
    const origin = server?.origin ?? new URL(url ?? '').origin
    if (!server && !(await answers(origin))) throw new Error(`nothing answers at ${origin}/auth/session`)
    await (provider.showsMails ? prove(project, provider, origin, report) : signInByHand(origin, output))
    nextSteps(project, report)
    return true
  } catch (error) {
    report.fail(`The files are changed, but nobody could be signed in: ${(error as Error).message}`)
    return false
  } finally {
    await server?.stop()
  }
}

async function prove(project: Project, { issuer }: Provider, origin: string, report: Report): Promise<void> {
  const page = hasDashboard(project) ? '/dashboard' : '/'
  report.proof(await proveSignIn(origin, { issuer, page }))
}

/** Mails that are sent reach their people only: they sign in in their own browser. */
async function signInByHand(origin: string, { terminal, report }: Output): Promise<void> {
  const address = `${origin}/auth/login?returnTo=/auth/session`
  report.signInByHand(address)
  if (!terminal.interactive || report.isJson) return
  openDefaultBrowser(address)
  await terminal.confirm('It ends with a page of who is signed in. Did it?')
}

function hasDashboard(project: Project): boolean {
  const files = new ProjectFiles(project)
  const pages = ['app/dashboard/page.tsx', 'app/dashboard/page.jsx', 'pages/dashboard.vue', 'routes/dashboard.tsx']
  return files.findFile(pages.map((path) => files.inSources(path))) !== null
}

function nextSteps(project: Project, report: Report): void {
  report.line(
    `Next: start the application with "${project.packageManager} run dev", and link to /auth/login and /auth/logout.`,
  )
  if (hasDashboard(project))
    report.line('The page /dashboard is an example of one that only people who are signed in can see.')
}
