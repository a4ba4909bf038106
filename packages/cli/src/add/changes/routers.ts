import type { Project } from '../project/project.ts'
import { isAtLeast } from '../project/version.ts'
import type { ProjectFiles } from './project-files.ts'
import { appendLine, defaultExport, exportsName, importName, insertItem, parseModule, quoted } from './source.ts'
import { template } from './template.ts'

const routesModule = '@react-router/dev/routes'

/** The setup of the guide for React Router: two files, a route, and a line in `root.tsx`. */
export function planReactRouter(project: Project, files: ProjectFiles): void {
  // React Router 7 has middleware behind a flag; without it, the root exports headers, as in Remix.
  const hasMiddleware = !project.version || isAtLeast(project.version, [8, 0, 0]) || setsMiddlewareFlag(files)
  const root = hasMiddleware ? 'middleware' : 'headers'
  const auth = template('react-router', 'app/auth.server.ts').replace('middleware', root)
  planAuth(files, auth)
  const isListed = usesRouteList(files)
  const route = isListed ? 'routes/auth.tsx' : 'routes/auth.$.tsx'
  planRoute(files, route, template('react-router', 'app/routes/auth.tsx'))
  const hasDashboard = planDashboard(project, files)
  if (isListed) planRouteList(files, hasDashboard)
  planRoot(files, root)
}

/** The setup of the guide for Remix: two files, and a line in `root.tsx`. */
export function planRemix(project: Project, files: ProjectFiles): void {
  planAuth(files, template('remix', 'app/auth.server.ts'))
  planRoute(files, 'routes/auth.$.tsx', template('remix', 'app/routes/auth.$.tsx'))
  planDashboard(project, files)
  planRoot(files, 'headers')
}

function planAuth(files: ProjectFiles, text: string): void {
  files.createModule(files.inSources('auth.server.ts'), text, {
    summary: 'the functions of the sign-in',
    sign: '@vestibule/remix',
  })
}

const planRoute = (files: ProjectFiles, path: string, text: string): void =>
  files.createModule(files.inSources(path), text, { summary: 'the routes below /auth', sign: 'auth.server' })

/** Whether there is a page of ours at /dashboard. One of theirs is left alone. */
function planDashboard({ framework, typescript }: Project, files: ProjectFiles): boolean {
  const [found] = files.list(files.inSources('routes')).filter((path) => /^dashboard(\.[jt]sx?|\/.+)$/.test(path))
  if (found) return files.read(files.inSources(`routes/${found}`))?.includes('auth.server') ?? false
  // The page has types in it.
  if (!typescript) return false
  const text = template(framework, 'app/routes/dashboard.tsx')
  files.create(files.inSources('routes/dashboard.tsx'), text, 'a page for people who are signed in')
  return true
}

function planRoot(files: ProjectFiles, name: string): void {
  const path = files.findModule(files.inSources('root.tsx'))
  const text = path && files.read(path)
  const line = `export { ${name} } from './auth.server'`
  const program = text && parseModule(text)
  if (text?.includes('auth.server')) return
  if (!path || !program) files.paste(path ?? files.inSources('root.tsx'), line, 'it cannot be read')
  else if (exportsName(program, name)) files.paste(path, line, `it exports ${name} of its own: combine both`)
  else files.edit(path, appendLine(text, line), line)
}

const setsMiddlewareFlag = (files: ProjectFiles): boolean => {
  const path = files.findModule('react-router.config.ts')
  return path !== null && /v8_middleware\s*:\s*true/.test(files.read(path) ?? '')
}

/** Routes are a list of calls, or are found by the names of files (`flatRoutes()`). */
const usesRouteList = (files: ProjectFiles): boolean => {
  const path = files.findModule(files.inSources('routes.ts'))
  return path !== null && !/export default flatRoutes\(/.test(files.read(path) ?? '')
}

function planRouteList(files: ProjectFiles, hasDashboard: boolean): void {
  const path = files.findModule(files.inSources('routes.ts'))
  const text = path && files.read(path)
  if (!path || !text) return
  const routes: [string, string][] = [['auth/*', 'routes/auth.tsx']]
  if (hasDashboard) routes.push(['dashboard', 'routes/dashboard.tsx'])
  const missing = routes.filter(([, file]) => !text.includes(file))
  if (missing.length === 0) return
  const edited = missing.reduce<string | null>(
    (before, [route, file]) => before && withRoute(before, route, file),
    text,
  )
  const lines = missing.map(([route, file]) => `route('${route}', '${file}'),`)
  if (edited) files.edit(path, edited, lines.join(' '))
  else files.paste(path, lines.join('\n'), 'its routes are not a list that this command can add to safely')
}

/** Null if the routes are no array literal, or `route` cannot be imported. */
export function withRoute(text: string, path: string, file: string): string | null {
  const program = parseModule(text)
  const routes = program && defaultExport(program)
  if (!program || routes?.type !== 'ArrayExpression') return null
  const items = routes.elements.filter((element) => element !== null)
  const added = insertItem(text, routes, items, `route(${quoted(text, path)}, ${quoted(text, file)})`)
  const parsed = added && parseModule(added)
  return parsed && importName(added, parsed, routesModule, 'route')
}
