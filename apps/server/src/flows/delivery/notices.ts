import type { NoticeEvent } from '../../mail/messages.ts'
import type { Person } from '../../oidc/claims.ts'
import type { Change } from '../../store/connections/database.ts'
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
  /** When what was announced takes effect: the mail says it in place of a detail. */
  takesEffectAt?: Date
  /** When what the detail names ends. */
  endsAt?: Date
  /** Where what the detail names was found: a URL that a stranger chose. */
  publishedAt?: string
  /** The page that the notice leads to, instead of the first of the account. */
  page?: `/account/${string}` | `/organizations/${string}`
}

export interface Notice extends NoticeLinks {
  person: Pick<Person, 'id' | 'locale' | 'zoneinfo'>
  /** Who caused it, as far as it is known. */
  visitor?: Partial<Pick<Visitor, 'network' | 'languages' | 'userAgent'>>
  event: NoticeEvent
  detail?: string
  /** Mailboxes that it had until now. */
  also?: readonly string[]
}

/**
 * Notifies every mailbox of a person of an event in their account, in the transaction of that. The holder of the
 * session can't prevent it.
 */
export async function notify(deps: Deps, tx: Change, notice: Notice): Promise<void> {
  const { person, visitor: { network = '', languages = [], userAgent } = {}, event, detail = '', also = [] } = notice
  const { undo, cancel, takesEffectAt, endsAt, publishedAt, page = '/account' } = notice
  const expiresAt = new Date(deps.now().getTime() + day)
  const own = (await findAddresses(tx, person.id)).map(({ address }) => address)
  for (const to of new Set([...own, ...also])) {
    const mail = {
      kind: 'notice' as const,
      event,
      detail,
      ...mailContext(deps, to, {
        network,
        userAgent,
        locales: [person.locale, ...languages],
        zone: person.zoneinfo,
      }),
      link: `${deps.config.issuer}${page}`,
      ...(undo?.has(to) ? { undo: undo.get(to) as string } : {}),
      ...(cancel && (cancel.to?.includes(to) ?? true) ? { cancel: cancel.link } : {}),
      ...(takesEffectAt ? { takesEffectAt: takesEffectAt.toISOString() } : {}),
      ...(endsAt ? { endsAt: endsAt.toISOString() } : {}),
      ...(publishedAt ? { publishedAt } : {}),
    }
    await queueMail(deps, tx, mail, expiresAt)
  }
}
