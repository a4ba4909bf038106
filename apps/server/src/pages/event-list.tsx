import type { Frame } from './layout.tsx'
import { joinParts, Row, Rows } from './rows.tsx'

export interface EventListProps {
  frame: Frame & { date(at: Date): string }
  events: readonly { at: Date; action: string; actor: string; target: string; network: string | null; result: string }[]
  /** Where older events are, or null at the end. */
  older: string | null
  /** Back to the newest, or null where they are shown. */
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
