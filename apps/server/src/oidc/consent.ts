import type { AuthorizationRequest } from './authorization-request.ts'
import { mayHaveClaim, scopesOfClaim } from './claims.ts'
import type { Client } from './clients.ts'
import { isSameResource, type Resource } from './resources.ts'
import type { ScopeTexts } from './scope-texts.ts'
import { isStandardScope } from './scopes.ts'

/**
 * What a person allowed a client, or what a request wants to be allowed. It is the same for every kind of client: scopes
 * of this server, claims that the `claims` parameter names beyond them (OIDC Core 5.5), and each API with its scopes.
 */
export interface Consent {
  scope: readonly string[]
  claims: readonly string[]
  resources: readonly ConsentedResource[]
}

/** An API, and what the client may do there. A token for it is something to allow even without a scope. */
export interface ConsentedResource {
  identifier: string
  scope: readonly string[]
}

export const noConsent: Consent = { scope: [], claims: [], resources: [] }

/** What a request names, or a grant has. */
type Access = Pick<AuthorizationRequest, 'scope' | 'resource'> & { claims?: AuthorizationRequest['claims'] | null }

/** Finds the resources that are registered. */
interface Registered {
  find(identifier: string): Pick<Resource, 'name' | 'scopes' | 'scopeTexts'> | undefined
}

/** What a person has to allow before a client may have this. */
export function consentTo(
  { scope, resource, claims }: Access,
  client: Pick<Client, 'scopes'>,
  registry: Registered,
): Consent {
  const resources = resource.map((identifier) => ({
    identifier,
    scope: scope.filter((name) => isScopeOf(registry.find(identifier), name)),
  }))
  const ofResources = new Set(resources.flatMap((named) => named.scope))
  const named = [...new Set([...Object.keys(claims?.userinfo ?? {}), ...Object.keys(claims?.idToken ?? {})])]
  return {
    scope: scope.filter((name) => !ofResources.has(name)),
    claims: named.filter((name) => mayHaveClaim(name, client.scopes) && !isIncluded(name, scope)),
    resources,
  }
}

/** The scopes of an API that is not registered are not known: every scope that is not one of OpenID Connect may be theirs. */
const isScopeOf = (resource: Pick<Resource, 'scopes'> | undefined, name: string): boolean =>
  !isStandardScope(name) && (resource?.scopes.includes(name) ?? true)

const isIncluded = (claim: string, scope: readonly string[]): boolean =>
  scopesOfClaim(claim).some((including) => scope.includes(including))

/** Whether a consent allows all of what is asked. A scope of one API says nothing about another one. */
export const covers = (given: Consent, asked: Consent): boolean =>
  asked.scope.every((name) => given.scope.includes(name)) &&
  asked.claims.every((name) => given.claims.includes(name) || isIncluded(name, given.scope)) &&
  asked.resources.every(({ identifier, scope }) => {
    const allowed = given.resources.find((resource) => isSameResource(resource.identifier, identifier))
    return allowed !== undefined && scope.every((name) => allowed.scope.includes(name))
  })

/** Both of them: a consent adds to the one before. What was allowed once ends when the person revokes it, and not before. */
export function addConsent(given: Consent, more: Consent): Consent {
  const isNew = ({ identifier }: ConsentedResource) =>
    !given.resources.some((known) => isSameResource(known.identifier, identifier))
  const scopeOf = (identifier: string) =>
    more.resources.find((resource) => isSameResource(resource.identifier, identifier))?.scope ?? []
  return {
    scope: unionOf(given.scope, more.scope),
    claims: unionOf(given.claims, more.claims),
    resources: [
      ...given.resources.map(({ identifier, scope }) => ({ identifier, scope: unionOf(scope, scopeOf(identifier)) })),
      ...more.resources.filter(isNew),
    ],
  }
}

const unionOf = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])]

/** A consent as pages show it. */
export interface ShownConsent {
  /** Scopes of this server. A claim that was asked for by its name counts as the scope that speaks of it. */
  scope: readonly string[]
  resources: readonly ShownResource[]
}

export interface ShownResource {
  identifier: string
  /** Null for an API that is not registered. */
  name: string | null
  /** Where it is, as far as its identifier says so. */
  host: string
  scope: readonly string[]
  texts: ScopeTexts
}

export const shownConsent = ({ scope, claims, resources }: Consent, registry: Registered): ShownConsent => ({
  scope: unionOf(
    scope,
    claims.flatMap((name) => scopesOfClaim(name).slice(0, 1)),
  ),
  resources: resources.map((resource) => {
    const registered = registry.find(resource.identifier)
    return {
      ...resource,
      name: registered?.name ?? null,
      host: hostOf(resource.identifier),
      texts: registered?.scopeTexts ?? new Map(),
    }
  }),
})

const hostOf = (identifier: string): string =>
  URL.canParse(identifier) ? new URL(identifier).host || identifier : identifier

/** Every scope in it, for those who list them without saying where they count. */
export const scopesOf = ({
  scope,
  resources,
}: Pick<Consent, 'scope'> & { resources: readonly Pick<ConsentedResource, 'scope'>[] }): string[] =>
  unionOf(
    scope,
    resources.flatMap((resource) => resource.scope),
  )
