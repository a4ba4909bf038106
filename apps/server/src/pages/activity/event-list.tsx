import type { Times } from '../../words/dates.ts'
import type { Words } from '../../words/index.ts'
import { Menu } from '../act-form.tsx'
import { Code } from '../facts.tsx'
import type { Frame } from '../layout.tsx'
import { Status } from '../status.tsx'
import { type Column, joinParts, Lines, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import {
  type ActivityEvent,
  describeEvent,
  type EventDescription,
  type NamedThing,
  type NameOf,
} from './describe-event.ts'

export interface EventListProps {
  frame: Frame & { times: Times; date(at: Date): string }
  events: readonly ActivityEvent[]
  nameOf: NameOf
  /** Ids and data of each event, for those who work with them. */
  details?: boolean
}

interface DescribedEvent extends EventDescription {
  event: ActivityEvent
}

/** Events in words, in the language of the page. */
export const EventList = ({ frame, events, nameOf, details = false }: EventListProps) => (
  <Table
    frame={frame}
    rows={events.map((event) => ({ event, ...describeEvent(frame.words, event, nameOf) }))}
    columns={columnsOf(frame)}
    acts={
      details
        ? ({ event, title }) => (
            <Menu label={frame.words.activity.details.title} about={title}>
              <EventDetails words={frame.words} event={event} />
            </Menu>
          )
        : undefined
    }
  />
)

function columnsOf(frame: EventListProps['frame']): Column<DescribedEvent>[] {
  const { activity, lists } = frame.words
  const textOf = ({ title, target, actor }: DescribedEvent) =>
    target && target.text !== actor.text ? `${title}: ${target.text}` : title
  return [
    {
      head: activity.filters.action,
      width: 'wide',
      cell: ({ title, target, actor, event }) => (
        <NameCell
          name={event.result === 'refused' ? <Status kind="bad">{title}</Status> : title}
          detail={target && target.text !== actor.text && <Name thing={target} />}
        />
      ),
      title: textOf,
    },
    {
      head: activity.details.actor,
      cell: ({ actor, organization }) => (
        <Lines text={<Name thing={actor} />} detail={organization && <Name thing={organization} />} />
      ),
      title: ({ actor, organization }) => joinParts(actor.text, organization?.text ?? null),
    },
    {
      head: activity.details.data,
      cell: ({ facts }) => facts.length > 0 && <bdi>{joinParts(...facts)}</bdi>,
      title: ({ facts }) => joinParts(...facts),
    },
    {
      head: lists.columns.time,
      width: 'time',
      cell: ({ event: { at, network } }) => <Lines text={<Time frame={frame} at={at} seconds />} detail={network} />,
    },
  ]
}

/** The cell isolates it: names are other people's text, of either direction. */
const Name = ({ thing: { text, href } }: { thing: NamedThing }) =>
  href === undefined ? <>{text}</> : <a href={href}>{text}</a>

const EventDetails = ({ words, event }: { words: Words; event: ActivityEvent }) => {
  const { details } = words.activity
  const rows: readonly (readonly [label: string, value: string | null])[] = [
    [details.event, `${event.action} ${event.id}`],
    [details.actor, joined(event.actorKind, event.actorId)],
    [details.target, joined(event.targetKind, event.targetId)],
    [details.data, event.detail && JSON.stringify(event.detail)],
  ]
  return (
    <dl class="details">
      {rows
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </>
        ))}
      {event.organizationId && (
        <>
          <dt>{details.organization}</dt>
          <dd>
            <Code copy={words.lists} about={details.organization}>
              {event.organizationId}
            </Code>
          </dd>
        </>
      )}
    </dl>
  )
}

const joined = (kind: string | null, id: string | null): string => [kind, id].filter(Boolean).join(' ')
