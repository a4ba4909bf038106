import type { LanguageName } from '../../words/languages.ts'
import { type Choice, Select } from '../fields.tsx'
import { Field, Form } from '../layout.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

export type PreviewProblems = Partial<Record<'organization' | 'claims', string>>

interface PreviewFormProps {
  frame: ConsoleFrame
  scopes: readonly string[]
  languages: readonly LanguageName[]
  clients: readonly { id: string; name: string }[]
  wanted: Record<'scope' | 'prompt' | 'acr' | 'organization' | 'claims' | 'ui_locales', string>
  problems: PreviewProblems
  notice: string | null
}

export const PreviewFormPage = ({ frame, scopes, languages, clients, wanted, problems, notice }: PreviewFormProps) => {
  const { preview } = frame.words.console
  const tags = languages.map(({ tag, name }) => ({ value: tag, label: name }))
  return (
    <ConsoleLayout frame={frame} section="preview" notice={notice}>
      <p>{preview.intro}</p>
      <Form action={`${frame.base}/admin/preview`} submit={preview.start}>
        <fieldset class="scope-choices">
          <legend>
            <code>scope</code>
          </legend>
          {scopes.map((name) => (
            <label class="choice">
              <input type="checkbox" name="scope" value={name} checked={wanted.scope.split(' ').includes(name)} />
              <code>{name}</code>
            </label>
          ))}
        </fieldset>
        <Select
          name="acr"
          label={preview.acr}
          value={wanted.acr}
          choices={Object.entries(preview.acrs).map(([value, label]) => ({ value, label }))}
          optional
        />
        <Select
          name="prompt"
          label={<code>prompt</code>}
          value={wanted.prompt}
          choices={['consent', 'select_organization'].map((value) => ({ value, label: value }))}
          optional
        />
        <Field
          name="organization"
          label={preview.organization}
          value={wanted.organization}
          maxlength={100}
          problem={problems.organization}
        />
        <Select name="ui_locales" label={preview.language} value={wanted.ui_locales} choices={tags} optional />
        <Field
          name="claims"
          label={<code>claims</code>}
          hint="JSON"
          value={wanted.claims}
          maxlength={2048}
          problem={problems.claims}
        />
      </Form>
      <SamplePagesForm frame={frame} clients={clients} tags={tags} />
    </ConsoleLayout>
  )
}

const SamplePagesForm = ({
  frame,
  clients,
  tags,
}: Pick<PreviewFormProps, 'frame' | 'clients'> & { tags: readonly Choice[] }) => {
  const { preview } = frame.words.console
  return (
    <>
      <h2>{preview.pages}</h2>
      <p>{preview.sample}</p>
      <form action={`${frame.base}/admin/preview/pages/sign-in`}>
        <Select
          name="client"
          label={preview.client}
          choices={clients.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` }))}
        />
        <Select name="language" label={preview.language} choices={tags} optional />
        <button type="submit" class="secondary">
          {preview.show}
        </button>
      </form>
    </>
  )
}

interface PreviewResultProps {
  frame: ConsoleFrame
  /** What the application would have got, by the words' names of its parts. */
  parts: readonly { part: keyof ConsoleFrame['words']['console']['preview']['parts']; members: object }[]
}

export const PreviewResultPage = ({ frame, parts }: PreviewResultProps) => {
  const { preview } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="preview" title={preview.resultTitle}>
      {parts[0]?.part !== 'error' && <p>{preview.resultNote}</p>}
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
