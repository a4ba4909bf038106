import type { Words } from '../../words/index.ts'
import { namesOfRoles } from '../roles.ts'

/** An event of the audit log. */
export interface ActivityEvent {
  id: string
  at: Date
  action: string
  actorKind: string
  actorId: string | null
  organizationId: string | null
  targetKind: string | null
  targetId: string | null
  network: string | null
  result: string
  detail: Record<string, unknown> | null
}

/** The name of a person, an organization or the like, and its page where the reader may open one. */
export interface NamedThing {
  text: string
  href?: string
}

/** Finds the name for an id. Null: it is gone, or the reader may not know it. */
export type NameOf = (kind: string, id: string) => NamedThing | null

export interface EventDescription {
  /** What happened, in words. */
  title: string
  /** To whom or what. */
  target: NamedThing | null
  actor: NamedThing
  /** Where, if the target is not the organization itself. */
  organization: NamedThing | null
  /** What else is worth knowing, such as the roles before and after. */
  facts: readonly string[]
}

/** Puts an event into words, with names in place of ids. */
export function describeEvent(words: Words, event: ActivityEvent, nameOf: NameOf): EventDescription {
  const { activity } = words
  const action = actionText(words, event.action)
  const { targetKind, targetId, organizationId } = event
  return {
    title: event.result === 'refused' ? activity.refused({ action }) : action,
    target: targetKind !== null && targetId !== null ? targetOf(words, targetKind, targetId, nameOf) : null,
    actor: actorOf(words, event, nameOf),
    organization:
      organizationId !== null && targetKind !== 'organization' ? nameOf('organization', organizationId) : null,
    facts: factsOf(words, event, nameOf),
  }
}

/** The words of an action. One of another version keeps its own name. */
export function actionText({ activity }: Words, action: string): string {
  const known: Record<string, string> = { ...activity.actions, ...activity.looks }
  if (action.startsWith('api.')) return `${activity.apiCall} (${action.slice('api.'.length)})`
  return Object.hasOwn(known, action) ? (known[action] ?? action) : action
}

/** Targets whose id is a name that people know, such as a domain. */
const namedByThemselves = new Set(['domain', 'signing-key', 'client', 'resource', 'theme', 'terms'])

function targetOf(words: Words, kind: string, id: string, nameOf: NameOf): NamedThing | null {
  const named = nameOf(kind, id)
  if (named) return named
  if (namedByThemselves.has(kind)) return { text: id }
  return kind === 'user' ? { text: words.activity.actors.gone } : null
}

function actorOf({ activity }: Words, { actorKind, actorId }: ActivityEvent, nameOf: NameOf): NamedThing {
  const { actors } = activity
  if (actorKind === 'system' || actorId === null) return { text: actors.system }
  if (actorKind === 'client') return nameOf('client', actorId) ?? { text: `${actors.client} ${actorId}` }
  if (actorKind === 'setup_link') return { text: actors.setupLink }
  const person = nameOf('user', actorId)
  if (actorKind !== 'operator') return person ?? { text: actors.gone }
  return person ? { ...person, text: `${person.text} (${actors.operator})` } : { text: actors.operator }
}

function factsOf(words: Words, { action, result, detail }: ActivityEvent, nameOf: NameOf): string[] {
  if (!detail) return []
  const { activity } = words
  const facts: (string | null)[] = [
    result === 'refused' ? textOfCode(activity.reasons, detail.reason) : null,
    changeOf(words, detail),
    methodOf(words, action, detail),
    typeof detail.sessions === 'number' ? activity.sessions({ count: detail.sessions }) : null,
    typeof detail.count === 'number' ? String(detail.count) : null,
    typeof detail.email === 'string' ? detail.email : null,
    ...[detail.client, detail.application].map((id) =>
      typeof id === 'string' ? (nameOf('client', id)?.text ?? id) : null,
    ),
    typeof detail.user === 'string' ? (nameOf('user', detail.user)?.text ?? null) : null,
    typeof detail.reply === 'string' ? detail.reply : null,
  ]
  return facts.filter((fact) => fact !== null)
}

const textOfCode = (texts: Record<string, string>, code: unknown): string | null =>
  typeof code === 'string' && Object.hasOwn(texts, code) ? (texts[code] ?? null) : null

/** Roles before and after, of a member or of an operator. */
function changeOf(words: Words, { before, after, roles }: Record<string, unknown>): string | null {
  const [old, now] = [namesOf(words, before), namesOf(words, after ?? roles)]
  return old && now ? `${old} → ${now}` : (now ?? old)
}

function namesOf(words: Words, roles: unknown): string | null {
  if (typeof roles === 'string') return textOfCode(words.activity.operatorRoles, roles) ?? roles
  const isList = Array.isArray(roles) && roles.length > 0 && roles.every((role) => typeof role === 'string')
  return isList ? namesOfRoles(words, roles).join(', ') : null
}

function methodOf({ activity }: Words, action: string, { acr, method }: Record<string, unknown>): string | null {
  const { methods } = activity
  if (action.startsWith('domain.')) return method === 'dns' ? methods.dns : method === 'email' ? methods.mail : null
  if (typeof acr !== 'string' || !action.startsWith('session.')) return null
  return acr.startsWith('phr') ? methods.passkey : methods.code
}
