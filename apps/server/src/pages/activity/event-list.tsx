import type { Words } from '../../words/index.ts'
import type { Frame } from '../layout.tsx'
import { Technical } from '../layout.tsx'
import { Row, Rows } from '../table.tsx'
import { type ActivityEvent, describeEvent, type NamedThing, type NameOf } from './describe-event.ts'

export interface EventListProps {
  frame: Frame & { date(at: Date): string }
  events: readonly ActivityEvent[]
  nameOf: NameOf
  /** Ids and data below each event, for those who work with them. */
  details?: boolean
}

/** Events in words, in the language of the page. */
export const EventList = ({ frame, events, nameOf, details = false }: EventListProps) => (
  <Rows>
    {events.map((event) => (
      <EventRow frame={frame} event={event} nameOf={nameOf} details={details} />
    ))}
  </Rows>
)

interface EventRowProps {
  frame: EventListProps['frame']
  event: ActivityEvent
  nameOf: NameOf
  details: boolean
}

const EventRow = ({ frame, event, nameOf, details }: EventRowProps) => {
  const { title, target, actor, organization, facts } = describeEvent(frame.words, event, nameOf)
  return (
    <Row
      title={
        <strong>
          {title}
          {target && target.text !== actor.text && (
            <>
              {': '}
              <Name thing={target} />
            </>
          )}
        </strong>
      }
      hints={[
        <Parts
          parts={[
            <Name thing={actor} />,
            organization && <Name thing={organization} />,
            ...facts.map((fact) => <bdi>{fact}</bdi>),
          ]}
        />,
        <Parts parts={[frame.date(event.at), event.network && <Technical>{event.network}</Technical>]} />,
      ]}
      details={details && <EventDetails words={frame.words} event={event} />}
    />
  )
}

/** Names are other people's text, of either direction. */
const Name = ({ thing: { text, href } }: { thing: NamedThing }) => (
  <bdi>{href === undefined ? text : <a href={href}>{text}</a>}</bdi>
)

const Parts = ({ parts }: { parts: readonly unknown[] }) => (
  <>
    {parts.filter(Boolean).map((part, index) => (
      <>
        {index > 0 && ' · '}
        {part}
      </>
    ))}
  </>
)

const EventDetails = ({ words, event }: { words: Words; event: ActivityEvent }) => {
  const { details } = words.activity
  const rows: readonly (readonly [label: string, value: string | null])[] = [
    [details.event, `${event.action} ${event.id}`],
    [details.actor, joined(event.actorKind, event.actorId)],
    [details.target, joined(event.targetKind, event.targetId)],
    [details.organization, event.organizationId],
    [details.data, event.detail && JSON.stringify(event.detail)],
  ]
  return (
    <details class="event-details">
      <summary>{details.title}</summary>
      <dl class="details">
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <>
              <dt>{label}</dt>
              <dd>
                <Technical>
                  <code>{value}</code>
                </Technical>
              </dd>
            </>
          ))}
      </dl>
    </details>
  )
}

const joined = (kind: string | null, id: string | null): string => [kind, id].filter(Boolean).join(' ')
