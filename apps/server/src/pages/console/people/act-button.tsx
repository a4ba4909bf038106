interface ActButtonProps {
  path: string
  act: string
  fields?: Readonly<Record<string, string>>
  label: string
  /** What the button acts on: part of its accessible name. */
  about?: string
}

/** Leads to the question that is asked first. */
export const ActButton = ({ path, act, fields = {}, label, about }: ActButtonProps) => (
  <form method="post" action={path}>
    {Object.entries(fields).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button
      type="submit"
      name="action"
      value={act}
      class="secondary"
      aria-label={about ? `${label}: ${about}` : undefined}
    >
      {label}
    </button>
  </form>
)
