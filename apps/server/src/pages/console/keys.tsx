import { ActForm } from '../act-form.tsx'
import { Code } from '../facts.tsx'
import { Checkbox } from '../fields.tsx'
import { Problem } from '../layout.tsx'
import { Status } from '../status.tsx'
import { Table } from '../table.tsx'
import { Time } from '../time.tsx'
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

const kinds = { current: 'good', next: 'neutral', retired: 'neutral' } as const

export const KeysPage = ({ frame, notice, keys, mayRotate, problem }: KeysPageProps) => {
  const words = frame.words.console.keys
  const { columns } = frame.words.lists
  return (
    <ConsoleLayout frame={frame} section="keys" notice={notice}>
      <p class="quiet">{words.intro}</p>
      <Problem id="keys-problem" text={problem} />
      <Table
        frame={frame}
        rows={keys}
        label={frame.words.console.sections.keys}
        columns={[
          { head: 'alg', width: 'narrow', cell: ({ alg }) => <strong>{alg}</strong> },
          {
            head: 'kid',
            width: 'wide',
            cell: ({ kid }) => (
              <Code copy={frame.words.lists} about="kid">
                {kid}
              </Code>
            ),
          },
          {
            head: frame.words.lists.state,
            cell: ({ state }) => <Status kind={kinds[state]}>{words.states[state]}</Status>,
          },
          { head: columns.since, width: 'narrow', cell: ({ since }) => <Time frame={frame} at={since} /> },
          {
            head: columns.replaced,
            width: 'narrow',
            cell: ({ rotatesAt }) => rotatesAt && <Time frame={frame} at={rotatesAt} />,
          },
        ]}
      />
      {mayRotate && (
        <ActForm action={`${frame.base}/admin/keys`} label={words.rotate}>
          <Checkbox name="force" label={words.forced} hint={words.forcedText} />
        </ActForm>
      )}
    </ConsoleLayout>
  )
}
