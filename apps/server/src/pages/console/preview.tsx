import { Select } from '../fields.tsx'
import { Field, Form } from '../layout.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

export interface PreviewFormValues {
  client: string
  organization: string
  language: string
  acr: string
}

interface PreviewFormProps {
  frame: ConsoleFrame
  clients: readonly { id: string; name: string }[]
  languages: readonly string[]
  values: PreviewFormValues
  problem?: string
  notice?: string | null
  /** The preview that is open. */
  open: { name: string; until: Date; address: string } | null
}

export const PreviewFormPage = ({ frame, clients, languages, values, problem, notice, open }: PreviewFormProps) => {
  const { preview } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="preview" notice={notice}>
      <p>{preview.intro}</p>
      {open && <OpenPreview frame={frame} open={open} />}
      <Form action={`${frame.base}/admin/preview`} submit={preview.start}>
        <input type="hidden" name="action" value="start" />
        <Select
          name="client"
          label={preview.client}
          value={values.client}
          choices={clients.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` }))}
        />
        <Field
          name="organization"
          label={preview.organization}
          hint={preview.organizationHint}
          value={values.organization}
          maxlength={100}
          problem={problem}
        />
        <Select
          name="language"
          label={preview.language}
          value={values.language}
          choices={[
            { value: '', label: preview.browserLanguage },
            ...languages.map((value) => ({ value, label: nameOfLanguage(value) })),
          ]}
        />
        <Select
          name="acr"
          label={preview.acr}
          value={values.acr}
          choices={Object.entries({ '': preview.anyAcr, ...preview.acrs }).map(([value, label]) => ({ value, label }))}
        />
      </Form>
    </ConsoleLayout>
  )
}

/** The name of a language in itself. */
const nameOfLanguage = (tag: string): string => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag

const OpenPreview = ({ frame, open }: { frame: ConsoleFrame; open: NonNullable<PreviewFormProps['open']> }) => {
  const { preview } = frame.words.console
  return (
    <section>
      <p role="status">
        {preview.open({ name: open.name, until: frame.date(open.until) })} <a href={open.address}>{preview.goOn}</a>
      </p>
      <form method="post" action={`${frame.base}/admin/preview`}>
        <button type="submit" name="action" value="end" class="secondary">
          {preview.bar.end}
        </button>
      </form>
    </section>
  )
}

interface PreviewResultProps {
  frame: ConsoleFrame
  name: string
  steps: readonly (keyof ConsoleFrame['words']['console']['preview']['steps'])[]
  /** What the client would have got, by the words' names of its parts. */
  parts: readonly { part: keyof ConsoleFrame['words']['console']['preview']['parts']; members: object }[]
}

export const PreviewResultPage = ({ frame, name, steps, parts }: PreviewResultProps) => {
  const { preview } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="preview" title={preview.resultTitle({ name })}>
      <p>{preview.resultNote}</p>
      <h2>{preview.stepsTitle}</h2>
      {steps.length === 0 ? (
        <p class="quiet">{preview.noSteps}</p>
      ) : (
        <ol>
          {steps.map((step) => (
            <li>{preview.steps[step]}</li>
          ))}
        </ol>
      )}
      {parts.map(({ part, members }) => (
        <section aria-labelledby={part}>
          <h2 id={part}>{preview.parts[part]}</h2>
          <pre dir="ltr">{JSON.stringify(members, null, 2)}</pre>
        </section>
      ))}
      <p class="actions">
        <a href={`${frame.base}/admin/preview`}>{preview.again}</a>
      </p>
    </ConsoleLayout>
  )
}
