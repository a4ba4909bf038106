import type { Project } from '../project/project.ts'
import type { ProjectFiles } from './project-files.ts'
import { appendLine, exportsName, parseModule } from './source.ts'
import { template } from './template.ts'

const read = (path: string): string => template('nextjs', path)

/** The setup of the guide for Next.js: four files, and a page for people who are signed in. */
export function planNextjs(project: Project, files: ProjectFiles): void {
  const auth = authModule(files)
  const from = (text: string): string => text.replaceAll('lib/auth', `lib/${auth}`)
  files.createModule(files.inSources(`lib/${auth}.ts`), read('lib/auth.ts'), {
    summary: 'the functions of the sign-in',
    sign: '@vestibule/nextjs',
  })
  files.createModule(files.inSources('app/auth/[...auth]/route.ts'), from(read('app/auth/[...auth]/route.ts')), {
    summary: 'the routes below /auth',
    sign: `lib/${auth}`,
  })
  planInstrumentation(files, from(read('instrumentation.ts')), `lib/${auth}`)
  const hasPage = planDashboard(project, files, from)
  planProxy(files, from(read('proxy.ts')), { hasPage, sign: `lib/${auth}` })
}

/** `lib/auth`, unless the project has something else there. */
function authModule(files: ProjectFiles): string {
  const found = files.findModule(files.inSources('lib/auth.ts'))
  return found === null || files.read(found)?.includes('@vestibule/nextjs') ? 'auth' : 'vestibule'
}

function planInstrumentation(files: ProjectFiles, text: string, sign: string): void {
  const found = files.findModule(files.inSources('instrumentation.ts'))
  const before = found && files.read(found)
  const program = before && parseModule(before)
  if (found && program && !before?.includes(sign) && !exportsName(program, 'register'))
    files.edit(found, appendLine(before, text.trim()), text.trim())
  else
    files.createModule(files.inSources('instrumentation.ts'), text, {
      summary: 'a production server checks its variables when it starts',
      sign,
    })
}

/** Whether there is a page of ours at /dashboard. One of theirs is left alone, and not guarded. */
function planDashboard({ typescript }: Project, files: ProjectFiles, from: (text: string) => string): boolean {
  const pages = files.list(files.inSources('app')).filter((path) => isDashboard.test(path))
  const [found] = pages
  if (found) return files.read(files.inSources(`app/${found}`))?.includes('@vestibule/nextjs') ?? false
  const text = from(read('app/dashboard/page.tsx'))
  files.create(
    files.inSources(`app/dashboard/page.${typescript ? 'tsx' : 'jsx'}`),
    usesCacheComponents(files) ? text : text.replace('export const instant = false\n\n', ''),
    'a page for people who are signed in',
  )
  return true
}

/** In groups of routes too: `(app)/dashboard/page.tsx`. */
const isDashboard = /^(?:\([^()/]+\)\/)*dashboard\/(?:\([^()/]+\)\/)*page\.[jt]sx?$/

const usesCacheComponents = (files: ProjectFiles): boolean => {
  const config = files.findModule('next.config.ts')
  return config !== null && /cacheComponents\s*:\s*true/.test(files.read(config) ?? '')
}

function planProxy(files: ProjectFiles, text: string, { hasPage, sign }: { hasPage: boolean; sign: string }): void {
  const withoutPage = `export { proxy } from './${sign}'\n`
  const middleware = files.findModule(files.inSources('middleware.ts'))
  if (middleware === null)
    files.createModule(files.inSources('proxy.ts'), hasPage ? text : withoutPage, {
      summary: hasPage ? 'pages that only people who are signed in can see' : 'sessions in use stay signed in',
      sign,
    })
  else if (!files.read(middleware)?.includes(sign))
    files.paste(
      middleware,
      text,
      'Next.js calls this file proxy.ts, and a project has one of the two: rename it, and call auth.proxy in it',
    )
}
