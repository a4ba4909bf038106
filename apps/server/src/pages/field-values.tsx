import type { FieldType } from '../oidc/fields/field.ts'
import { Facts } from './facts.tsx'
import { type Choice, Select } from './fields.tsx'
import { Field, Form, type Frame, Problem } from './layout.tsx'

/** A declared field with its value, as a form has it or as it is read. */
export interface ShownField {
  key: string
  type: FieldType
  /** In the language of the page. */
  label: string
  /** As a form has it: of `choices` the keys, separated by spaces. */
  value: string
  /** The same to read. */
  text: string
  choices: readonly Choice[]
  required: boolean
  maxlength: number
  /** Who else reads it. */
  hint?: string
  problem?: string
}

export interface ShownFields {
  inputs: readonly ShownField[]
  /** Those that may be read only. */
  facts: readonly ShownField[]
  /** What the inputs show, to be sent with them. */
  shown?: string
  /** Somebody else has changed a value since the form was opened. */
  outdated?: boolean
}

interface FieldValuesProps extends ShownFields {
  frame: Frame
  /** Where the values are sent. */
  action: string
  /** What is sent with them. */
  hidden?: Readonly<Record<string, string>>
}

/** Values of declared fields: a form of those that can be changed, and below it those that are only shown. */
export const FieldValues = ({ frame, action, hidden = {}, inputs, facts, shown, outdated }: FieldValuesProps) => (
  <>
    {outdated && (
      <p class="problem" role="alert">
        {frame.words.fields.changed}
      </p>
    )}
    {inputs.length > 0 && (
      <Form action={action} submit={frame.words.me.save}>
        {Object.entries({ ...hidden, ...(shown ? { shown } : {}) }).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <FieldInputs inputs={inputs} />
      </Form>
    )}
    <FieldFacts facts={facts} />
  </>
)

/** The inputs of a form. It says which fields it shows: an empty one sends nothing. */
export const FieldInputs = ({ inputs }: Pick<ShownFields, 'inputs'>) => (
  <>
    <input type="hidden" name="fields" value={inputs.map(({ key }) => key).join(' ')} />
    {inputs.map((field) => (
      <FieldInput {...field} />
    ))}
  </>
)

const inputTypes: Partial<Record<FieldType, string>> = { date: 'date', link: 'url' }

const FieldInput = (field: ShownField) => {
  const { key, type, value, choices, required, hint, problem, maxlength } = field
  const label = <bdi>{field.label}</bdi>
  const name = `fields.${key}`
  if (type === 'choices') return <Boxes {...field} />
  if (choices.length > 0)
    return <Select name={name} label={label} value={value} choices={choices} optional hint={hint} problem={problem} />
  if (type === 'note') return <Note {...field} />
  const input = { name, label, value, required, hint, problem, maxlength, type: inputTypes[type] }
  return <Field {...input} inputmode={type === 'integer' ? 'numeric' : undefined} />
}

const Note = ({ key, label, value, required, hint, problem, maxlength }: ShownField) => {
  const name = `fields.${key}`
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div class="field">
      <label for={name}>
        <bdi>{label}</bdi>{' '}
        {hint && (
          <bdi class="hint" id={`${name}-hint`}>
            {hint}
          </bdi>
        )}
      </label>
      <textarea
        id={name}
        name={name}
        rows={4}
        maxlength={maxlength}
        required={required}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={described}
      >
        {value}
      </textarea>
      <Problem id={`${name}-problem`} text={problem} />
    </div>
  )
}

const Boxes = ({ key, label, value, choices, hint, problem }: ShownField) => {
  const chosen = value.split(' ')
  const id = `fields.${key}`
  return (
    <fieldset aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>
        <bdi>{label}</bdi>
      </legend>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          <bdi>{hint}</bdi>
        </p>
      )}
      {choices.map((choice) => (
        <label class="choice">
          <input type="checkbox" name={id} value={choice.value} checked={chosen.includes(choice.value)} />
          <bdi>{choice.label}</bdi>
        </label>
      ))}
      <Problem id={`${id}-problem`} text={problem} />
    </fieldset>
  )
}

/** A link is text as everything else: nobody is led anywhere by what somebody else typed. */
export const FieldFacts = ({ facts }: Pick<ShownFields, 'facts'>) =>
  facts.length > 0 ? (
    <Facts
      facts={facts.map(({ label, text, hint }) => [
        <bdi>{label}</bdi>,
        <>
          <bdi class="lines">{text || '–'}</bdi>
          {hint && <span class="hint"> {hint}</span>}
        </>,
      ])}
    />
  ) : null
