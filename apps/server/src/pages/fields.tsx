import type { Child } from 'hono/jsx'
import type { Words } from '../words/index.ts'
import { inTime, timeForms } from '../words/time.ts'
import { Field, Problem } from './layout.tsx'

export interface Choice {
  value: string
  label: string
}

interface SelectProps {
  name: string
  /** Required where a page has two fields of the same name. Default: the name. */
  id?: string
  label: Child
  value?: string
  choices: readonly Choice[]
  /** Adds a first entry that chooses nothing. */
  optional?: boolean
  /** Beside the label. */
  hint?: string
  problem?: string
}

/** A labelled list to choose from. */
export const Select = ({
  name,
  id = name,
  label,
  value = '',
  choices,
  optional = false,
  hint,
  problem,
}: SelectProps) => (
  <div class="field">
    <label for={id}>
      {label}
      {hint && (
        <bdi class="hint" id={`${id}-hint`}>
          {' '}
          {hint}
        </bdi>
      )}
    </label>
    <select
      id={id}
      name={name}
      aria-invalid={problem ? 'true' : undefined}
      aria-describedby={[problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
      autofocus={Boolean(problem)}
    >
      {optional && <option value="">–</option>}
      <Options choices={choices} value={value} />
    </select>
    <Problem id={`${id}-problem`} text={problem} />
  </div>
)

export const Options = ({ choices, value }: { choices: readonly Choice[]; value: string }) => (
  <>
    {choices.map((choice) => (
      <option value={choice.value} selected={choice.value === value}>
        {choice.label}
      </option>
    ))}
  </>
)

interface CheckboxProps {
  name: string
  label: Child
  checked?: boolean
  required?: boolean
  /** Below the label. */
  hint?: string
}

export const Checkbox = ({ name, label, checked, required, hint }: CheckboxProps) => (
  <label class="choice">
    <input type="checkbox" name={name} value="yes" checked={checked} required={required} />
    <span>
      {label}
      {hint && <br />}
      {hint && <span class="hint">{hint}</span>}
    </span>
  </label>
)

interface CheckboxesProps {
  name: string
  legend: Child
  choices: readonly {
    value: string
    label: Child
    checked: boolean
    /** Shown, and not to be changed. It is not sent, so whoever reads the form has to know it. */
    disabled?: boolean
    /** Below the label. */
    hint?: Child
  }[]
}

/** Several things of which any may be chosen. */
export const Checkboxes = ({ name, legend, choices }: CheckboxesProps) => (
  <fieldset class="field">
    <legend>{legend}</legend>
    {choices.map(({ value, label, checked, disabled, hint }) => (
      <label class="choice">
        <input type="checkbox" name={name} value={value} checked={checked} disabled={disabled} />
        <span>
          {label}
          {hint && <br />}
          {hint && <span class="hint">{hint}</span>}
        </span>
      </label>
    ))}
  </fieldset>
)

/** A choice of which every possibility is seen. */
export const Radios = ({
  name,
  legend,
  value,
  choices,
}: Record<'name' | 'legend' | 'value', string> & { choices: readonly Choice[] }) => (
  <fieldset>
    <legend>{legend}</legend>
    {choices.map((choice) => (
      <label class="choice">
        <input type="radio" name={name} value={choice.value} checked={choice.value === value} required />
        <span>{choice.label}</span>
      </label>
    ))}
  </fieldset>
)

/** The choices of a list whose labels are known by their values. */
export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

interface CodeFieldProps {
  words: Words
  digits: number
  problem?: string
  /** The page has the script that submits a complete code. */
  scripted?: boolean
}

/** The field for a code that was sent. */
export const CodeField = ({ words, digits, problem, scripted }: CodeFieldProps) => (
  <Field
    name="code"
    label={words.code.label}
    inputmode="numeric"
    autocomplete="one-time-code"
    maxlength={digits + 6}
    class="code"
    data-digits={scripted ? digits : undefined}
    autofocus
    required
    problem={problem}
  />
)

interface ResendFormProps {
  words: Words
  action: string
  /** Seconds until a new code may be requested. */
  wait: number
  primary: boolean
  children?: Child
}

/** Asks for another code. */
export const ResendForm = ({ words, action, wait, primary, children }: ResendFormProps) => (
  <form method="post" action={action}>
    {children}
    <button type="submit" class={primary ? 'primary' : 'secondary'} data-wait={wait > 0 ? String(wait) : undefined}>
      {words.code.resend}
    </button>
  </form>
)

interface CountdownProps {
  words: Words
  wait: number
  sentence(facts: { time: string }): string
}

/** When another code may be requested. The script counts down in the same words. */
export const Countdown = ({ words, wait, sentence }: CountdownProps) =>
  wait > 0 ? (
    <p
      class="quiet"
      data-countdown={JSON.stringify({ sentence: sentence({ time: '#' }), forms: timeForms(words) })}
      aria-live="off"
    >
      {sentence({ time: inTime(words, wait) })}
    </p>
  ) : null
