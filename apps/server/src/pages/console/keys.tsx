import { ActForm } from '../act-form.tsx'
import { Code } from '../facts.tsx'
import { Checkbox } from '../fields.tsx'
import { Problem } from '../layout.tsx'
import { Status } from '../status.tsx'
import { joinParts, Table } from '../table.tsx'
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
      <Table
        frame={frame}
        rows={keys}
        columns={{
          name: ({ alg }) => alg,
          status: ({ state }) => [
            <Status kind={state === 'current' ? 'good' : 'neutral'}>{words.states[state]}</Status>,
          ],
          facts: ({ kid, state, since, rotatesAt }) => [
            <Code>{kid}</Code>,
            joinParts(
              (state === 'next' ? words.publishedSince : words.signsSince)({ when: frame.date(since) }),
              rotatesAt && words.rotates({ when: frame.date(rotatesAt) }),
            ),
          ],
        }}
      />
      {mayRotate && (
        <ActForm action={`${frame.base}/admin/keys`} label={words.rotate}>
          <Checkbox name="force" label={words.forced} hint={words.forcedText} />
        </ActForm>
      )}
    </ConsoleLayout>
  )
}
