import type { FieldOwner, FieldReader } from '../../../oidc/fields/field.ts'
import type { Actor, AuditEvent } from '../audit.ts'
import type { Deps } from '../deps.ts'
import { mayRead } from './field-values.ts'

/** Whose fields the events are about that an organization sees. */
const owners = new Map<string, FieldOwner>([
  ['organization.fields_changed', 'organization'],
  ['member.fields_changed', 'membership'],
  ['invitation.created', 'membership'],
])

/** As whom somebody reads the events of one organization; null for those who see the events of all. */
const readersOf = (actor: Actor): readonly FieldReader[] | null =>
  actor.kind === 'user' ? ['owner'] : actor.kind === 'client' && actor.organizationId !== null ? ['client'] : null

/** An event without the keys of fields that its reader may not know of: what a field is called says enough. */
export function eventAsReadBy({ fields }: Pick<Deps, 'fields'>, actor: Actor, event: AuditEvent): AuditEvent {
  const of = owners.get(event.action)
  const readers = readersOf(actor)
  const keys = event.detail?.fields
  if (!of || !readers || !Array.isArray(keys)) return event
  const isReadable = (key: string) => {
    const field = fields.find(`${of}.${key}`)
    return field !== undefined && mayRead(field, readers)
  }
  return { ...event, detail: { ...event.detail, fields: keys.filter(isReadable) } }
}
