import type { ParseArgsOptionsConfig } from 'node:util'

/** What a command prints to and asks: the terminal, or a test's. */
export interface Terminal {
  print(line: string): void
  printError(line: string): void
  /** Whether somebody can answer a question. */
  interactive: boolean
  /** Asks a question that is answered with yes or no. */
  confirm(question: string): Promise<boolean>
}

export interface CommandContext {
  /** The folder in which the command was called. */
  cwd: string
  terminal: Terminal
}

/** The options and words of a command line, as `parseArgs` returns them. */
export interface CommandArguments {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>
  positionals: string[]
}

export interface Command {
  /** One line of the help. */
  summary: string
  /** What follows the name of the package, for example `add [options]`. */
  usage: string
  options: ParseArgsOptionsConfig
  /** A line of the help for each option. */
  optionHelp: Record<string, string>
  /** Returns the exit code. */
  run(args: CommandArguments, context: CommandContext): Promise<number>
}

/** The command ended for a reason that is told to its user in a sentence. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message)
  }
}
