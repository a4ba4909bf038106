import type { Child } from 'hono/jsx'
import { Problem } from './layout.tsx'

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
  problem?: string
}

/** A labelled list to choose from. */
export const Select = ({ name, id = name, label, value = '', choices, optional = false, problem }: SelectProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select
      id={id}
      name={name}
      aria-invalid={problem ? 'true' : undefined}
      aria-describedby={problem ? `${id}-problem` : undefined}
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
