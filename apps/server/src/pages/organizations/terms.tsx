import { raw } from 'hono/html'
import type { Words } from '../../words/index.ts'
import type { AccountFrame } from '../account/layout.tsx'
import { ActForm } from '../act-form.tsx'
import { Field, Form, Problem } from '../layout.tsx'
import { Status } from '../status.tsx'
import { type Column, joinParts, type List, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface TermsVersion {
  version: number
  publishedAt: Date
  graceUntil: Date | null
  withdrawnAt: Date | null
}

interface TermsPageProps {
  frame: OrganizationFrame
  /** The version in force. */
  current: number | null
  /** How many members accepted it. */
  accepted: number
  members: number
  /** What the form of the draft shows. */
  form: { text: string; graceUntil: string }
  /** The digest of the draft that is edited. */
  edited: string
  /** The draft, as it would be published. */
  preview: { digest: string; html: string; graceUntil: Date | null } | null
  maxLength: number
  versions: List<TermsVersion>
}

/** The terms of an organization, for those who write them. */
export const TermsPage = (props: TermsPageProps) => {
  const { frame, current, accepted, members, versions } = props
  const { org, termsStep } = frame.words
  const theme = frame.words.console.themes
  return (
    <OrganizationLayout frame={frame} tab="terms">
      <p>{org.terms.intro}</p>
      <p role="status">
        {current === null
          ? org.terms.none
          : joinParts(
              termsStep.version({ version: String(current) }),
              theme.current,
              org.terms.accepted({ accepted, members }),
            )}
      </p>
      {current !== null && (
        <ActForm action={organizationPath(frame, '/terms/withdraw')} label={org.terms.withdraw} look="danger" />
      )}
      <DraftForm {...props} />
      {props.preview && <Preview frame={frame} preview={props.preview} />}
      {versions.rows.length > 0 && <h2>{org.terms.versions}</h2>}
      <Table
        frame={frame}
        {...versions}
        rows={versions.rows.map(({ version, ...terms }) => ({
          ...terms,
          version: termsStep.version({ version: String(version) }),
          href: organizationPath(frame, `/terms?version=${version}`),
          current: version === current,
        }))}
        label={org.terms.versions}
        columns={versionColumns(frame)}
      />
    </OrganizationLayout>
  )
}

interface ShownVersion extends Omit<TermsVersion, 'version'> {
  version: string
  href: string
  current: boolean
}

/** The columns of a list of versions. */
export const versionColumns = (frame: AccountFrame): Column<ShownVersion>[] => {
  const { org, lists, console } = frame.words
  return [
    {
      head: org.terms.versions,
      width: 'wide',
      cell: ({ version, href }) => <NameCell name={version} href={href} />,
    },
    {
      head: lists.state,
      cell: ({ current, withdrawnAt }) =>
        withdrawnAt ? (
          <Status kind="neutral">{org.terms.withdrawn({ date: frame.date(withdrawnAt) })}</Status>
        ) : (
          current && <Status kind="good">{console.themes.current}</Status>
        ),
    },
    {
      head: lists.columns.since,
      width: 'narrow',
      cell: ({ publishedAt }) => <Time frame={frame} at={publishedAt} />,
    },
    {
      head: org.terms.graceUntil,
      cell: ({ graceUntil }) => graceUntil && <Time frame={frame} at={graceUntil} />,
    },
  ]
}

const DraftForm = ({ frame, form, edited, maxLength }: TermsPageProps) => {
  const { words, problems } = frame
  return (
    <>
      <h2>{words.console.themes.draft}</h2>
      <Form action={organizationPath(frame, '/terms/draft')} submit={words.console.themes.saveDraft}>
        <input type="hidden" name="draft" value={edited} />
        <TermsFields
          words={words}
          form={form}
          graceLabel={words.org.terms.graceUntil}
          problems={problems}
          maxLength={maxLength}
        />
      </Form>
    </>
  )
}

interface TermsFieldsProps {
  words: Words
  form: { text: string; graceUntil: string }
  graceLabel: string
  problems: Partial<Record<string, string>>
  maxLength: number
}

/** The text of terms, and until when they may be put off. */
export const TermsFields = ({ words, form, graceLabel, problems, maxLength }: TermsFieldsProps) => (
  <>
    <div class="field terms-text">
      <label for="text">{words.org.terms.text}</label>
      <textarea
        id="text"
        name="text"
        rows={14}
        maxlength={maxLength}
        dir="auto"
        required
        aria-invalid={problems.text ? 'true' : undefined}
        aria-describedby={problems.text ? 'text-problem' : undefined}
      >
        {form.text}
      </textarea>
      <Problem id="text-problem" text={problems.text} />
    </div>
    <Field
      name="grace_until"
      type="date"
      label={graceLabel}
      hint={words.profile.optional}
      value={form.graceUntil}
      problem={problems.grace_until}
    />
  </>
)

const Preview = ({
  frame,
  preview,
}: Pick<TermsPageProps, 'frame'> & { preview: NonNullable<TermsPageProps['preview']> }) => {
  const theme = frame.words.console.themes
  return (
    <>
      <TermsPreview frame={frame} preview={preview} />
      <ActForm
        action={organizationPath(frame, '/terms/publish')}
        fields={{ draft: preview.digest }}
        label={theme.publish}
        look="primary"
      />
    </>
  )
}

interface TermsPreviewProps {
  frame: AccountFrame
  preview: { html: string; graceUntil: Date | null }
}

/** A draft of terms as it would be published. */
export const TermsPreview = ({ frame, preview }: TermsPreviewProps) => {
  const theme = frame.words.console.themes
  return (
    <>
      <h2>{theme.previews}</h2>
      <p class="hint">
        {joinParts(
          theme.draftHint,
          preview.graceUntil && frame.words.termsStep.laterUntil({ date: frame.date(preview.graceUntil) }),
        )}
      </p>
      <section class="prose scrolling" dir="auto" tabindex={0} aria-label={theme.previews}>
        {raw(preview.html)}
      </section>
    </>
  )
}
