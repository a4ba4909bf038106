import { type EventSearch, type FoundEvents, searchEvents } from '../../store/beyond-prisma/event-search.ts'
import { type Actor, type AuditEvent, inTransaction } from '../platform/audit.ts'
import { type ChangeAction, changeActions } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { eventAsReadBy } from '../platform/fields/field-events.ts'

export type { EventSearch, FoundEvents } from '../../store/beyond-prisma/event-search.ts'

export const actionGroups = ['people', 'signIn', 'organizations', 'applications', 'server'] as const
export type ActionGroup = (typeof actionGroups)[number]

type Subject<Action extends string> = Action extends `${infer Name}.${string}` ? Name : never

/** The group in which a filter shows the actions on a subject: the word before the dot. */
const groupOf: Record<Subject<ChangeAction>, ActionGroup> = {
  user: 'people',
  users: 'people',
  person: 'people',
  address: 'people',
  terms: 'people',
  session: 'signIn',
  device: 'signIn',
  passkey: 'signIn',
  recovery: 'signIn',
  grant: 'signIn',
  code: 'signIn',
  refresh_token: 'signIn',
  organization: 'organizations',
  member: 'organizations',
  members: 'organizations',
  organizations: 'organizations',
  team: 'organizations',
  invitation: 'organizations',
  join_request: 'organizations',
  domain: 'organizations',
  limit: 'signIn',
  client: 'applications',
  initial_access_token: 'applications',
  resource: 'applications',
  field: 'server',
  api_key: 'applications',
  connection: 'organizations',
  sso: 'organizations',
  identity: 'signIn',
  setup_link: 'organizations',
  directory: 'organizations',
  permission: 'applications',
  role: 'organizations',
  impersonation: 'applications',
  mail: 'server',
  theme: 'server',
  signing_key: 'server',
  webhook: 'server',
  operator: 'server',
  audit: 'server',
}

/** The actions of a group, in their order. */
export const actionsOf = (group: ActionGroup): readonly ChangeAction[] =>
  changeActions.filter((action) => groupOf[action.split('.')[0] as Subject<ChangeAction>] === group)

/** Reads a choice of a filter: an action, or `group:` and the name of a group. Undefined for anything else. */
export function parseActions(choice: string): readonly ChangeAction[] | undefined {
  const group = actionGroups.find((name) => choice === `group:${name}`)
  if (group) return actionsOf(group)
  const action = changeActions.find((name) => name === choice)
  return action && [action]
}

/** A page of events as their reader may see them, the newest first, and where the next one begins. */
export async function findActivity(
  deps: Pick<Deps, 'db' | 'fields'>,
  actor: Actor,
  search: EventSearch,
  page: { before: string | null; limit: number },
): Promise<FoundEvents> {
  const { events, next } = await searchEvents(deps.db, search, page)
  return { events: events.map((event) => eventAsReadBy(deps, actor, event)), next }
}

/** Events that are read from the database at a time. */
const batch = 500

/** Records that someone takes a copy of the activity, and reads all of it, the newest first. */
export async function exportActivity(
  deps: Deps,
  actor: Actor,
  search: EventSearch,
): Promise<AsyncGenerator<readonly AuditEvent[], void>> {
  const { organizationId, from, until, ...filters } = search
  await inTransaction(deps, (tx) =>
    tx.record(actor, { action: 'audit.exported', organizationId, detail: { ...filters, from, until } }),
  )
  return batchesOf(deps, actor, search)
}

async function* batchesOf(
  deps: Pick<Deps, 'db' | 'fields'>,
  actor: Actor,
  search: EventSearch,
): AsyncGenerator<readonly AuditEvent[], void> {
  let before: string | null = null
  do {
    const found: FoundEvents = await findActivity(deps, actor, search, { before, limit: batch })
    yield found.events
    before = found.next
  } while (before !== null)
}
