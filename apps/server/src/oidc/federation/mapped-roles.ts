import type { ConnectionSettings, UpstreamIdentity } from './connection.ts'

/** A group of the identity provider gives a role or a team. */
export interface GroupMapping {
  value: string
  role: string | null
  teamId: string | null
}

const builtIn = ['owner', 'admin', 'member'] as const
type BuiltInRole = (typeof builtIn)[number]

const isBuiltIn = (role: string | null): role is BuiltInRole => (builtIn as readonly (string | null)[]).includes(role)

/** What the groups of somebody come to. */
export interface MappedRoles {
  /** Owner, admin or member. */
  builtIn: readonly string[]
  /** Other roles and teams that the mappings give, and those that they give but not to this person. */
  roles: { given: ReadonlySet<string>; taken: ReadonlySet<string> }
  teams: { given: ReadonlySet<string>; taken: ReadonlySet<string> }
}

/**
 * The roles and teams of somebody by the groups that their provider names. Mappings decide about what some mapping gives, and
 * nothing else: a role that was given here stays. Null where the provider named no groups, or left them out because there are
 * too many: then everything stays as it is. A mapping makes an owner only where the owners have allowed that, and takes no
 * owner's role away otherwise.
 */
export function mappedRoles(
  mappings: readonly GroupMapping[],
  groups: UpstreamIdentity['groups'],
  before: readonly string[],
  { allowOwner, defaultRole }: Pick<ConnectionSettings, 'allowOwner' | 'defaultRole'>,
): MappedRoles | null {
  if (groups === null || groups === 'overage' || mappings.length === 0) return null
  const counted = mappings.filter(({ role }) => role !== 'owner' || allowOwner)
  const inGroups = new Set(groups)
  const matched = counted.filter(({ value }) => inGroups.has(value))
  const split = (nameOf: (mapping: GroupMapping) => string | null) => {
    const names = (of: readonly GroupMapping[]) => new Set(of.flatMap((mapping) => nameOf(mapping) ?? []))
    const given = names(matched)
    return { given, taken: new Set([...names(counted)].filter((name) => !given.has(name))) }
  }
  const decided = split(({ role }) => (isBuiltIn(role) ? role : null))
  const best = builtIn.find((role) => decided.given.has(role))
  const keeps = before.length > 0 && !before.some((role) => decided.taken.has(role))
  const stays = keeps && (best === undefined || rank(before) <= builtIn.indexOf(best))
  return {
    builtIn: stays || isKeptOwner(before, allowOwner) ? before : [best ?? builtInDefault(defaultRole)],
    roles: split(({ role }) => (isBuiltIn(role) ? null : role)),
    teams: split(({ teamId }) => teamId),
  }
}

/** An owner that no mapping made. */
const isKeptOwner = (before: readonly string[], allowOwner: boolean): boolean => before.includes('owner') && !allowOwner

const rank = (roles: readonly string[]): number => builtIn.findIndex((role) => roles.includes(role))

/** What somebody becomes whom no mapping makes anything. Another role as the default goes beside member. */
export const builtInDefault = (role: string): BuiltInRole => (isBuiltIn(role) && role !== 'owner' ? role : 'member')
