import { type ErrorHelp, helpWith, type MistakeName } from '../model/mistakes.ts'
import type { Variable } from './variables.ts'

/** Something that cannot work, and how to mend it. */
export interface Problem {
  message: string
  hint: string
  /** Where the option comes from, unless an application gives it. */
  variable?: Variable
  mistake?: MistakeName
}

const lines: Readonly<Record<Variable, string>> = {
  VESTIBULE_ISSUER: 'VESTIBULE_ISSUER=<ISSUER of the server>',
  VESTIBULE_CLIENT_ID: 'VESTIBULE_CLIENT_ID=<OIDC_CLIENT_ID_n of the server>',
  VESTIBULE_SECRET: 'VESTIBULE_SECRET=<output of: openssl rand -base64 48>',
  VESTIBULE_URL: 'VESTIBULE_URL=<address of this application>',
}

/** All lines that mend a configuration, in one step. Undefined if only options are wrong, which their hints explain. */
export function helpForProblems(missing: readonly Variable[], problems: readonly Problem[]): ErrorHelp | undefined {
  const wrong = problems.flatMap(({ variable }) => variable ?? [])
  if (missing.length + wrong.length === 0) return undefined
  const variables = [...missing, ...wrong].map((name) => lines[name]).join(' ')
  const mistake = missing.length > 0 ? 'missing-variable' : (problems[0]?.mistake ?? 'wrong-variable')
  return helpWith(mistake, { variables })
}
