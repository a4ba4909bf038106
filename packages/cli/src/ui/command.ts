import { join } from 'node:path'
import { findProject } from '../add/project/project.ts'
import { type Command, CommandError } from '../command.ts'
import { packageFolder } from '../package.ts'
import { type AddedParts, addParts, namesFor } from './add-parts.ts'
import { parts } from './parts.ts'

/** `add ui user-button`: copies a part of an interface into the application of this folder. */
export const addUi: Command = {
  summary: 'Copy a part of an interface, such as user-button.',
  usage: 'add ui [part...] [options]',
  options: { folder: { type: 'string' }, force: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: {
    folder: 'where the components go, for example src/ui',
    force: 'overwrite files that differ',
    json: 'print what was done as JSON',
  },
  async run({ values, positionals }, { cwd, terminal }) {
    const project = findProject(cwd)
    if (!project.typescript)
      throw new CommandError('The parts are TypeScript, and this application has no tsconfig.json.')
    if (positionals.length === 0) {
      for (const name of namesFor(project)) terminal.print(`  ${name.padEnd(24)} ${parts.get(name)?.description}`)
      return 2
    }
    const target = typeof values.folder === 'string' ? { target: values.folder } : {}
    const options = { ...project, ...target, uiFolder: join(packageFolder(), 'ui'), force: values.force === true }
    const added = addParts({ ...options, names: positionals })
    for (const line of values.json ? [JSON.stringify(added)] : linesOf(added)) terminal.print(line)
    return 0
  },
}

const linesOf = ({ written, unchanged, importLines, notes }: AddedParts): string[] => [
  ...(written.length > 0 ? written.map((path) => `Wrote ${path}.`) : [`Nothing changed: ${unchanged.join(', ')}.`]),
  ...notes,
  ...(importLines.length > 0 ? ['', ...importLines.map((line) => `  ${line}`)] : []),
]
