import type { Words } from '../../words/index.ts'
import { ActForm, Menu } from '../act-form.tsx'
import { Options, Select } from '../fields.tsx'
import { Field, Problem } from '../layout.tsx'
import { Tag } from '../status.tsx'
import { EmptyState, type List, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

export type OperatorRoleName = keyof Words['activity']['operatorRoles']

export interface OperatorRow {
  /** Null for an address in OPERATORS that nobody has. */
  userId: string | null
  /** The name, or the address for people who have not told theirs. */
  label: string
  address: string | null
  role: OperatorRoleName
  given: { at: Date; by: string | null } | null
  /** Whether the reader may change the role. */
  changeable: boolean
}

export interface OperatorsPageProps {
  frame: ConsoleFrame
  operators: List<OperatorRow>
  /** The roles that the reader gives. */
  roles: readonly OperatorRoleName[]
  notice: string | null
  /** What was typed and refused. */
  typed: { email: string; role: string }
  problems: Partial<Record<string, string>>
}

export const OperatorsPage = (props: OperatorsPageProps) => {
  const { frame, operators, roles } = props
  const { operators: words } = frame.words.console
  const { columns } = frame.words.lists
  return (
    <ConsoleLayout frame={frame} section="operators" notice={props.notice}>
      <Problem id="user-problem" text={props.problems.user} />
      <Table
        frame={frame}
        {...operators}
        label={frame.words.console.sections.operators}
        columns={[
          {
            head: frame.words.org.person,
            width: 'wide',
            cell: ({ userId, label, address }) => (
              <NameCell
                name={label}
                href={userId && `${frame.base}/admin/people/${encodeURIComponent(userId)}`}
                detail={address !== label ? address : null}
                face={{ id: userId ?? label, kind: 'person', name: label }}
              />
            ),
          },
          {
            head: words.role,
            cell: ({ role, userId }) => (
              <>
                {frame.words.activity.operatorRoles[role]} {!userId && <Tag>{words.noAccount}</Tag>}
              </>
            ),
          },
          {
            head: columns.givenBy,
            cell: ({ given }) => given && (given.by === null ? words.byCommand : <bdi>{given.by}</bdi>),
          },
          { head: columns.since, width: 'narrow', cell: ({ given }) => given && <Time frame={frame} at={given.at} /> },
        ]}
        acts={(operator) => operator.changeable && <OperatorMenu frame={frame} operator={operator} roles={roles} />}
      />
      {operators.rows.every(({ given }) => given === null) && <EmptyState text={words.none} />}
      {roles.length > 0 && <GiveForm {...props} />}
      <h2>{words.roles}</h2>
      <p class="quiet">{words.intro}</p>
      <Meanings words={frame.words} />
    </ConsoleLayout>
  )
}

const Meanings = ({ words }: { words: Words }) => {
  const names = words.activity.operatorRoles
  const { meanings } = words.console.operators
  const roles = Object.keys(names) as OperatorRoleName[]
  return (
    <dl class="details">
      {roles.reverse().map((role) => (
        <>
          <dt>
            <strong>{names[role]}</strong>
          </dt>
          <dd>{meanings[role]}</dd>
        </>
      ))}
    </dl>
  )
}

const choicesOf = (words: Words, roles: readonly OperatorRoleName[]) =>
  roles.map((role) => ({ value: role, label: words.activity.operatorRoles[role] }))

interface OperatorMenuProps {
  frame: ConsoleFrame
  operator: OperatorRow
  roles: readonly OperatorRoleName[]
}

const OperatorMenu = ({ frame, operator: { userId, label, role }, roles }: OperatorMenuProps) => {
  const { words, base } = frame
  const { operators: texts } = words.console
  const shared = { action: `${base}/admin/operators`, fields: { user: userId ?? '' } }
  return (
    <Menu label={words.lists.actions} about={label}>
      <ActForm {...shared} act="give" label={texts.change}>
        <select name="role" aria-label={texts.roleOf({ person: label })}>
          <Options choices={choicesOf(words, roles)} value={role} />
        </select>
      </ActForm>
      <ActForm {...shared} act="take" label={texts.take} look="danger" />
    </Menu>
  )
}

const GiveForm = ({ frame, roles, typed, problems }: OperatorsPageProps) => {
  const { console: texts, email } = frame.words
  return (
    <>
      <h2>{texts.operators.give}</h2>
      <ActForm action={`${frame.base}/admin/operators`} act="give" label={texts.operators.give} look="primary">
        <div class="grid">
          <Field
            name="email"
            type="email"
            label={email.label}
            value={typed.email}
            maxlength={254}
            problem={problems.email}
          />
          <Select
            name="role"
            label={texts.operators.role}
            value={typed.role}
            choices={choicesOf(frame.words, roles)}
            problem={problems.role}
          />
        </div>
      </ActForm>
    </>
  )
}
