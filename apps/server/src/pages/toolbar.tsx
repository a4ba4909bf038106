import { type Choice, Select } from './fields.tsx'
import { Field, type Frame } from './layout.tsx'

interface ToolbarProps {
  frame: Frame
  /** The address of the list. */
  address: string
  /** The name of the search's field. Default: `query`. */
  name?: string
  /** What the search looks at. Without it, there are filters only. */
  label?: string | false
  query?: string
  problem?: string
  /** What the list is of, beside the search. */
  hidden?: Readonly<Record<string, string>>
  /** Filters and orders. */
  selects?: readonly ({ name: string; label: string; value: string; choices: readonly Choice[] } | false)[]
  /** Filters that are typed. */
  fields?: readonly { name: string; label: string; value: string; problem?: string }[]
  /** The text of the link to the list as a whole, where it is searched or filtered. */
  clear?: string | false | ''
}

/** The search of a list, with its filters and its order: one line, whose fields say themselves what they are for. */
export const Toolbar = (props: ToolbarProps) => {
  const { frame, address, name = 'query', label, query = '', problem, hidden = {}, selects = [], fields = [] } = props
  const typed = label ? [{ name, label, value: query, type: 'search', problem }] : []
  return (
    <search>
      <form method="get" action={address} class="toolbar">
        {Object.entries(hidden).map(([field, value]) => (
          <input type="hidden" name={field} value={value} />
        ))}
        {[...typed, ...fields].map((field) => (
          <Field type="text" {...field} placeholder={field.label} maxlength={254} />
        ))}
        {selects.map((select) => select && <Select {...select} choices={saidWith(select.label, select.choices)} />)}
        <button type="submit" class="secondary">
          {frame.words.admin.find}
        </button>
        {props.clear && <a href={address}>{props.clear}</a>}
      </form>
    </search>
  )
}

/** The choice that leaves everything in says what it is about: "State: any". So does every order. */
const saidWith = (label: string, choices: readonly Choice[]): Choice[] => {
  const isFilter = choices.some(({ value }) => value === '')
  return choices.map((choice) => ({
    ...choice,
    label: isFilter && choice.value !== '' ? choice.label : `${label}: ${choice.label}`,
  }))
}
