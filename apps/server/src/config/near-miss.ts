import { type Environment, editDistance } from './environment.ts'

/** Names of the machine's and of other programs' own, however near they are to one of ours. */
const foreign = /^(OTEL_|npm_|NODE_OPTIONS$|NODE_PATH$|DATABASE_USER$|HOSTS?$|POST$|PORTS$)/

/** A variable of a client or a resource: those have checks of their own. */
const isIndexed = (name: string): boolean => name.startsWith('OIDC_CLIENT_') || name.startsWith('OIDC_RESOURCE')

/** How many letters may be wrong: a short name is near to many others that have nothing to do with us. */
const tolerance = (name: string): number => (name.length < 8 ? 1 : name.length < 12 ? 2 : 3)

/**
 * Variables that are set, are not settings, and are nearly one: `TERMS_VERSON` for `TERMS_VERSION`. `known` are the names
 * that the reader asked for. Each as a sentence for the operator.
 */
export function nearMisses(env: Environment, known: ReadonlySet<string>): string[] {
  const settings = [...known].filter((name) => !isIndexed(name) && !name.endsWith('_FILE'))
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && /^[A-Z][A-Z0-9_]*$/.test(name))
    .filter((name) => !known.has(name) && !isIndexed(name) && !foreign.test(name))
    .flatMap((name) => {
      const typed = name.replace(/_FILE$/, '')
      const nearest = settings
        // Any other name is further away than its length.
        .filter((setting) => Math.abs(setting.length - typed.length) <= tolerance(name))
        .map((setting) => ({ setting, distance: editDistance(typed, setting) }))
        .sort((a, b) => a.distance - b.distance)[0]
      return nearest && nearest.distance <= tolerance(name)
        ? [`${name} is not a setting and has no effect; did you mean ${nearest.setting}?`]
        : []
    })
}
