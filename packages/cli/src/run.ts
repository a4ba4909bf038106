import { parseArgs } from 'node:util'
import { type Command, type CommandContext, CommandError } from './command.ts'
import { commands } from './commands.ts'

const packageName = '@vestibule/cli'

/** Runs the command that the words of a command line name. Returns the exit code. */
export async function run(words: string[], context: CommandContext): Promise<number> {
  const { terminal } = context
  const name = nameOf(words)
  const command = commands.get(name)
  if (!command) {
    const asked = words.length === 0 || words[0] === '--help' || words[0] === '-h'
    if (!asked) terminal.printError(`There is no command "${words[0]}".`)
    for (const line of help()) terminal.print(line)
    return asked ? 0 : 2
  }
  try {
    const rest = words.slice(name.split(' ').length)
    if (rest.includes('--help') || rest.includes('-h')) {
      for (const line of helpOf(command)) terminal.print(line)
      return 0
    }
    const { values, positionals } = parse(command, rest)
    return await command.run({ values: { ...values }, positionals }, context)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    terminal.printError(error.message)
    return error.exitCode
  }
}

const nameOf = ([first = '', second = '']: string[]): string =>
  commands.has(`${first} ${second}`) ? `${first} ${second}` : first

function parse({ options }: Command, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('.')[0]}. See --help.`, 2)
  }
}

const help = (): string[] => [
  `Usage: ${packageName} <command>`,
  '',
  ...[...commands.values()].map(({ usage, summary }) => `  ${usage.padEnd(36)} ${summary}`),
]

const helpOf = ({ usage, summary, options, optionHelp }: Command): string[] => [
  `Usage: ${packageName} ${usage}`,
  '',
  summary,
  '',
  ...Object.entries(options).map(([name, { type }]) => {
    const option = type === 'string' ? `--${name} <value>` : `--${name}`
    return `  ${option.padEnd(24)} ${optionHelp[name] ?? ''}`.trimEnd()
  }),
]
