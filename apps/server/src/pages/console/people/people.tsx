import { Field } from '../../layout.tsx'
import { Pager } from '../../pager.tsx'
import { Row, Rows } from '../../rows.tsx'
import { Select } from '../../select.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

type PeopleWords = ConsoleFrame['words']['console']['people']

/** What the list was asked for, as the form has it. */
export interface PeopleForm {
  query: string
  state: string
  organization: string
  sign_in: string
  sort: string
}

interface PersonRow {
  href: string
  name: string
  address: string
  disabled: boolean
  createdAt: Date
  lastSignInAt: Date | null
}

interface PeoplePageProps {
  frame: ConsoleFrame
  notice: string
  form: PeopleForm
  people: readonly PersonRow[]
  /** The order that the filter brings with it, where it is not the one that was asked for. */
  sortedBy: keyof PeopleWords['orders'] | null
  next: string | null
  first: string | null
  /** The operator may download everybody whom the list has. */
  mayExport: boolean
  /** Addresses can be searched. */
  addresses: boolean
  noOrganization: boolean
}

export const PeoplePage = (props: PeoplePageProps) => {
  const { frame, notice, people, sortedBy, next, first, mayExport, noOrganization } = props
  const words = frame.words.console.people
  return (
    <ConsoleLayout frame={frame} section="people" notice={notice}>
      <FilterForm {...props} />
      {sortedBy && <p class="quiet">{words.sortedBy({ order: words.orders[sortedBy] })}</p>}
      {people.length === 0 && !noOrganization && <p role="status">{next ? words.continues : words.none}</p>}
      <Rows>
        {people.map((person) => (
          <PersonItem frame={frame} person={person} />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
      {mayExport && people.length > 0 && <ExportForm {...props} />}
    </ConsoleLayout>
  )
}

const FilterForm = ({ frame, form, addresses, noOrganization }: PeoplePageProps) => {
  const words = frame.words.console.people
  const path = `${frame.base}/admin/people`
  const { any, ...states } = words.states
  const { any: anyTime, ...signIns } = words.signIns
  const { joined: _, ...orders } = words.orders
  const filtered = form.query || form.state || form.organization || form.sign_in
  return (
    <form method="get" action={path} class="toolbar">
      <Field
        name="query"
        label={addresses ? frame.words.admin.search : words.searchNames}
        value={form.query}
        maxlength={254}
      />
      <Select
        name="state"
        label={words.state}
        value={form.state}
        choices={[{ value: '', label: any }, ...choicesOf(states)]}
      />
      <Select
        name="sign_in"
        label={words.signIn}
        value={form.sign_in}
        choices={[{ value: '', label: anyTime }, ...choicesOf(signIns)]}
      />
      <Field
        name="organization"
        label={words.organization}
        value={form.organization}
        maxlength={254}
        problem={noOrganization ? words.noOrganization : undefined}
      />
      <Select name="sort" label={words.sort} value={form.sort} choices={choicesOf(orders)} />
      <button type="submit" class="secondary">
        {words.show}
      </button>
      {filtered && <a href={path}>{words.clear}</a>}
    </form>
  )
}

/** The same list as a file. A form, not a link: it is recorded, and needs a recent sign-in. */
const ExportForm = ({ frame, form }: PeoplePageProps) => (
  <form method="post" action={`${frame.base}/admin/people`}>
    {Object.entries(form).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button type="submit" class="secondary">
      {frame.words.console.people.csv}
    </button>
  </form>
)

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const PersonItem = ({ frame, person }: { frame: ConsoleFrame; person: PersonRow }) => {
  const words = frame.words.console.people
  const { href, name, address, disabled, createdAt, lastSignInAt } = person
  const signIn = lastSignInAt ? words.lastSignIn({ when: frame.date(lastSignInAt) }) : words.noSignIn
  return (
    <Row
      title={
        <a href={href}>
          <bdi>{name || address}</bdi>
        </a>
      }
      tags={[disabled && frame.words.admin.disabled]}
      hints={[name && address && <bdi>{address}</bdi>, `${signIn} · ${words.created({ when: frame.date(createdAt) })}`]}
    />
  )
}
