import type { Terminal } from '../command.ts'
import type { Change } from './changes/change.ts'
import type { Project } from './project/project.ts'
import { titleOf } from './project/project.ts'
import type { Proof } from './sign-in/proof.ts'

export interface Plan {
  project: Project
  /** The words of the command that installs the package; null if it is there. */
  install: string[] | null
  changes: Change[]
  /** Where the application gets a client; null if it needs none. */
  registersAt: string | null
}

type Status = 'nothing-to-change' | 'planned' | 'changed' | 'failed'

/** What the command tells: line by line to a person, or as one JSON object to a program. */
export class Report {
  readonly #terminal: Terminal
  readonly #json: Record<string, unknown> | null

  constructor(terminal: Terminal, json: boolean) {
    this.#terminal = terminal
    this.#json = json ? {} : null
  }

  get isJson(): boolean {
    return this.#json !== null
  }

  line(text = ''): void {
    if (!this.#json) this.#terminal.print(text)
  }

  plan({ project, install, changes, registersAt }: Plan): void {
    const { framework, packageManager, sourceFolder } = project
    const steps = [
      ...(install ? [{ kind: 'install', command: install.join(' ') }] : []),
      ...changes.map((change) =>
        change.kind === 'paste'
          ? { kind: change.kind, path: change.path, lines: change.lines, reason: change.reason }
          : { kind: change.kind, path: change.path, summary: change.summary },
      ),
      ...(registersAt ? [{ kind: 'register', issuer: registersAt }] : []),
    ]
    this.#set({ framework, packageManager, sourceFolder, plan: steps })
    this.line(`${titleOf(framework)}, ${packageManager}${sourceFolder ? `, sources in ${sourceFolder}` : ''}`)
    if (steps.length > 0) this.line()
    if (install) this.line(`  run     ${install.join(' ')}`)
    for (const change of changes)
      if (change.kind !== 'paste') this.line(`  ${change.kind.padEnd(7)} ${change.path}: ${change.summary}`)
    if (registersAt) this.line(`  ask     ${registersAt} for a client of this application, whose id becomes a variable`)
    for (const change of changes) if (change.kind === 'paste') this.line(`  by hand ${change.path}: ${change.reason}`)
    if (steps.length > 0) this.line()
  }

  paste(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.kind !== 'paste') continue
      this.line(`Change ${change.path} yourself, because ${change.reason}:`)
      this.line()
      for (const text of change.lines.trimEnd().split('\n')) this.line(`    ${text}`)
      this.line()
    }
  }

  proof({ page, claims, picture, pictureProblem }: Proof): void {
    this.#set({ signedIn: { page, claims, picture, pictureProblem } })
    this.line(`Signed in, and back at ${page}. The application knows:`)
    this.line()
    for (const text of JSON.stringify(claims, null, 2).split('\n')) this.line(`    ${text}`)
    this.line()
    if (picture) this.line(`A picture of the page: ${picture}`)
    if (pictureProblem) this.line(`There is no picture: ${pictureProblem}.`)
  }

  signInByHand(address: string): void {
    this.#set({ signInAt: address })
    this.line(`Sign in in your browser, which then shows who is signed in: ${address}`)
  }

  status(status: Status): void {
    this.#set({ status })
  }

  fail(message: string): void {
    this.#set({ status: 'failed', message })
    if (!this.#json) this.#terminal.printError(message)
  }

  end(): void {
    if (this.#json) this.#terminal.print(JSON.stringify(this.#json, null, 2))
  }

  #set(members: Record<string, unknown>): void {
    if (this.#json) Object.assign(this.#json, members)
  }
}
