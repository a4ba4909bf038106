interface ActionProps {
  action: string
  /** Sent in hidden fields. */
  fields?: Readonly<Record<string, string>>
  label: string
  /** What the button acts on: part of its accessible name. */
  about?: string
  danger?: boolean
}

/** A form with a single button. */
export const Action = ({ action, fields = {}, label, about, danger = false }: ActionProps) => (
  <form method="post" action={action}>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button type="submit" class={danger ? 'danger' : 'secondary'} aria-label={about ? `${label}: ${about}` : undefined}>
      {label}
    </button>
  </form>
)
