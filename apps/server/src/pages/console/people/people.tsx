import { ActForm } from '../../act-form.tsx'
import { pictureUrl } from '../../avatar.tsx'
import { choicesOf } from '../../fields.tsx'
import { Status } from '../../status.tsx'
import { type Column, joinParts, type List, NameCell, type Sorting, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { Toolbar } from '../../toolbar.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { OrganizationsCell, organizationNames, type PersonOrganizations } from './organizations-cell.tsx'
import { type LeftOut, LeftOutPeople, PeopleActs } from './people-acts.tsx'

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
  id: string
  href: string
  name: string
  pictureId: string | null
  address: string
  /** Nobody has proven the address. */
  unverified: boolean
  organizations: PersonOrganizations
  disabledAt: Date | null
  createdAt: Date
  lastSignInAt: Date | null
}

interface PeoplePageProps {
  frame: ConsoleFrame
  notice: string
  /** Those whom the last act left out. */
  leftOut: readonly LeftOut[]
  form: PeopleForm
  /** Where this page of the list begins. */
  after: string
  people: List<PersonRow>
  sorting: Sorting
  /** The order that the filter brings with it, where it is not the one that was asked for. */
  sortedBy: keyof PeopleWords['orders'] | null
  /** The operator may search addresses, and download everybody whom the list has. */
  knows: boolean
  mayCreate: boolean
  /** The operator may act on several people at once. */
  mayAct: boolean
  noOrganization: boolean
  /** A search does not find everybody yet. */
  preparing: boolean
}

export const PeoplePage = (props: PeoplePageProps) => {
  const { frame, notice, people, sorting, sortedBy, knows, mayCreate, noOrganization } = props
  const words = frame.words.console.people
  const acts = props.mayAct && people.rows.length > 0
  const table = (
    <Table
      frame={frame}
      {...people}
      label={frame.words.console.sections.people}
      sorting={sorting}
      listActs={acts && <PeopleActs frame={frame} />}
      empty={noOrganization ? undefined : people.next ? words.continues : words.none}
      columns={columnsOf(frame, acts)}
    />
  )
  return (
    <ConsoleLayout
      frame={frame}
      section="people"
      notice={notice}
      acts={(knows || mayCreate) && <ListActs {...props} />}
    >
      <LeftOutPeople frame={frame} leftOut={props.leftOut} />
      <Filters {...props} />
      {props.preparing && <p class="quiet">{words.preparing}</p>}
      {sortedBy && <p class="quiet">{words.sortedBy({ order: words.orders[sortedBy] })}</p>}
      {acts ? (
        <form method="post" action={`${frame.base}/admin/people`}>
          {Object.entries({ ...props.form, after: props.after }).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          {table}
        </form>
      ) : (
        table
      )}
    </ConsoleLayout>
  )
}

const ListActs = ({ frame, form, people, knows, mayCreate }: PeoplePageProps) => {
  const words = frame.words.console.people
  const path = `${frame.base}/admin/people`
  return (
    <>
      {knows && people.rows.length > 0 && (
        // The same list as a file. A form, not a link: it is recorded, and needs a recent sign-in.
        <ActForm action={path} fields={{ ...form }} label={words.csv} />
      )}
      {mayCreate && (
        <a class="button primary" href={`${path}/new`}>
          {words.new}
        </a>
      )}
    </>
  )
}

function columnsOf(frame: ConsoleFrame, choose: boolean): Column<PersonRow>[] {
  const { people: words } = frame.words.console
  return [
    {
      head: frame.words.lists.sorts.name,
      width: 'wide',
      orders: { ascending: 'name' },
      cell: ({ id, href, name, address, pictureId }) => (
        <span class="choose">
          {choose && <input type="checkbox" name="person" value={id} aria-label={joinParts(name, address) || id} />}
          <NameCell
            name={name || address}
            href={href}
            detail={name && address}
            face={{ id, name: name || address, kind: 'person', picture: pictureUrl(frame.base, pictureId) }}
          />
        </span>
      ),
    },
    {
      head: frame.words.console.sections.organizations,
      cell: ({ organizations }) =>
        organizations.count > 0 && <OrganizationsCell frame={frame} organizations={organizations} />,
      title: ({ organizations }) => organizationNames(organizations),
    },
    {
      head: words.state,
      width: 'narrow',
      cell: ({ disabledAt, unverified }) => (
        <Status kind={disabledAt ? 'bad' : unverified ? 'neutral' : 'good'}>
          {disabledAt ? words.states.disabled : unverified ? words.notVerified : words.states.active}
        </Status>
      ),
    },
    {
      head: words.signIn,
      width: 'narrow',
      orders: { descending: 'last-sign-in' },
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? <Time frame={frame} at={lastSignInAt} /> : <span class="none">{words.signIns.never}</span>,
    },
    {
      head: frame.words.lists.created,
      width: 'narrow',
      orders: { descending: 'newest', ascending: 'oldest' },
      cell: ({ createdAt }) => <Time frame={frame} at={createdAt} />,
    },
  ]
}

const Filters = ({ frame, form, knows, noOrganization }: PeoplePageProps) => {
  const words = frame.words.console.people
  const { any, ...states } = words.states
  const { any: anyTime, ...signIns } = words.signIns
  const filtered = form.query || form.state || form.organization || form.sign_in
  return (
    <Toolbar
      frame={frame}
      address={`${frame.base}/admin/people`}
      label={knows ? frame.words.admin.search : words.searchNames}
      query={form.query}
      hidden={{ sort: form.sort }}
      fields={[
        {
          name: 'organization',
          label: words.organization,
          value: form.organization,
          problem: noOrganization ? words.noOrganization : undefined,
        },
      ]}
      selects={[
        { name: 'state', label: words.state, value: form.state, choices: choicesOf({ '': any, ...states }) },
        { name: 'sign_in', label: words.signIn, value: form.sign_in, choices: choicesOf({ '': anyTime, ...signIns }) },
      ]}
      clear={filtered && words.clear}
    />
  )
}
