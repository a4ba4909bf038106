import type { Child } from 'hono/jsx'

/** A button that sends a form. */
export interface Act {
  label: string
  /** The value of the button, by which the form says what is to be done. Default: the form does one thing. */
  act?: string
  look?: 'primary' | 'secondary' | 'danger'
}

interface ActFormProps extends Partial<Act> {
  action: string
  /** Sent in hidden fields. */
  fields?: Readonly<Record<string, string>>
  /** What the buttons act on: part of their accessible names. */
  about?: string
  /** The buttons, if there are several. Empty ones are left out. */
  acts?: readonly (Act | null | false)[]
  /** The name of the buttons. Default: `action`. */
  name?: string
  class?: string
  /** Fields before the buttons. */
  children?: Child
}

/** A form whose buttons each do something. */
export const ActForm = (props: ActFormProps) => {
  const { action, fields = {}, about, act, look, label = '', name = 'action', class: className, children } = props
  const { acts = [{ act, look, label }] } = props
  return (
    <form method="post" action={action} class={className} novalidate>
      {Object.entries(fields).map(([field, value]) => (
        <input type="hidden" name={field} value={value} />
      ))}
      {children}
      {acts.map((button) => button && <ActButton name={name} about={about} {...button} />)}
    </form>
  )
}

const ActButton = ({ act, label, look = 'secondary', name, about }: Act & { name: string; about?: string }) => (
  <button
    type="submit"
    name={act && name}
    value={act}
    class={look}
    aria-label={about ? `${label}: ${about}` : undefined}
  >
    {label}
  </button>
)

interface ConfirmationProps extends ActFormProps {
  label: string
  /** Says what will happen. */
  question: string
}

/** An act that asks first. The question unfolds below its button, which needs no script and no further page. */
export const Confirmation = ({ question, children, look = 'danger', ...form }: ConfirmationProps) => (
  <details class="confirm">
    <summary aria-label={form.about ? `${form.label}: ${form.about}` : undefined}>{form.label}</summary>
    <ActForm {...form} look={look}>
      <p class="hint">{question}</p>
      {children}
    </ActForm>
  </details>
)

interface RowActProps extends Omit<Act, 'act'> {
  action: string
  /** The field that names the row. */
  name: string
  value: string
}

const rowForm = 'row'

/** The form of every `RowAct` of a page: with a form in each row, a long list would be a large page. */
export const RowForm = () => <form id={rowForm} method="post"></form>

/** A button in the menu of a row, which says what the row is about. The page it belongs to has a `RowForm`. */
export const RowAct = ({ action, name, value, label, look = 'secondary' }: RowActProps) => (
  <button type="submit" form={rowForm} formaction={action} name={name} value={value} class={look}>
    {label}
  </button>
)

interface MenuProps {
  label: string
  /** What the menu acts on: part of its accessible name. */
  about: string
  children?: Child
}

/** What can be done with one row of a list. It opens without a script, and one at a time. */
export const Menu = ({ label, about, children }: MenuProps) => (
  <details class="menu" name="row-menu">
    <summary aria-label={`${label}: ${about}`} title={label}></summary>
    <div>{children}</div>
  </details>
)
