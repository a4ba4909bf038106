import type { Frame } from './layout.tsx'
import { joinParts, Row, Rows } from './rows.tsx'

export interface EventListProps {
  frame: Frame & { date(at: Date): string }
  events: readonly { at: Date; action: string; actor: string; target: string; network: string | null; result: string }[]
  /** The address of older events; null on the last page. */
  older: string | null
  /** The address of the newest events; null if they are shown. */
  newest: string | null
}

/** A page of the audit log. */
export const EventList = ({ frame, events, older, newest }: EventListProps) => (
  <>
    <Rows>
      {events.map(({ at, action, actor, target, network, result }) => (
        <Row
          title={<code>{action}</code>}
          tags={[result !== 'ok' && result]}
          hints={[[actor, target].filter(Boolean).join(' → '), joinParts(frame.date(at), network)]}
        />
      ))}
    </Rows>
    <p class="quiet">
      {newest && <a href={newest}>{frame.words.manage.newest}</a>}{' '}
      {older && <a href={older}>{frame.words.org.older}</a>}
    </p>
  </>
)
