import type { Frame } from '../../layout.tsx'
import { Technical } from '../../layout.tsx'
import { Row, Rows } from '../../rows.tsx'
import type { Words } from '../../words/index.ts'

/** An attempt to sign in. What the reader's role does not show is null. */
export interface Attempt {
  at: Date
  method: keyof Words['console']['signIns']['methods'] | null
  outcome: 'succeeded' | 'failed' | 'refused' | null
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
      <Rows>
        {attempts.map((attempt) => (
          <Row
            title={<strong>{resultOf(words, attempt)}</strong>}
            hints={[<Circumstances frame={frame} {...attempt} />]}
          />
        ))}
      </Rows>
    </section>
  )
}

const resultOf = (words: Words['console']['signIns'], { outcome, reason }: Attempt): string =>
  outcome === 'succeeded' ? words.succeeded : reason ? words.reasons[reason] : words.hidden

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
    {method && ` · ${frame.words.console.signIns.methods[method]}`} · <bdi>{client.name}</bdi> ·{' '}
    <Technical>{network}</Technical> · <bdi>{device}</bdi>
  </>
)
