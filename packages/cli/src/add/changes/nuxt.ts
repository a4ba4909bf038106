import type { ObjectExpression } from '@babel/types'
import type { Project } from '../project/project.ts'
import type { ProjectFiles } from './project-files.ts'
import { defaultExport, insertItem, parseModule, quoted } from './source.ts'
import { template } from './template.ts'

const moduleName = '@vestibule/nuxt'

/** The setup of the guide for Nuxt: a line in `modules`, and a page for people who are signed in. */
export function planNuxt(_project: Project, files: ProjectFiles): void {
  planModule(files)
  planPages(files)
}

const emptyConfig = 'export default defineNuxtConfig({})\n'

function planModule(files: ProjectFiles): void {
  const path = files.findModule('nuxt.config.ts')
  const text = (path && files.read(path)) ?? emptyConfig
  if (text.includes(moduleName)) return
  const edited = withModule(text)
  if (path === null) files.create('nuxt.config.ts', edited ?? text, `the module ${moduleName}`)
  else if (edited) files.edit(path, edited, `the module ${moduleName}`)
  else
    files.paste(path, `modules: ['${moduleName}'],`, 'its modules are not a list that this command can add to safely')
}

/** Null if the configuration is not an object literal, or its modules are no array literal. */
export function withModule(text: string): string | null {
  const config = configOf(text)
  if (!config || config.properties.some(({ type }) => type === 'SpreadElement')) return null
  const item = quoted(text, moduleName)
  const modules = config.properties.find(
    (property) =>
      property.type !== 'SpreadElement' && property.key.type === 'Identifier' && property.key.name === 'modules',
  )
  if (!modules) return insertItem(text, config, config.properties, `modules: [${item}]`)
  if (modules.type !== 'ObjectProperty' || modules.value.type !== 'ArrayExpression') return null
  const { value } = modules
  return insertItem(
    text,
    value,
    value.elements.filter((element) => element !== null),
    item,
  )
}

function configOf(text: string): ObjectExpression | null {
  const program = parseModule(text)
  const exported = program && defaultExport(program)
  if (exported?.type === 'ObjectExpression') return exported
  if (exported?.type !== 'CallExpression' || exported.callee.type !== 'Identifier') return null
  const [argument] = exported.arguments
  return exported.callee.name === 'defineNuxtConfig' && argument?.type === 'ObjectExpression' ? argument : null
}

const welcome = /<NuxtWelcome\s*\/>/

/** Pages are shown where the project has some already, or still has the welcome page of a new one. */
function planPages(files: ProjectFiles): void {
  const root = files.inSources('app.vue')
  const text = files.read(root)
  const pages = files.list(files.inSources('pages'))
  const isNew = pages.length === 0 && text !== null && welcome.test(text)
  if (isNew) {
    files.edit(root, text.replace(welcome, '<NuxtPage />'), '<NuxtPage /> in the place of the welcome page')
    files.create(files.inSources('pages/index.vue'), template('nuxt', 'app/pages/index.vue'), 'a public page')
  }
  if (!isNew && pages.length === 0) return
  if (pages.some((path) => /^dashboard(\/index)?\.vue$/.test(path))) return
  const dashboard = template('nuxt', 'app/pages/dashboard.vue')
  files.create(files.inSources('pages/dashboard.vue'), dashboard, 'a page for people who are signed in')
}
