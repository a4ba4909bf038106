import { type Choice, Select } from './fields.tsx'
import { Field, type Frame } from './layout.tsx'

interface ToolbarProps {
  frame: Frame
  /** The address of the list. */
  address: string
  /** What the search looks at. */
  label: string
  query: string
  /** What the list is of, beside the search. */
  hidden?: Readonly<Record<string, string>>
  /** Filters and orders. */
  selects?: readonly { name: string; label: string; value: string; choices: readonly Choice[] }[]
}

/** The search of a list, with its filters and its order. */
export const Toolbar = ({ frame, address, label, query, hidden = {}, selects = [] }: ToolbarProps) => (
  <form method="get" action={address} class="toolbar">
    {Object.entries(hidden).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <Field name="query" type="search" label={label} value={query} maxlength={254} />
    {selects.map((select) => (
      <Select {...select} />
    ))}
    <button type="submit" class="secondary">
      {frame.words.admin.find}
    </button>
  </form>
)
