import { type Act, ActForm, Menu } from '../act-form.tsx'
import { Select } from '../fields.tsx'
import { Field, Technical } from '../layout.tsx'
import { Status, Tag } from '../status.tsx'
import { type List, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

const verdictNames = ['listed', 'blocked'] as const
export type VerdictName = (typeof verdictNames)[number]

export interface RuleRow {
  pattern: string
  verdict: VerdictName
  note: string
  /** Null for a host of DYNAMIC_CLIENTS_LISTED. */
  createdAt: Date | null
}

export interface DocumentRow {
  url: string
  name: string
  verdict: VerdictName | null
  approvals: number
  firstSeenAt: Date
}

interface ConnectingPageProps {
  frame: ConsoleFrame
  /** Which documents are accepted; null while none are. */
  mode: 'listed' | 'open' | null
  rules: List<RuleRow>
  documents: List<DocumentRow>
  mayChange: boolean
  typed: { pattern: string; verdict: string; note: string }
  problems: Partial<Record<string, string>>
}

const path = '/admin/connecting'

export const ConnectingPage = (props: ConnectingPageProps) => {
  const { frame, mode } = props
  const words = frame.words.console.connecting
  return (
    <ConsoleLayout frame={frame} section="connecting">
      <p class="quiet">
        {words.intro} {mode && words.modes[mode]}
      </p>
      <h2>{words.rules}</h2>
      <RuleTable {...props} />
      {props.mayChange && <RuleForm {...props} />}
      <h2>{words.seen}</h2>
      <DocumentTable {...props} />
    </ConsoleLayout>
  )
}

const RuleTable = ({ frame, mayChange, rules }: ConnectingPageProps) => {
  const { connecting: words, applications } = frame.words.console
  return (
    <Table
      frame={frame}
      {...rules}
      empty={words.noRules}
      label={words.rules}
      columns={[
        {
          head: words.pattern,
          width: 'wide',
          title: ({ pattern }) => pattern,
          cell: ({ pattern }) => (
            <strong>
              <Technical>{pattern}</Technical>
            </strong>
          ),
        },
        {
          head: words.decision,
          cell: ({ verdict, createdAt }) => (
            <>
              <Verdict frame={frame} verdict={verdict} />
              {createdAt === null && <Tag>{applications.ofEnvironment}</Tag>}
            </>
          ),
        },
        { head: words.note, title: ({ note }) => note, cell: ({ note }) => note && <bdi>{note}</bdi> },
        {
          head: frame.words.lists.columns.since,
          width: 'narrow',
          cell: ({ createdAt }) => createdAt && <Time frame={frame} at={createdAt} />,
        },
      ]}
      acts={({ pattern, createdAt }) =>
        mayChange &&
        createdAt && (
          <Acts frame={frame} pattern={pattern} acts={[{ act: 'remove', label: words.remove, look: 'danger' }]} />
        )
      }
    />
  )
}

const DocumentTable = ({ frame, mayChange, documents }: ConnectingPageProps) => {
  const words = frame.words.console.connecting
  const { columns } = frame.words.lists
  return (
    <Table
      frame={frame}
      {...documents}
      empty={words.noneSeen}
      label={words.seen}
      columns={[
        {
          head: frame.words.lists.sorts.name,
          width: 'wide',
          title: ({ url }) => url,
          cell: ({ name, url }) => <NameCell name={name} detail={url} face={{ id: url, kind: 'application', name }} />,
        },
        {
          head: words.decision,
          width: 'narrow',
          cell: ({ verdict }) => verdict && <Verdict frame={frame} verdict={verdict} />,
        },
        { head: columns.timesAllowed, width: 'narrow', number: true, cell: ({ approvals }) => approvals },
        {
          head: columns.firstSeen,
          width: 'narrow',
          cell: ({ firstSeenAt }) => <Time frame={frame} at={firstSeenAt} />,
        },
      ]}
      acts={({ url, verdict }) =>
        mayChange &&
        verdict !== 'blocked' && (
          <Acts
            frame={frame}
            pattern={url}
            acts={[
              verdict === null && { act: 'listed', label: words.trust },
              { act: 'blocked', label: words.block, look: 'danger' },
            ]}
          />
        )
      }
    />
  )
}

const Verdict = ({ frame, verdict }: { frame: ConsoleFrame; verdict: VerdictName }) => (
  <Status kind={verdict === 'listed' ? 'good' : 'bad'}>{frame.words.console.connecting.verdicts[verdict]}</Status>
)

interface ActsProps {
  frame: ConsoleFrame
  pattern: string
  acts: readonly (Act | false)[]
}

const Acts = ({ frame, pattern, acts }: ActsProps) => (
  <Menu label={frame.words.lists.actions} about={pattern}>
    <ActForm action={`${frame.base}${path}`} fields={{ pattern }} acts={acts} />
  </Menu>
)

const RuleForm = ({ frame, typed, problems }: ConnectingPageProps) => {
  const words = frame.words.console.connecting
  const choices = verdictNames.map((value) => ({ value, label: words.verdicts[value] }))
  return (
    <>
      <h2>{words.add}</h2>
      <ActForm action={`${frame.base}${path}`} act="add" label={words.add} look="primary">
        <div class="grid">
          <Field
            name="pattern"
            label={words.pattern}
            value={typed.pattern}
            maxlength={512}
            problem={problems.pattern}
          />
          <Select
            name="verdict"
            label={words.decision}
            value={typed.verdict}
            choices={choices}
            problem={problems.verdict}
          />
          <Field name="note" label={words.note} value={typed.note} maxlength={200} problem={problems.note} />
        </div>
      </ActForm>
    </>
  )
}
