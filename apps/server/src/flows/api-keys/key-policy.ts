import { may, type Operation } from '../organizations/rules.ts'

export const personalKeyMakers = ['nobody', 'admins', 'members'] as const
export const organizationKeyMakers = ['owners', 'admins'] as const

/** What an organization allows its API keys. */
export interface KeyPolicy {
  /** Who may make keys of their own that act for the organization. */
  personal: (typeof personalKeyMakers)[number]
  /** Who may make keys of the organization. */
  organization: (typeof organizationKeyMakers)[number]
  /** How long a key may live. */
  maxDays: number
  /** A key without networks is refused. */
  networksRequired: boolean
}

export const mostDays = 365

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
