import type { NoticeEvent } from '../../mail/messages.ts'
import type { Person } from '../../oidc/claims.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findAddresses } from '../../store/hot/people.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import type { Visitor } from '../platform/visitor.ts'
import { mailContext } from './mail-context.ts'
import { queueMail } from './outbox.ts'

/** What a notice offers beside the account page. */
export interface NoticeLinks {
  /** Undoes the change: the link of each previous mailbox, by its address. */
  undo?: ReadonlyMap<string, string>
  /** Cancels what was asked for. Without `to`, every mailbox gets the link. */
  cancel?: { link: string; to?: readonly string[] }
  /** When what was announced takes effect; the detail says it in UTC. */
  takesEffectAt?: Date
  /** The page of the account that the notice leads to, instead of the first. */
  page?: `/account/${string}`
}

/**
 * Notifies every mailbox of a person of an event in their account, and `also` those that it had until now. Whoever holds
 * the session can't prevent it.
 */
export async function notify(
  deps: Deps,
  person: Pick<Person, 'id' | 'locale' | 'zoneinfo'>,
  visitor: Pick<Visitor, 'network' | 'languages'> & Partial<Pick<Visitor, 'userAgent'>>,
  event: NoticeEvent,
  detail: string,
  also: readonly string[] = [],
  store: SqlStore = deps.db,
  links: NoticeLinks = {},
): Promise<void> {
  const now = deps.now()
  const own = (await findAddresses(store, person.id)).map(({ address }) => address)
  for (const to of new Set([...own, ...also])) {
    const mail = {
      kind: 'notice' as const,
      event,
      detail,
      ...mailContext(deps, to, {
        network: visitor.network,
        userAgent: visitor.userAgent,
        locales: [person.locale, ...visitor.languages],
        zone: person.zoneinfo,
      }),
      link: `${deps.config.issuer}${links.page ?? '/account'}`,
      ...(links.undo?.has(to) ? { undo: links.undo.get(to) as string } : {}),
      ...(links.cancel && (links.cancel.to?.includes(to) ?? true) ? { cancel: links.cancel.link } : {}),
      ...(links.takesEffectAt ? { takesEffectAt: links.takesEffectAt.toISOString() } : {}),
    }
    await queueMail(deps, store, mail, new Date(now.getTime() + day))
  }
}
