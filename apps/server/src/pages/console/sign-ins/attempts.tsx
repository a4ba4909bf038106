import type { Times } from '../../../words/dates.ts'
import type { Words } from '../../../words/index.ts'
import type { Frame } from '../../layout.tsx'
import { Technical } from '../../layout.tsx'
import { Status, type StatusKind } from '../../status.tsx'
import { type Column, joinParts, Lines, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'

/** An attempt to sign in. */
export interface Attempt {
  at: Date
  method: keyof Words['console']['signIns']['methods']
  outcome: 'succeeded' | 'failed' | 'refused'
  /** Null for a success. */
  reason: keyof Words['console']['signIns']['reasons'] | null
  client: { name: string }
  network: string
  device: string
}

interface SignInAttemptsProps {
  frame: Frame & { times: Times }
  attempts: readonly Attempt[]
}

/** Attempts to sign in, in words, below a heading of their own. */
export const SignInAttempts = ({ frame, attempts }: SignInAttemptsProps) => {
  const words = frame.words.console.signIns
  return (
    <section>
      <h2>{words.attempts}</h2>
      <p class="quiet">{attempts.length === 0 ? words.noAttempts : words.attemptsHint}</p>
      <Table frame={frame} rows={attempts} label={words.attempts} columns={columnsOf(frame)} />
    </section>
  )
}

const kinds = { succeeded: 'good', failed: 'bad', refused: 'warning' } as const satisfies Record<string, StatusKind>

function columnsOf(frame: SignInAttemptsProps['frame']): Column<Attempt>[] {
  const { lists, activity, console } = frame.words
  const words = console.signIns
  const textOf = ({ reason }: Attempt) => (reason === null ? words.succeeded : words.reasons[reason])
  return [
    {
      head: activity.filters.action,
      width: 'wide',
      cell: (attempt) => <Status kind={kinds[attempt.outcome]}>{textOf(attempt)}</Status>,
      title: textOf,
    },
    { head: lists.columns.time, width: 'time', cell: ({ at }) => <Time frame={frame} at={at} seconds /> },
    { head: lists.columns.method, width: 'narrow', cell: ({ method }) => words.methods[method] },
    {
      head: activity.actors.client,
      cell: ({ client }) => <bdi>{client.name}</bdi>,
      title: ({ client }) => client.name,
    },
    {
      head: lists.columns.browser,
      cell: ({ device, network }) => <Lines text={device} detail={<Technical>{network}</Technical>} />,
      title: ({ device, network }) => joinParts(device, network),
    },
  ]
}
