import type { Words } from '../../words/index.ts'
import { Options, Select } from '../fields.tsx'
import { Field, type Frame, Problem } from '../layout.tsx'

/** What a list of events is narrowed to, as the form has it. */
export interface FilterFields {
  by: string
  about: string
  organization: string
  /** An action, or `group:` and the name of a group. */
  event: string
  result: string
  from: string
  until: string
}

export type ActionGroup = keyof Words['activity']['groups']

export interface EventFilterProps {
  frame: Frame
  /** Where the page is, without its parameters. */
  path: string
  fields: FilterFields
  problems: Partial<Record<keyof FilterFields, string>>
  /** The actions to choose from, by group. */
  actions: readonly (readonly [group: ActionGroup, actions: readonly string[]])[]
  /** One organization's page does not ask for the organization. */
  withOrganization: boolean
  /** Whether these events may be downloaded. */
  exportable: boolean
  /** The most rows of a file, as a number in words. */
  rowLimit: string
}

/** The filters of a list of events. */
export const EventFilters = (props: EventFilterProps) => {
  const { frame, path, fields, problems, withOrganization } = props
  const { filters } = frame.words.activity
  const isNarrowed = Object.values(fields).some((value) => value !== '')
  return (
    <details open={isNarrowed}>
      <summary>{filters.title}</summary>
      <form method="get" action={path}>
        <div class="grid">
          <Field name="by" label={filters.by} value={fields.by} maxlength={254} />
          <Field name="about" label={filters.about} value={fields.about} maxlength={254} />
          {withOrganization && (
            <Field name="organization" label={filters.organization} value={fields.organization} maxlength={254} />
          )}
          <ActionField {...props} />
          <ResultField {...props} />
          <Field name="from" type="date" label={filters.from} value={fields.from} problem={problems.from} />
          <Field name="until" type="date" label={filters.until} value={fields.until} problem={problems.until} />
        </div>
        <p class="answers">
          <button type="submit" class="secondary">
            {filters.show}
          </button>
          {isNarrowed && <a href={path}>{filters.clear}</a>}
        </p>
      </form>
    </details>
  )
}

const ActionField = ({ frame, fields, actions, problems }: EventFilterProps) => {
  const { filters, groups, actions: names } = frame.words.activity
  const texts: Record<string, string> = names
  return (
    <div class="field">
      <label for="event">{filters.action}</label>
      <select id="event" name="event" aria-describedby={problems.event ? 'event-problem' : undefined}>
        <option value="">{filters.everything}</option>
        {actions.map(([group, list]) => (
          <optgroup label={groups[group]}>
            <option value={`group:${group}`} selected={fields.event === `group:${group}`}>
              {`${groups[group]}: ${filters.everything}`}
            </option>
            <Options
              choices={list.map((action) => ({ value: action, label: texts[action] ?? action }))}
              value={fields.event}
            />
          </optgroup>
        ))}
      </select>
      <Problem id="event-problem" text={problems.event} />
    </div>
  )
}

const ResultField = ({ frame, fields, problems }: EventFilterProps) => {
  const { filters } = frame.words.activity
  const choices = [
    { value: '', label: filters.everything },
    { value: 'ok', label: filters.done },
    { value: 'refused', label: filters.refused },
  ]
  return (
    <Select name="result" label={filters.result} value={fields.result} choices={choices} problem={problems.result} />
  )
}

/** The button that downloads what the filters leave. */
export const Export = ({
  frame,
  path,
  fields,
  rowLimit,
}: Pick<EventFilterProps, 'frame' | 'path' | 'fields' | 'rowLimit'>) => {
  const { activity } = frame.words
  return (
    <form method="post" action={path}>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <p class="answers">
        <button type="submit" name="action" value="export" class="secondary small">
          {activity.filters.csv}
        </button>
        <span class="quiet">{activity.rowLimit({ count: rowLimit })}</span>
      </p>
    </form>
  )
}
