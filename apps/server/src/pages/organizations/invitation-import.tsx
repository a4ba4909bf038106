import type { Words } from '../../words/index.ts'
import { Problem } from '../layout.tsx'
import { joinParts, Table } from '../table.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

type Problems = Words['lists']['importProblems']

interface CheckedRow {
  line: number
  email: string
  role: string
  problem: keyof Problems | null
}

const importPath = '/members/import'

interface ImportPageProps {
  frame: OrganizationFrame
  /** What was pasted before. */
  pasted?: string
  error?: keyof Words['lists']['importErrors'] | null
}

/** Asks for a file of people to invite, or for its rows. */
export const InvitationImportPage = ({ frame, pasted = '', error = null }: ImportPageProps) => {
  const { lists } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="invitations">
      <h2>{lists.importTitle}</h2>
      <p>{lists.importIntro}</p>
      <Problem id="file-problem" text={error ? lists.importErrors[error] : undefined} />
      <form method="post" action={organizationPath(frame, importPath)} enctype="multipart/form-data">
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
        <button type="submit" class="primary">
          {lists.importPreview}
        </button>
      </form>
    </OrganizationLayout>
  )
}

interface RowsPageProps {
  frame: OrganizationFrame
  rows: readonly CheckedRow[]
}

/** Says what will happen to each row. The rows are sent again with the answer, so that it works without scripts. */
export const InvitationPreviewPage = ({ frame, rows }: RowsPageProps) => {
  const { lists } = frame.words
  const good = rows.filter(({ problem }) => problem === null)
  return (
    <OrganizationLayout frame={frame} tab="invitations">
      <h2>{lists.importTitle}</h2>
      <p>{lists.importFound({ count: String(good.length) })}</p>
      <RefusedRows frame={frame} rows={rows} />
      <RowList frame={frame} rows={good} />
      <form method="post" action={organizationPath(frame, `${importPath}/send`)} enctype="multipart/form-data">
        <input type="hidden" name="rows" value={csvOf(good)} />
        <p class="answers">
          {good.length > 0 && (
            <button type="submit" class="primary">
              {lists.importSend}
            </button>
          )}
          <a href={organizationPath(frame, importPath)}>{lists.importOther}</a>
        </p>
      </form>
    </OrganizationLayout>
  )
}

/** Shown if some rows were not sent: each of them, and why. */
export const InvitationResultPage = ({ frame, rows }: RowsPageProps) => {
  const { lists } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="invitations">
      <h2>{lists.importTitle}</h2>
      <p role="status">{lists.importSent({ count: String(rows.filter(({ problem }) => problem === null).length) })}</p>
      <RefusedRows frame={frame} rows={rows} />
      <p>
        <a href={organizationPath(frame, importPath)}>{lists.importOther}</a>
      </p>
    </OrganizationLayout>
  )
}

/** The rows that can be used, as a file of their own. What they hold was checked, and is checked again. */
const csvOf = (rows: readonly CheckedRow[]): string =>
  ['email,role', ...rows.map(({ email, role }) => `"${email.replaceAll('"', '""')}",${role}`)].join('\n')

const RefusedRows = ({ frame, rows }: RowsPageProps) => {
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

const RowList = ({ frame, rows }: RowsPageProps) => {
  const { lists } = frame.words
  return (
    <Table
      frame={frame}
      rows={rows}
      columns={{
        name: ({ email }) => email || '–',
        status: ({ role }) => [role && role.length <= 20 && role],
        facts: ({ line, problem }) => [
          joinParts(lists.line({ line: String(line) }), problem && lists.importProblems[problem]),
        ],
      }}
    />
  )
}
