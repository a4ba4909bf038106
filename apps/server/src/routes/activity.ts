import { actionGroups, actionsOf, type EventSearch, findActivity, parseActions } from '../flows/management/activity.ts'
import type { Actor, AuditEvent } from '../flows/platform/audit.ts'
import type { ChangeAction } from '../flows/platform/audit-actions.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { day } from '../flows/platform/durations.ts'
import type { Problem } from '../flows/platform/operation-refused.ts'
import { wideNetwork } from '../flows/platform/sign-in-log.ts'
import { csvResponse, csvRowLimit } from '../http/csv.ts'
import { formField } from '../http/forms.ts'
import type { Params } from '../oidc/params.ts'
import { describeEvent, type NameOf } from '../pages/activity/describe-event.ts'
import type { FilterFields } from '../pages/activity/event-filters.tsx'
import { numberFormat } from '../words/dates.ts'
import type { Words } from '../words/index.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { perPage } from './listing.ts'

/** The words of every action: this does not compile while a language has none for one of them. */
const wordsOfActions = ({ activity }: Words): Record<ChangeAction, string> => activity.actions

/** The actions to choose from, by group. */
export const actionChoices = (words: Words) =>
  actionGroups.map((group) => {
    const known = wordsOfActions(words)
    return [group, actionsOf(group).filter((action) => Object.hasOwn(known, action))] as const
  })

/** What a list of events is narrowed to, and what is wrong with the form that says so. */
export interface ActivityFilters {
  fields: FilterFields
  search: EventSearch
  problems: Partial<Record<keyof FilterFields, Problem>>
}

/** How a typed name leads to an id. What leads to none is kept as it is: it matches no event. */
export interface Lookup {
  person(text: string): Promise<string>
  organization(text: string): Promise<string>
}

/** Reads the filters of a list of events from a query or a form. */
export async function readFilters(params: Params, lookup: Lookup): Promise<ActivityFilters> {
  const field = (name: string) => formField(params, name).replaceAll('\0', '').trim().slice(0, 254)
  const names = ['by', 'about', 'organization', 'event', 'result', 'from', 'until'] as const
  const fields = Object.fromEntries(names.map((name) => [name, field(name)])) as unknown as FilterFields
  const { by, about, organization, event, result } = fields
  const actions = event ? parseActions(event) : undefined
  const [from, until] = [dayOf(fields.from), dayOf(fields.until)]
  return {
    fields,
    search: {
      ...(by ? { actorId: await lookup.person(by) } : {}),
      ...(about ? { targetId: await lookup.person(about) } : {}),
      ...(organization ? { organizationId: await lookup.organization(organization) } : {}),
      ...(actions ? { actions } : {}),
      ...(result === 'ok' || result === 'refused' ? { result } : {}),
      ...(from ? { from } : {}),
      ...(until ? { until: new Date(until.getTime() + day) } : {}),
    },
    problems: {
      ...(event && !actions ? { event: 'not-available' } : {}),
      ...(['', 'ok', 'refused'].includes(result) ? {} : { result: 'not-available' }),
      ...(fields.from && !from ? { from: 'invalid-date' } : {}),
      ...(fields.until && !until ? { until: 'invalid-date' } : {}),
    },
  }
}

/** Midnight of a day (UTC), or null where there is no such day. */
function dayOf(text: string): Date | null {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : null
}

export interface ActivityPage {
  events: readonly AuditEvent[]
  /** The address of older events; null on the last page. */
  older: string | null
  /** The address of the newest events; null if they are shown. */
  newest: string | null
  /** How far back the search went, where it found less than a page and is not at the end. */
  searchedTo: Date | null
}

/** The page of events that the query asks for. `scope` is what the list is limited to beside its filters. */
export async function openActivityPage(
  { deps, actor }: { deps: Deps; actor: Actor },
  { fields, search, problems }: ActivityFilters,
  { path, scope, cursor }: { path: string; scope: string; cursor: string },
): Promise<ActivityPage> {
  if (Object.keys(problems).length > 0) return { events: [], older: null, newest: null, searchedTo: null }
  const narrowed = [scope, ...Object.values(fields)]
  const before = readCursor(cursor, narrowed)
  const { events, next } = await findActivity(deps, actor, search, { before, limit: perPage })
  const given = Object.entries(fields).filter(([, value]) => value !== '')
  const address = (parameters: Record<string, string>) => {
    const query = new URLSearchParams([...given, ...Object.entries(parameters)]).toString()
    return query ? `${path}?${query}` : path
  }
  return {
    events: events.map(withWideNetwork),
    older: next && address({ before: writeCursor(next, narrowed) }),
    newest: before && address({}),
    searchedTo: next !== null && events.length < perPage ? timeIn(next) : null,
  }
}

/** Networks are shown no finer than where someone is. */
export const withWideNetwork = (event: AuditEvent): AuditEvent => ({
  ...event,
  network: event.network === null ? null : wideNetwork(event.network),
})

/** An id begins with its time, in milliseconds. */
const timeIn = (id: string): Date => new Date(Number.parseInt(id.slice(0, 12), 16))

const columns = [
  'id',
  'time',
  'action',
  'description',
  'result',
  'actor_kind',
  'actor_id',
  'actor',
  'target_kind',
  'target_id',
  'target',
  'organization_id',
  'organization',
  'network',
  'detail',
] as const

/** Sends events as a file. `namesOf` finds the names for a batch of them. */
export function activityFile(
  words: Words,
  batches: AsyncIterable<readonly AuditEvent[]>,
  namesOf: (events: readonly AuditEvent[]) => Promise<NameOf>,
): Response {
  async function* rows() {
    for await (const events of batches) {
      const nameOf = await namesOf(events)
      for (const event of events) yield cellsOf(words, event, nameOf)
    }
  }
  return csvResponse('activity.csv', columns, rows())
}

function cellsOf(words: Words, event: AuditEvent, nameOf: NameOf): string[] {
  const { title, actor, target } = describeEvent(words, event, nameOf)
  const organization = event.organizationId === null ? null : nameOf('organization', event.organizationId)
  return [
    event.id,
    event.at.toISOString(),
    event.action,
    title,
    event.result,
    event.actorKind,
    event.actorId ?? '',
    actor.text,
    event.targetKind ?? '',
    event.targetId ?? '',
    target?.text ?? '',
    event.organizationId ?? '',
    organization?.text ?? '',
    event.network === null ? '' : wideNetwork(event.network),
    event.detail ? JSON.stringify(event.detail) : '',
  ]
}

/** The most rows of a file, in the digits of a language. */
export const rowLimitText = ({ lang }: Words): string => numberFormat(lang).format(csvRowLimit)
