import { parseArgs } from 'node:util'
import { fail } from '../server-process.ts'
import { clients } from './clients.ts'
import { type Command, UsageError } from './command.ts'
import { connections } from './connections.ts'
import { data } from './data.ts'
import { directory } from './directory.ts'
import { operators } from './operators.ts'
import { permissions } from './permissions.ts'
import { server } from './server.ts'
import { signIns } from './sign-ins.ts'
import { users } from './users.ts'

/** A Map, because the names come from outside and must not index an object. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ...server,
  ...clients,
  ...data,
  ...permissions,
  ...users,
  ...signIns,
  ...connections,
  ...directory,
  ...operators,
])

const usage = (name: string, { takes }: Command): string => `${name}${takes ? ` ${takes}` : ''}`
const padded = (rows: readonly (readonly [string, string])[], indent: string): string => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `${indent}${left.padEnd(width)}   ${right}`).join('\n')
}

type NamedCommand = readonly [name: string, command: Command]

/** The commands that begin with this word; all of them, if none does. */
function commandsOf(group: string | undefined): NamedCommand[] {
  const all = [...commands]
  const found = all.filter(([name]) => name.startsWith(`${group} `))
  return found.length > 0 ? found : all
}

const help = (listed: readonly NamedCommand[]): string => `vestibule <command>

${padded(
  listed.map(([name, command]) => [usage(name, command), command.about]),
  '  ',
)}

Run vestibule <command> --help for details. All configuration is in environment variables or .env: see
docs/configuration.md.
`

const helpOf = (name: string, command: Command): string => {
  const options = Object.entries(command.optionsAbout ?? {})
  return [
    `vestibule ${usage(name, command)}\n\n${command.about}`,
    ...(command.more ? [command.more] : []),
    ...(options.length > 0 ? [padded(options, '  ')] : []),
  ].join('\n\n')
}

/** A usage error ends with exit status 2, as is customary. */
function usageError(text: string): void {
  console.error(text)
  process.exitCode = 2
}

/** Runs the command that these words say, as they were typed after `vestibule`. */
export function runCommandLine(words: string[]): void {
  const typed = words.filter((word) => !word.startsWith('-'))
  const name = [typed.slice(0, 2).join(' '), typed[0] ?? ''].find((candidate) => commands.has(candidate)) ?? ''
  const command = commands.get(name)
  const wantsHelp = words.includes('--help') || words.includes('-h')
  if (!command) {
    const text = help(commandsOf(typed[0]))
    if (typed.length === 0 || wantsHelp) console.log(text)
    else usageError(`vestibule: there is no command "${typed.slice(0, 2).join(' ')}"\n\n${text}`)
  } else if (wantsHelp) {
    console.log(helpOf(name, command))
  } else {
    run(name, command, words)
  }
}

function run(name: string, command: Command, words: string[]): void {
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: words, allowPositionals: true, strict: true, options: command.options ?? {} })
  } catch (error) {
    usageError(`${(error as Error).message}\n\n${helpOf(name, command)}`)
    return
  }
  const args = parsed.positionals.slice(name.split(' ').length)
  const takes = command.takes?.split(' ') ?? []
  if (args.length !== takes.length) {
    usageError(`vestibule ${name} takes ${command.takes ?? 'no argument'}\n\n${helpOf(name, command)}`)
    return
  }
  command.run(args, parsed.values as Record<string, string | boolean | undefined>).catch((error: unknown) => {
    if (!(error instanceof UsageError)) fail(error)
    console.error(error.message)
    process.exit(2)
  })
}
