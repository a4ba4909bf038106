import { Problem } from '../layout.tsx'
import { joinParts, Row, Rows } from '../rows.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

interface KeysPageProps {
  frame: ConsoleFrame
  notice: string
  keys: readonly {
    kid: string
    alg: string
    state: 'retired' | 'current' | 'next'
    since: Date
    rotatesAt: Date | null
  }[]
  mayRotate: boolean
  problem?: string
}

export const KeysPage = ({ frame, notice, keys, mayRotate, problem }: KeysPageProps) => {
  const words = frame.words.console.keys
  return (
    <ConsoleLayout frame={frame} section="keys" notice={notice}>
      <p class="quiet">{words.intro}</p>
      <Problem id="keys-problem" text={problem} />
      <Rows>
        {keys.map(({ kid, alg, state, since, rotatesAt }) => {
          const begun = state === 'next' ? words.publishedSince : words.signsSince
          return (
            <Row
              title={<strong>{alg}</strong>}
              tags={[words.states[state]]}
              hints={[
                <code>
                  <bdi>{kid}</bdi>
                </code>,
                joinParts(
                  begun({ when: frame.date(since) }),
                  rotatesAt && words.rotates({ when: frame.date(rotatesAt) }),
                ),
              ]}
            />
          )
        })}
      </Rows>
      {mayRotate && <RotateForm frame={frame} />}
    </ConsoleLayout>
  )
}

const RotateForm = ({ frame }: Pick<KeysPageProps, 'frame'>) => {
  const words = frame.words.console.keys
  return (
    <form method="post" action={`${frame.base}/admin/keys`}>
      <label class="choice">
        <input type="checkbox" name="force" value="yes" />
        <span>
          {words.forced}
          <br />
          <span class="hint">{words.forcedText}</span>
        </span>
      </label>
      <button type="submit" class="secondary">
        {words.rotate}
      </button>
    </form>
  )
}
