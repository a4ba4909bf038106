import { Problem } from './layout.tsx'

export interface Choice {
  value: string
  label: string
}

interface SelectProps {
  name: string
  /** Required where a page has two fields of the same name. Default: the name. */
  id?: string
  label: string
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
