import { findEventNames } from '../../flows/management/event-names.ts'
import { shortenAddresses } from '../../flows/platform/addresses.ts'
import type { AuditEvent } from '../../flows/platform/audit.ts'
import type { NamedThing, NameOf } from '../../pages/activity/describe-event.ts'
import type { PageContext } from '../page-context.ts'

/** Addresses as this operator may see them: whole, or shortened for a viewer. */
export type AddressText = (address: string) => string

/** The names in events, with links to the pages of the console. */
export async function consoleEventNames(
  { deps, base }: PageContext,
  addressText: AddressText,
  events: readonly AuditEvent[],
): Promise<NameOf> {
  const names = await findEventNames(deps, events)
  const personOf = (id: string): NamedThing | null => {
    const person = names.users.get(id)
    if (!person) return null
    const text = person.name || (person.address ? addressText(person.address) : id)
    return { text, href: `${base}/admin/people/${encodeURIComponent(id)}` }
  }
  const organizationOf = (id: string): NamedThing => {
    const name = names.organizations.get(id)
    return name === undefined
      ? { text: id }
      : { text: name, href: `${base}/admin/organizations/${encodeURIComponent(id)}` }
  }
  const textOf = (text: string | undefined): NamedThing | null => (text === undefined ? null : { text })
  const clientOf = (id: string): NamedThing | null => {
    const text = names.clients.get(id)
    if (text === undefined) return null
    return deps.clients.findEvenDisabled(id)
      ? { text, href: `${base}/admin/applications/${encodeURIComponent(id)}` }
      : { text }
  }
  return (kind, id) => {
    if (kind === 'user') return personOf(id)
    if (kind === 'organization') return organizationOf(id)
    if (kind === 'team') return textOf(names.teams.get(id))
    if (kind === 'invitation') return textOf(names.invitations.get(id) && addressText(names.invitations.get(id) ?? ''))
    return kind === 'client' ? clientOf(id) : null
  }
}

/** Events for a viewer: without the addresses in their data. */
export const withoutAddresses = (event: AuditEvent): AuditEvent =>
  event.detail ? { ...event, detail: JSON.parse(shortenAddresses(JSON.stringify(event.detail))) } : event
