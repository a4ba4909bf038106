import { ActForm } from '../../act-form.tsx'
import { choicesOf, Select } from '../../fields.tsx'
import { Field } from '../../layout.tsx'
import { joinParts, type List, Table } from '../../table.tsx'
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
  /** Nobody has proven the address. */
  unverified: boolean
  disabledAt: Date | null
  createdAt: Date
  lastSignInAt: Date | null
}

interface PeoplePageProps {
  frame: ConsoleFrame
  notice: string
  form: PeopleForm
  people: List<PersonRow>
  /** The order that the filter brings with it, where it is not the one that was asked for. */
  sortedBy: keyof PeopleWords['orders'] | null
  /** The operator may search addresses, and download everybody whom the list has. */
  knows: boolean
  mayCreate: boolean
  noOrganization: boolean
}

export const PeoplePage = (props: PeoplePageProps) => {
  const { frame, notice, people, form, sortedBy, knows, noOrganization } = props
  const words = frame.words.console.people
  return (
    <ConsoleLayout frame={frame} section="people" notice={notice}>
      {props.mayCreate && (
        <a class="button primary" href={`${frame.base}/admin/people/new`}>
          {words.new}
        </a>
      )}
      <FilterForm {...props} />
      {sortedBy && <p class="quiet">{words.sortedBy({ order: words.orders[sortedBy] })}</p>}
      <Table
        frame={frame}
        {...people}
        empty={noOrganization ? undefined : people.next ? words.continues : words.none}
        columns={{
          name: ({ name, address }) => name || address,
          href: ({ href }) => href,
          status: ({ disabledAt, unverified }) => [
            disabledAt && frame.words.admin.disabled,
            unverified && words.notVerified,
          ],
          facts: ({ name, address, createdAt, lastSignInAt }) => [
            name && address && <bdi>{address}</bdi>,
            joinParts(
              lastSignInAt ? words.lastSignIn({ when: frame.date(lastSignInAt) }) : words.noSignIn,
              words.created({ when: frame.date(createdAt) }),
            ),
          ],
        }}
      />
      {knows && people.rows.length > 0 && (
        // The same list as a file. A form, not a link: it is recorded, and needs a recent sign-in.
        <ActForm action={`${frame.base}/admin/people`} fields={{ ...form }} label={words.csv} />
      )}
    </ConsoleLayout>
  )
}

const FilterForm = ({ frame, form, knows, noOrganization }: PeoplePageProps) => {
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
        label={knows ? frame.words.admin.search : words.searchNames}
        value={form.query}
        maxlength={254}
      />
      <Select name="state" label={words.state} value={form.state} choices={choicesOf({ '': any, ...states })} />
      <Select
        name="sign_in"
        label={words.signIn}
        value={form.sign_in}
        choices={choicesOf({ '': anyTime, ...signIns })}
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
