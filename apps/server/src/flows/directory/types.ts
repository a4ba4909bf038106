import type { FilterNode } from '../../oidc/scim/filter.ts'
import type { DirectoryGroup, DirectoryUser } from '../../oidc/scim/resources.ts'
import type { StoredDirectory } from '../../store/beyond-prisma/directory/directories.ts'

/** The company's directory of an organization. */
export interface DirectoryRecord extends Omit<StoredDirectory, 'reviewAfter' | 'errorDay' | 'errorCount'> {
  /** Everybody in it is being looked at again, because what its groups give has changed. */
  reviewing: boolean
}

/** A directory whose token was shown with a request. */
export interface AuthenticatedDirectory extends DirectoryRecord {
  tokenId: string
}

/** A token as it is listed: never the token itself. */
export interface DirectoryTokenRecord {
  id: string
  /** Its first characters: `scim_` and four more. */
  prefix: string
  createdBy: string | null
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

/** Which page of a list a request wants, and what of it. `startIndex` begins at 1. */
export interface ListQuery {
  filter: FilterNode | null
  startIndex: number
  count: number
  /** What is read beside the resource's own attributes: the groups of users, the members of groups. */
  with: { groups?: boolean; members?: boolean }
}

/** `total` is exact, and `count: 0` reads nothing else. */
export interface UserList {
  total: number
  users: DirectoryUser[]
}
export interface GroupList {
  total: number
  groups: DirectoryGroup[]
}

/** Why an active user is no member yet. */
export const waitingReasons = [
  /** Their address is not under a domain of the organization that is proven by DNS. */
  'outside-domain',
  /** There is an account with the address. Its person becomes a member when they sign in, or accept an invitation. */
  'account-exists',
  /** Another user of this directory is linked to the account with the address. */
  'address-taken',
  /** The user has no address. */
  'no-address',
  /** Operators have disabled the account, or removed the address from another one a short time ago. */
  'not-available',
  /** Somebody here ended the membership after the directory had made it. */
  'removed-here',
] as const
export type WaitingReason = (typeof waitingReasons)[number]

/** A user who is no member yet, for the owner's page. */
export interface WaitingUser {
  id: string
  userName: string
  email: string | null
  reason: WaitingReason
  changedAt: Date
}

export interface DirectoryCounts {
  /** Users that are not deleted. */
  users: number
  active: number
  /** Active users who are no members yet. */
  waiting: number
  groups: number
  /** How many requests were refused today (UTC), those without a valid token not counted. */
  errorsToday: number
  /** No request came for 24 hours though a token is valid. */
  quiet: boolean
}

/** One of the last hundred requests. It has no body and no query. */
export interface RequestRecord {
  at: Date
  method: string
  path: string
  status: number
  scimType: string | null
}

/** A group gives a role or a team. */
export interface GroupMapping {
  id: string
  groupId: string
  /** The name of the group now, or when it was mapped if it is gone. */
  groupName: string
  /** Whether the directory still has it. */
  exists: boolean
  /** owner, admin, member, or the id of another role. */
  role: string | null
  teamId: string | null
}

/** Why a request of a directory is refused. `scimType` of RFC 7644 section 3.12 follows from it. */
export type DirectoryRefusal =
  /** There is no such user or group: 404. */
  | 'not-found'
  /** The user name, external id or name of a group is taken: 409 `uniqueness`. */
  | 'taken'
  /** `If-Match` names another version: 412. */
  | 'version'
  /** Directory limits: users, groups, members of a group: 400 `tooMany`. */
  | 'too-many'
  /** A member that is added is neither a user nor a group of this directory: 400 `invalidValue`. */
  | 'unknown-member'

/** A request of a directory that is refused. Nothing was changed. */
export class DirectoryRefused extends Error {
  override readonly name = 'DirectoryRefused'
  constructor(
    readonly reason: DirectoryRefusal,
    /** The attribute that it is about. */
    readonly attribute?: string,
  ) {
    super(attribute ? `${reason}: ${attribute}` : reason)
  }
}

export const directoryLimits = {
  users: 100_000,
  groups: 5000,
  membersOfGroup: 50_000,
  /** Members of all groups in a list, or groups of all users. With more, the list is refused: fewer are asked for at once. */
  membersOfList: 100_000,
  tokens: 2,
  mappings: 100,
  requests: 100,
  /** How many a list may return: `count` of RFC 7644 section 3.4.2.4. */
  page: 200,
} as const
