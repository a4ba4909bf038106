import { AuthError } from './errors.ts'

/** What `missing` checks. */
const ofSessions = 'role permission team bound scope organization acr maxAge'

/**
 * Refuses a requirement that nothing would check, such as a typo: it would let everybody in.
 *
 * @param known the names that are checked, with spaces between them
 * @throws AuthError `config_invalid`
 */
export function requireKnown(requirement: object, known = ofSessions): void {
  const name = Object.keys(requirement).find((name) => !known.split(' ').includes(name))
  if (name !== undefined) throw new AuthError('config_invalid', `The requirement "${name}" is not checked here.`)
}
