import type { Child } from 'hono/jsx'
import type { Words } from '../../words/index.ts'
import { Select } from '../fields.tsx'
import { Field, Form, Problem } from '../layout.tsx'
import { type RoleBox, RoleBoxes } from '../rights.tsx'
import type { RoleName } from '../roles.ts'
import { Status } from '../status.tsx'
import { Lines, NameCell, Table } from '../table.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

type Problems = Words['lists']['importProblems']
type FieldProblems = Words['lists']['importFieldProblems']
export type ImportErrorWord = keyof Words['lists']['importErrors']

interface CheckedRow {
  line: number
  email: string
  role: string
  team: string
  /** The text of each cell that is the value of a field. */
  fields?: readonly (readonly [key: string, text: string])[]
  problem: keyof Problems | keyof FieldProblems | null
  /** The column of a problem with a field. */
  column?: string
  invited: boolean
}

const invitePath = '/members/invite'
const importPath = '/members/import'

interface Named {
  id: string
  name: string
}

export interface InvitePageProps {
  frame: OrganizationFrame
  /** The roles that this person may give. */
  roles: readonly RoleName[]
  /** The other roles that they may give. */
  boxes: readonly RoleBox[]
  /** Every team, or null if there are too many for a list: then a short name is typed. */
  teams: readonly Named[] | null
  clients: readonly Named[]
  /** What was typed, by field. */
  typed: Record<string, string>
  error?: ImportErrorWord | null
  /** What became of the addresses, above the form. */
  children?: Child
}

/** Asks for the people to invite: addresses that are typed or pasted. */
export const InvitePage = (props: InvitePageProps) => {
  const { frame, children } = props
  const { lists } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="invitations">
      <h2>{lists.inviteTitle}</h2>
      {children}
      <InviteForm {...props} />
      <p>
        <a href={organizationPath(frame, importPath)}>{lists.importTitle}</a>
      </p>
    </OrganizationLayout>
  )
}

const InviteForm = ({ frame, roles, boxes, teams, clients, typed, error }: InvitePageProps) => {
  const { words, problems } = frame
  const { org, lists } = words
  const problem = error ? lists.importErrors[error] : problems.email
  const onlyClient = clients.length === 1 ? clients[0]?.id : undefined
  return (
    <Form action={organizationPath(frame, invitePath)} submit={org.invite}>
      <div class="field">
        <label for="addresses">{lists.inviteAddresses}</label>
        <p class="hint" id="addresses-hint">
          {lists.inviteHint}
        </p>
        <textarea
          id="addresses"
          name="addresses"
          rows={5}
          dir="ltr"
          inputmode="email"
          autocomplete="off"
          spellcheck={false}
          aria-invalid={problem ? 'true' : undefined}
          aria-describedby={problem ? 'addresses-problem addresses-hint' : 'addresses-hint'}
          autofocus={Boolean(problem)}
        >
          {typed.addresses}
        </textarea>
        <Problem id="addresses-problem" text={problem} />
      </div>
      <Select
        name="role"
        label={org.role}
        value={typed.role || 'member'}
        choices={roles.map((role) => ({ value: role, label: words.roles[role] }))}
        problem={problems.role ?? problems.roles}
      />
      <RoleBoxes words={words} boxes={boxes} by="key" />
      <TeamField frame={frame} teams={teams} typed={typed.team} />
      {clients.length > 0 && (
        <Select
          name="client"
          label={org.application}
          value={typed.client ?? onlyClient}
          choices={choicesOf(clients)}
          optional
          problem={problems.client}
        />
      )}
    </Form>
  )
}

const TeamField = ({ frame, teams, typed }: Pick<InvitePageProps, 'frame' | 'teams'> & { typed?: string }) => {
  const { words, problems } = frame
  if (!teams)
    return (
      <Field
        name="team"
        label={words.manage.teamShortName}
        hint={words.profile.optional}
        value={typed}
        maxlength={40}
        problem={problems.team}
      />
    )
  if (teams.length === 0) return null
  return (
    <Select
      name="team"
      label={words.org.team}
      value={typed}
      choices={choicesOf(teams)}
      optional
      problem={problems.team}
    />
  )
}

const choicesOf = (named: readonly Named[]) => named.map(({ id, name }) => ({ value: id, label: name }))

interface ImportPageProps {
  frame: OrganizationFrame
  /** The columns of fields that a row may have. */
  columns: readonly string[]
  pasted?: string
  error?: ImportErrorWord | null
}

/** Asks for a file of people to invite, or for its rows. */
export const InvitationImportPage = ({ frame, columns, pasted = '', error = null }: ImportPageProps) => {
  const { lists } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="invitations">
      <h2>{lists.importTitle}</h2>
      <form method="post" action={organizationPath(frame, importPath)} enctype="multipart/form-data">
        <p class="hint">
          {lists.importIntro} {lists.importTeams}
        </p>
        {columns.length > 0 && <p class="hint">{lists.importFields({ columns: columns.join(', ') })}</p>}
        <Problem id="file-problem" text={error ? lists.importErrors[error] : undefined} />
        <div class="field">
          <label for="file">{lists.importFile}</label>
          <input
            id="file"
            name="file"
            type="file"
            accept=".csv,text/csv"
            aria-describedby={error ? 'file-problem' : undefined}
          />
        </div>
        <div class="field">
          <label for="rows">{lists.importRows}</label>
          <textarea id="rows" name="rows" rows={6} dir="ltr">
            {pasted}
          </textarea>
        </div>
        <button type="submit" class="secondary">
          {lists.importPreview}
        </button>
      </form>
    </OrganizationLayout>
  )
}

/** Leads to the page that invites an address, where somebody looked for it in vain. */
export const InviteOffer = ({ frame, query }: { frame: OrganizationFrame; query: string }) =>
  /^[^\s@]+@[^\s@]+$/.test(query) ? (
    <p>
      <a href={`${organizationPath(frame, invitePath)}?${new URLSearchParams({ email: query })}`}>
        {frame.words.lists.inviteAddress({ address: query })}
      </a>
    </p>
  ) : null

/** The way to invite people, above a list of those who are there or invited. */
export const InviteButton = ({ frame }: { frame: OrganizationFrame }) => (
  <a class="button primary" href={organizationPath(frame, invitePath)}>
    {frame.words.lists.inviteTitle}
  </a>
)

interface RowsProps {
  frame: OrganizationFrame
  rows: readonly CheckedRow[]
}

/** Says what will happen to each row. The rows are sent again with the answer, so that it works without scripts. */
export const RowsToSend = ({ frame, rows, client = '' }: RowsProps & { client?: string }) => {
  const { lists } = frame.words
  const good = rows.filter(({ problem }) => problem === null)
  return (
    <>
      <p role="status">{lists.importFound({ count: String(good.length) })}</p>
      <RefusedRows frame={frame} rows={rows} />
      <RowList frame={frame} rows={good} />
      {good.length > 0 && (
        <form method="post" action={organizationPath(frame, `${importPath}/send`)} enctype="multipart/form-data">
          <input type="hidden" name="rows" value={csvOf(good)} />
          {client && <input type="hidden" name="client" value={client} />}
          <p class="answers">
            <button type="submit" class="primary">
              {lists.importSend}
            </button>
          </p>
        </form>
      )}
    </>
  )
}

export const InvitationPreviewPage = ({ frame, rows }: RowsProps) => {
  const { lists } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="invitations">
      <h2>{lists.importTitle}</h2>
      <RowsToSend frame={frame} rows={rows} />
      <p>
        <a href={organizationPath(frame, importPath)}>{lists.importOther}</a>
      </p>
    </OrganizationLayout>
  )
}

/** Shown if some rows were not sent: each of them, and why. */
export const InvitationResultPage = ({ frame, rows }: RowsProps) => {
  const { lists } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="invitations">
      <h2>{lists.inviteTitle}</h2>
      <p role="status">{lists.importSent({ count: String(rows.filter(({ problem }) => problem === null).length) })}</p>
      <RefusedRows frame={frame} rows={rows} />
      <InviteButton frame={frame} />
    </OrganizationLayout>
  )
}

/** The rows that can be used, as a file of their own. What they hold was checked, and is checked again. */
function csvOf(rows: readonly CheckedRow[]): string {
  const keys = [...new Set(rows.flatMap(({ fields = [] }) => fields.map(([key]) => key)))]
  const lines = rows.map(({ email, role, team, fields = [] }) => {
    const values = new Map(fields)
    return [quoted(email), role, quoted(team), ...keys.map((key) => quoted(values.get(key) ?? ''))].join(',')
  })
  return [['email,role,team', ...keys.map((key) => `fields.${key}`)].join(','), ...lines].join('\n')
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const RefusedRows = ({ frame, rows }: RowsProps) => {
  const { lists } = frame.words
  const refused = rows.filter(({ problem }) => problem !== null)
  if (refused.length === 0) return null
  return (
    <>
      <h3>{lists.importRefused({ count: String(refused.length) })}</h3>
      <RowList frame={frame} rows={refused} />
    </>
  )
}

function problemText({ words }: OrganizationFrame, { problem, column = '' }: CheckedRow): string | null {
  const { importProblems, importFieldProblems } = words.lists
  if (problem === null) return null
  return problem in importFieldProblems
    ? importFieldProblems[problem as keyof FieldProblems]({ column })
    : importProblems[problem as keyof Problems]
}

const RowList = ({ frame, rows }: RowsProps) => {
  const { email, org, lists } = frame.words
  const hasFields = rows.some(({ fields }) => fields?.length)
  return (
    <Table
      frame={frame}
      rows={rows}
      label={lists.inviteTitle}
      columns={[
        { head: email.label, width: 'wide', cell: (row) => <NameCell name={row.email || '–'} icon="mail" /> },
        { head: org.role, cell: ({ role }) => role.length <= 20 && role },
        ...(hasFields
          ? [{ head: frame.words.console.sections.fields, cell: ({ fields = [] }: CheckedRow) => valuesText(fields) }]
          : []),
        {
          head: lists.state,
          title: (row) => problemText(frame, row),
          cell: (row) => (
            <Lines
              text={
                row.problem ? (
                  <Status kind="bad">{problemText(frame, row)}</Status>
                ) : (
                  row.invited && <Status kind="warning">{lists.alreadyInvited}</Status>
                )
              }
              detail={lists.line({ line: String(row.line) })}
            />
          ),
        },
      ]}
    />
  )
}

const valuesText = (fields: NonNullable<CheckedRow['fields']>) => (
  <bdi>{fields.map(([key, text]) => `${key}: ${text.slice(0, 100)}`).join(', ')}</bdi>
)
