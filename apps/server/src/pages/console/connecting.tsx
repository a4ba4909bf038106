import { Field, Form } from '../layout.tsx'
import { Menu } from '../lists/menu.tsx'
import { Pager } from '../pager.tsx'
import { Row, Rows } from '../rows.tsx'
import { Select } from '../select.tsx'
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

interface Shown<T> {
  rows: readonly T[]
  next: string | null
  first: string | null
}

interface ConnectingPageProps {
  frame: ConsoleFrame
  /** Which documents are accepted; null while none are. */
  mode: 'listed' | 'open' | null
  rules: Shown<RuleRow>
  documents: Shown<DocumentRow>
  mayChange: boolean
  typed: { pattern: string; verdict: string; note: string }
  problems: Partial<Record<string, string>>
}

const path = '/admin/connecting'

export const ConnectingPage = (props: ConnectingPageProps) => {
  const { frame, mode, rules, documents } = props
  const words = frame.words.console.connecting
  return (
    <ConsoleLayout frame={frame} section="connecting">
      <p class="quiet">
        {words.intro} {mode && words.modes[mode]}
      </p>
      <h2>{words.rules}</h2>
      <Rows>
        {rules.rows.map((rule) => (
          <RuleItem {...props} rule={rule} />
        ))}
      </Rows>
      {rules.rows.length === 0 && <p class="quiet">{words.noRules}</p>}
      <Pager frame={frame} next={rules.next} first={rules.first} />
      {props.mayChange && <RuleForm {...props} />}
      <h2>{words.seen}</h2>
      <Rows>
        {documents.rows.map((document) => (
          <DocumentItem {...props} document={document} />
        ))}
      </Rows>
      {documents.rows.length === 0 && <p class="quiet">{words.noneSeen}</p>}
      <Pager frame={frame} next={documents.next} first={documents.first} />
    </ConsoleLayout>
  )
}

type ItemProps = Pick<ConnectingPageProps, 'frame' | 'mayChange'>

const RuleItem = ({ frame, mayChange, rule }: ItemProps & { rule: RuleRow }) => {
  const { connecting: words, applications } = frame.words.console
  const { pattern, verdict, note, createdAt } = rule
  return (
    <Row
      title={
        <strong>
          <bdi dir="ltr">{pattern}</bdi>
        </strong>
      }
      tags={[words.verdicts[verdict], createdAt === null && applications.ofEnvironment]}
      hints={[note && <bdi>{note}</bdi>, createdAt && frame.date(createdAt)]}
    >
      {mayChange && createdAt && (
        <Acts frame={frame} pattern={pattern}>
          <button type="submit" name="action" value="remove" class="danger">
            {words.remove}
          </button>
        </Acts>
      )}
    </Row>
  )
}

const DocumentItem = ({ frame, mayChange, document }: ItemProps & { document: DocumentRow }) => {
  const words = frame.words.console.connecting
  const { url, name, verdict, approvals, firstSeenAt } = document
  return (
    <Row
      title={
        <strong>
          <bdi>{name}</bdi>
        </strong>
      }
      tags={[verdict && words.verdicts[verdict]]}
      hints={[
        <code>
          <bdi dir="ltr">{url}</bdi>
        </code>,
        `${words.allowed({ count: approvals })} · ${words.seenSince({ date: frame.date(firstSeenAt) })}`,
      ]}
    >
      {mayChange && verdict !== 'blocked' && (
        <Acts frame={frame} pattern={url}>
          {verdict === null && (
            <button type="submit" name="action" value="listed" class="secondary">
              {words.trust}
            </button>
          )}
          <button type="submit" name="action" value="blocked" class="danger">
            {words.block}
          </button>
        </Acts>
      )}
    </Row>
  )
}

const Acts = ({ frame, pattern, children }: { frame: ConsoleFrame; pattern: string; children?: unknown }) => (
  <Menu label={frame.words.lists.actions} about={pattern}>
    <form method="post" action={`${frame.base}${path}`}>
      <input type="hidden" name="pattern" value={pattern} />
      {children as never}
    </form>
  </Menu>
)

const RuleForm = ({ frame, typed, problems }: ConnectingPageProps) => {
  const words = frame.words.console.connecting
  const choices = verdictNames.map((value) => ({ value, label: words.verdicts[value] }))
  return (
    <>
      <h2>{words.add}</h2>
      <Form action={`${frame.base}${path}`}>
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
        <button type="submit" name="action" value="add" class="primary">
          {words.add}
        </button>
      </Form>
    </>
  )
}
