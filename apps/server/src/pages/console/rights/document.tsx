import { numberFormat } from '../../../words/dates.ts'
import { Form, Problem, Technical } from '../../layout.tsx'
import { Table } from '../../table.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

interface PermissionsDocumentPageProps {
  frame: ConsoleFrame
  text: string
  /** What is wrong with it, as its author is told everywhere. */
  fault: string | null
  /** It was sent, and changes nothing. */
  unchanged: boolean
}

/** All permissions and all roles of the operator, as the document that declares them. */
export const PermissionsDocumentPage = ({ frame, text, fault, unchanged }: PermissionsDocumentPageProps) => {
  const { rights, lists } = frame.words
  return (
    <ConsoleLayout
      frame={frame}
      section="permissions"
      title={rights.edit}
      notice={unchanged ? rights.unchanged : undefined}
    >
      <p class="quiet">{rights.documentIntro}</p>
      <Form action={`${frame.base}/admin/permissions/edit`} submit={lists.importPreview}>
        <div class="field">
          <label for="document">{rights.document}</label>
          <textarea
            id="document"
            name="document"
            class="technical"
            rows={24}
            dir="ltr"
            spellcheck={false}
            autocomplete="off"
            aria-invalid={fault ? 'true' : undefined}
            aria-describedby={fault ? 'document-problem' : undefined}
          >
            {text}
          </textarea>
          <Problem id="document-problem" text={fault ?? undefined} />
        </div>
      </Form>
    </ConsoleLayout>
  )
}

interface Change {
  /** `+ invoice.read`, as the command line prints it. */
  text: string
  roles: number
  members: number
  /** There are more members than were looked at. */
  more: boolean
}

/** What a document changes, and how many it concerns. */
export const PermissionChanges = ({ frame, changes }: { frame: ConsoleFrame; changes: readonly Change[] }) => {
  const { rights, org } = frame.words
  const count = (number: number) => number > 0 && numberFormat(frame.words.lang).format(number)
  return (
    <Table
      frame={frame}
      rows={changes}
      label={rights.changes}
      columns={[
        { head: rights.changes, width: 'wide', cell: ({ text }) => <Technical>{text}</Technical> },
        { head: org.tabs.roles, width: 'narrow', number: true, cell: ({ roles }) => count(roles) },
        {
          head: org.tabs.members,
          width: 'narrow',
          number: true,
          cell: ({ members, more }) =>
            more ? <>≥ {numberFormat(frame.words.lang).format(members)}</> : count(members),
        },
      ]}
    />
  )
}
