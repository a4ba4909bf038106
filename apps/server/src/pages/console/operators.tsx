import type { Words } from '../../words/index.ts'
import { Field, Form, Problem } from '../layout.tsx'
import { Menu } from '../lists/menu.tsx'
import { Pager } from '../pager.tsx'
import { Row, Rows } from '../rows.tsx'
import { Options, Select } from '../select.tsx'
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
  operators: readonly OperatorRow[]
  next: string | null
  first: string | null
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
  return (
    <ConsoleLayout frame={frame} section="operators" notice={props.notice}>
      <Problem id="user-problem" text={props.problems.user} />
      <Rows>
        {operators.map((operator) => (
          <OperatorItem frame={frame} operator={operator} roles={roles} />
        ))}
      </Rows>
      {operators.every(({ given }) => given === null) && <p class="quiet">{words.none}</p>}
      <Pager frame={frame} next={props.next} first={props.first} />
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

interface OperatorItemProps {
  frame: ConsoleFrame
  operator: OperatorRow
  roles: readonly OperatorRoleName[]
}

const OperatorItem = ({ frame, operator, roles }: OperatorItemProps) => {
  const { words, base } = frame
  const { operators: texts } = words.console
  const { userId, label, address, role, given, changeable } = operator
  const giver = given && (given.by === null ? texts.byCommand : texts.givenBy({ person: given.by }))
  return (
    <Row
      title={
        <strong>
          <bdi>{userId ? <a href={`${base}/admin/people/${encodeURIComponent(userId)}`}>{label}</a> : label}</bdi>
        </strong>
      }
      tags={[words.activity.operatorRoles[role], !userId && texts.noAccount]}
      hints={[address && address !== label && <bdi>{address}</bdi>, given && `${giver} · ${frame.date(given.at)}`]}
    >
      {changeable && userId && (
        <Menu label={words.lists.actions} about={label}>
          <form method="post" action={`${base}/admin/operators`}>
            <input type="hidden" name="user" value={userId} />
            <select name="role" aria-label={texts.roleOf({ person: label })}>
              <Options choices={choicesOf(words, roles)} value={role} />
            </select>
            <button type="submit" name="action" value="give" class="secondary">
              {texts.change}
            </button>
          </form>
          <form method="post" action={`${base}/admin/operators`}>
            <input type="hidden" name="user" value={userId} />
            <button type="submit" name="action" value="take" class="danger">
              {texts.take}
            </button>
          </form>
        </Menu>
      )}
    </Row>
  )
}

const GiveForm = ({ frame, roles, typed, problems }: OperatorsPageProps) => {
  const { console: texts, email } = frame.words
  return (
    <>
      <h2>{texts.operators.give}</h2>
      <Form action={`${frame.base}/admin/operators`}>
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
        <button type="submit" name="action" value="give" class="primary">
          {texts.operators.give}
        </button>
      </Form>
    </>
  )
}
