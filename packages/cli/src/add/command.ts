import { type Command, type CommandContext, CommandError } from '../command.ts'
import { addSignIn } from './add.ts'
import { Report } from './report.ts'

/** Adds the sign-in to the application in the folder of the call. */
export const addCommand: Command = {
  summary: 'add sign-in to the Next.js, Nuxt, React Router or Remix application in this folder',
  usage: 'add [options]',
  options: {
    yes: { type: 'boolean', short: 'y' },
    force: { type: 'boolean' },
    json: { type: 'boolean' },
    packages: { type: 'string' },
    issuer: { type: 'string' },
    'client-id': { type: 'string' },
    url: { type: 'string' },
    'no-sign-in': { type: 'boolean' },
  },
  optionHelp: {
    yes: 'make the changes without asking',
    force: 'go on although the work tree has changes that are not committed',
    json: 'print the plan and the result as one JSON object; changes something only with --yes',
    packages: 'a folder with the tarballs of "npm run pack", instead of the registry',
    issuer: 'the provider; default: that of the variables, or http://localhost:4000',
    'client-id': 'the client of this application at a provider that is not a development server on this machine',
    url: 'where the development server of the application runs already; default: it is started',
    'no-sign-in': 'change the files only, and do not sign in',
  },
  async run({ values }, context: CommandContext) {
    const report = new Report(context.terminal, values.json === true)
    const text = (name: string) => (typeof values[name] === 'string' ? (values[name] as string) : undefined)
    try {
      return await addSignIn(
        {
          folder: context.cwd,
          yes: values.yes === true,
          force: values.force === true,
          packages: text('packages'),
          issuer: text('issuer'),
          clientId: text('client-id'),
          url: text('url'),
          signsIn: values['no-sign-in'] !== true,
        },
        context.terminal,
        report,
      )
    } catch (error) {
      if (!(error instanceof CommandError) || values.json !== true) throw error
      report.fail(error.message)
      return error.exitCode
    } finally {
      report.end()
    }
  },
}
