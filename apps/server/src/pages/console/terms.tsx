import { raw } from 'hono/html'
import { ConfirmForm } from '../account/layout.tsx'
import { ActForm } from '../act-form.tsx'
import { Field, Form, Sentence } from '../layout.tsx'
import { TermsFields, TermsPreview, versionColumns } from '../organizations/terms.tsx'
import { Status } from '../status.tsx'
import { joinParts, Table } from '../table.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

interface ShownVersion {
  version: string
  firstSeenAt: Date
  graceUntil: Date | null
  withdrawnAt: Date | null
  current: boolean
}

interface ServerTermsPageProps {
  frame: ConsoleFrame
  /** The path of the page. */
  address: string
  /** The version in force. */
  current: string | null
  /** The variables that have the terms; empty if they are written here. */
  variables: string
  /** Where the text that is in force can be read. */
  textUrl: string | null
  /** Whether the sign-in of an application has the step. */
  asked: boolean
  mayChange: boolean
  /** Of what the forms show: a form that was opened before another change is refused. */
  revision: string
  form: { version: string; text: string; graceUntil: string }
  hasDraft: boolean
  preview: { html: string; graceUntil: Date | null } | null
  problems: Partial<Record<string, string>>
  maxLength: number
  versions: readonly ShownVersion[]
}

/** The terms of the server: what is in force, the draft, and what was shown before. */
export const ServerTermsPage = (props: ServerTermsPageProps) => {
  const { frame, address, current, variables, revision, mayChange, versions } = props
  const { org, termsStep, console } = frame.words
  const writes = mayChange && variables === ''
  return (
    <ConsoleLayout frame={frame} section="terms">
      <p>{console.terms.intro}</p>
      <p role="status">
        {current === null ? (
          console.terms.none
        ) : (
          <Sentence
            text={joinParts(termsStep.version({ version: current }), console.themes.current)}
            technical={current}
          />
        )}
        {props.textUrl && (
          <>
            {' · '}
            <a href={props.textUrl}>{termsStep.read}</a>
          </>
        )}
      </p>
      {variables && (
        <p class="done">
          <Sentence text={console.terms.fromEnvironment({ variables })} technical={variables} />
        </p>
      )}
      {current !== null && !props.asked && <p class="done">{console.terms.notAsked}</p>}
      {writes && current !== null && (
        <ActForm action={address} fields={{ action: 'withdraw', revision }} label={org.terms.withdraw} look="danger" />
      )}
      {writes && <DraftForm {...props} />}
      {props.preview && !variables && <TermsPreview frame={frame} preview={props.preview} />}
      {writes && props.hasDraft && (
        <div class="side-by-side">
          <ActForm
            action={address}
            fields={{ action: 'publish', revision }}
            label={console.themes.publish}
            look="primary"
          />
          <ActForm
            action={address}
            fields={{ action: 'discard', revision }}
            label={console.themes.discard}
            look="danger"
          />
        </div>
      )}
      {versions.length > 0 && <Versions frame={frame} address={address} versions={versions} />}
    </ConsoleLayout>
  )
}

const DraftForm = ({ frame, address, revision, form, problems, maxLength }: ServerTermsPageProps) => {
  const { words } = frame
  return (
    <>
      <h2>{words.console.themes.draft}</h2>
      {!frame.recent && <ConfirmForm frame={frame} action={address} field={['action', 'confirm']} />}
      <Form action={address}>
        <input type="hidden" name="revision" value={revision} />
        <Field
          name="version"
          label={words.console.terms.version}
          value={form.version}
          maxlength={64}
          class="technical"
          problem={problems.version}
          required
        />
        <TermsFields
          words={words}
          form={form}
          graceLabel={words.console.terms.graceUntil}
          problems={problems}
          maxLength={maxLength}
        />
        <button type="submit" name="action" value="save" class="primary">
          {words.console.themes.saveDraft}
        </button>
      </Form>
    </>
  )
}

const Versions = ({ frame, address, versions }: Pick<ServerTermsPageProps, 'frame' | 'address' | 'versions'>) => {
  const { org } = frame.words
  return (
    <>
      <h2>{org.terms.versions}</h2>
      <Table
        frame={frame}
        rows={versions.map((terms) => ({
          ...terms,
          publishedAt: terms.firstSeenAt,
          href: `${address}?${new URLSearchParams({ version: terms.version })}`,
        }))}
        label={org.terms.versions}
        columns={versionColumns(frame)}
      />
    </>
  )
}

interface ServerTermsVersionPageProps {
  frame: ConsoleFrame
  terms: { version: string; firstSeenAt: Date; withdrawnAt: Date | null }
  inForce: boolean
  /** Null where the environment had the text. */
  html: string | null
}

/** A version as it was published. */
export const ServerTermsVersionPage = ({ frame, terms, inForce, html }: ServerTermsVersionPageProps) => {
  const { org, console } = frame.words
  return (
    <ConsoleLayout frame={frame} section="terms" title={frame.words.termsStep.version({ version: terms.version })}>
      <p class="hint">
        {inForce && <Status kind="good">{console.themes.current}</Status>}{' '}
        {joinParts(
          org.terms.published({ date: frame.date(terms.firstSeenAt) }),
          terms.withdrawnAt && org.terms.withdrawn({ date: frame.date(terms.withdrawnAt) }),
        )}
      </p>
      {html === null ? (
        <p>{console.terms.textElsewhere}</p>
      ) : (
        <section class="prose scrolling" dir="auto" tabindex={0} aria-label={frame.words.terms}>
          {raw(html)}
        </section>
      )}
    </ConsoleLayout>
  )
}
