import { type Command, CommandError } from '../command.ts'
import { createProject, starters } from './create.ts'

/** Copies a starter to a new folder. */
export const createCommand: Command = {
  summary: 'start from a complete application: organizations, members, billing, an API, tests',
  usage: 'create <folder> [options]',
  options: {
    framework: { type: 'string' },
    packages: { type: 'string' },
    'no-install': { type: 'boolean' },
  },
  optionHelp: {
    framework: `${Object.keys(starters).join(', ')}; default: nextjs`,
    packages: 'a folder with the tarballs of "npm run pack", instead of the registry',
    'no-install': 'copy the files only',
  },
  async run({ values, positionals }, { cwd, terminal }) {
    const [folder, ...others] = positionals
    if (!folder || others.length > 0) throw new CommandError('Name one folder, for example: create my-app', 2)
    const framework = String(values.framework ?? 'nextjs')
    await createProject(
      {
        cwd,
        folder,
        framework,
        packages: typeof values.packages === 'string' ? values.packages : undefined,
        installs: values['no-install'] !== true,
      },
      (line) => terminal.print(line),
    )
    return 0
  },
}
