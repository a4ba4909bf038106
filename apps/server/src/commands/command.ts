import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../config/settings.ts'
import { loadConfig } from '../config.ts'
import { viewOrganization } from '../flows/organizations/access.ts'
import { system } from '../flows/platform/audit.ts'
import { TooManyAttempts } from '../flows/platform/limits.ts'
import { OperationRefused } from '../flows/platform/operation-refused.ts'
import { createLogger } from '../logging.ts'
import { migrations, openRuntime, type Runtime } from '../runtime.ts'

export type Values = Record<string, string | boolean | undefined>

/** A subcommand of `vestibule`: one word, or two. */
export interface Command {
  /** The arguments after its name: `<address> <client>`. */
  takes?: string
  /** One line. */
  about: string
  /** Details, for `vestibule <command> --help`. */
  more?: string
  options?: ParseArgsOptionsConfig
  /** A line for each option, with its value: `'--role <role>': 'owner, admin or member'`. */
  optionsAbout?: Readonly<Record<string, string>>
  run(args: string[], values: Values): Promise<void>
}

/** Opens the database of this configuration, and closes it. */
export async function withRuntime(work: (runtime: Runtime, config: Config) => Promise<void>): Promise<void> {
  const config = loadConfig()
  const log = createLogger('warn', config.production)
  const runtime = await openRuntime({ config, log, migrations, now: () => new Date() })
  try {
    await work(runtime, config)
  } finally {
    await runtime.end()
  }
}

/** How long, in milliseconds, a command tries to deliver what it has queued. The server delivers the rest. */
const deliveryTimeout = 5000

/** The organization with this slug. */
export async function organizationOf(deps: Runtime['deps'], slug: string): Promise<{ id: string; name: string }> {
  return (await orExplain(viewOrganization(deps, system, slug), `there is no organization ${slug}`)).organization
}

/** A result, or why it was refused, in the words of the command line: any refusal, or each by its problem. */
export const orExplain = <T>(result: Promise<T>, texts: string | Readonly<Record<string, string>>): Promise<T> =>
  result.catch((error: unknown) => {
    const problem = error instanceof OperationRefused ? (error.problem ?? error.reason) : null
    const text = problem && (typeof texts === 'string' ? texts : texts[problem])
    if (error instanceof TooManyAttempts)
      throw new Error(`too many attempts; try again in ${Math.ceil(error.retryAfter / 60)} minutes`)
    throw text ? new Error(text) : error
  })

/** Makes a change, and delivers the mails and logout tokens about it. */
export const withDelivery = (work: (runtime: Runtime, config: Config) => Promise<void>): Promise<void> =>
  withRuntime(async (runtime, config) => {
    await work(runtime, config)
    await runtime.deliver(deliveryTimeout)
  })

interface ListOf<Row> {
  about: string
  options?: ParseArgsOptionsConfig
  optionsAbout?: Readonly<Record<string, string>>
  /** All rows, however many pages they are. */
  rows(deps: Runtime['deps'], values: Values): AsyncIterable<Row> | Iterable<Row> | Promise<Iterable<Row>>
  /** The cells of a line. The last ones are left out if they are empty. */
  cells(row: Row): readonly string[]
}

/** A command that lists: a line of cells for each row, with tabs between them, or with `--json` an object. */
export const listCommand = <Row extends object>({ about, rows, cells, ...more }: ListOf<Row>): Command => ({
  about,
  options: { ...more.options, json: { type: 'boolean' } },
  optionsAbout: { ...more.optionsAbout, '--json': 'print a JSON object for each, one per line' },
  run: (_args, values) =>
    withRuntime(async ({ deps }) => {
      for await (const row of await rows(deps, values))
        console.log(values.json === true ? JSON.stringify(row) : cells(row).join('\t').trim())
    }),
})

/** Every row of a list that is read in pages. */
export async function* allPages<Row, Position>(
  pageAfter: (position: Position | null) => Promise<{ rows: readonly Row[]; next: Position | null }>,
): AsyncGenerator<Row> {
  let position: Position | null = null
  do {
    const { rows, next }: { rows: readonly Row[]; next: Position | null } = await pageAfter(position)
    yield* rows
    position = next
  } while (position !== null)
}

/** What was typed is not understood: printed without a stack trace, and the exit status is 2. Other refusals are errors. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
