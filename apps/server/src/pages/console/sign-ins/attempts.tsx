import type { Words } from '../../../words/index.ts'
import type { Frame } from '../../layout.tsx'
import { Technical } from '../../layout.tsx'
import { Table } from '../../table.tsx'

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
  frame: Frame & { date(at: Date): string }
  attempts: readonly Attempt[]
}

/** Attempts to sign in, in words, below a heading of their own. */
export const SignInAttempts = ({ frame, attempts }: SignInAttemptsProps) => {
  const words = frame.words.console.signIns
  return (
    <section>
      <h2>{words.attempts}</h2>
      <p class="quiet">{attempts.length === 0 ? words.noAttempts : words.attemptsHint}</p>
      <Table
        frame={frame}
        rows={attempts}
        columns={{
          name: ({ reason }) => (reason === null ? words.succeeded : words.reasons[reason]),
          facts: (attempt) => [<Circumstances frame={frame} {...attempt} />],
        }}
      />
    </section>
  )
}

const Circumstances = ({
  frame,
  at,
  method,
  client,
  network,
  device,
}: Attempt & Pick<SignInAttemptsProps, 'frame'>) => (
  <>
    <time datetime={at.toISOString()}>{frame.date(at)}</time>
    {` · ${frame.words.console.signIns.methods[method]} · `}
    <bdi>{client.name}</bdi> · <Technical>{network}</Technical> · <bdi>{device}</bdi>
  </>
)
