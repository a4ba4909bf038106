import { may, type Operation } from '../organizations/rules.ts'
import type { Deps } from '../platform/deps.ts'

export const personalKeyMakers = ['nobody', 'admins', 'members'] as const
export const organizationKeyMakers = ['owners', 'admins'] as const

/** What an organization allows its API keys. */
export interface KeyPolicy {
  /** Who may make keys of their own that act for the organization. */
  personal: (typeof personalKeyMakers)[number]
  /** Who may make keys of the organization. */
  organization: (typeof organizationKeyMakers)[number]
  /** How long a key may live. Null: for as long as it is wanted, where API_KEYS_NEVER_EXPIRE allows that. */
  maxDays: number | null
  /** A key without networks is refused. */
  networksRequired: boolean
}

export const mostDays = 365

/** The longest life of a key that belongs to no organization, unless it may have no end. */
const daysWithoutOrganization = 90

/** The longest life of a key, in days, by the policy of its organization. Null: it may have no end. */
export function mostDaysOf({ config }: Pick<Deps, 'config'>, policy: KeyPolicy | null): number | null {
  const days = policy === null && !config.apiKeysNeverExpire ? daysWithoutOrganization : (policy?.maxDays ?? null)
  return days ?? (config.apiKeysNeverExpire ? null : mostDays)
}

/** The time at which a key without an end ends. */
export const noEnd = new Date('9999-12-31T00:00:00.000Z')

/** When a key ends. Null: never. */
export const endOf = ({ expiresAt }: { expiresAt: Date }): Date | null =>
  expiresAt.getTime() === noEnd.getTime() ? null : expiresAt

const defaultPolicy: KeyPolicy = { personal: 'members', organization: 'owners', maxDays: 90, networksRequired: false }

/** The policy as the organization's row has it. */
export const keyPolicyOf = (text: string | null): KeyPolicy =>
  text === null ? defaultPolicy : { ...defaultPolicy, ...(JSON.parse(text) as Partial<KeyPolicy>) }

const operations: Record<Exclude<KeyPolicy['personal'] | KeyPolicy['organization'], 'nobody'>, Operation> = {
  members: 'see',
  admins: 'manage-members',
  owners: 'own',
}

/** Whether somebody with these roles may make a key of this kind. */
export function mayMakeKey(policy: KeyPolicy, kind: 'personal' | 'organization', roles: readonly string[]): boolean {
  const makers = policy[kind]
  return makers !== 'nobody' && may(roles, operations[makers])
}
