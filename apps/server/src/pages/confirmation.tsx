import type { Child } from 'hono/jsx'

interface ConfirmationProps {
  action: string
  fields?: Readonly<Record<string, string>>
  /** The button that asks, and the one that does it. */
  label: string
  /** What it is about, for who hears the button among others. */
  about?: string
  /** What happens then. */
  question: string
  danger?: boolean
  children?: Child
}

/** A removal that asks first. The question unfolds under its button, so it needs no script and no page of its own. */
export const Confirmation = ({
  action,
  fields = {},
  label,
  about,
  question,
  danger = true,
  children,
}: ConfirmationProps) => {
  const name = about ? `${label}: ${about}` : undefined
  return (
    <details class="confirm">
      <summary aria-label={name}>{label}</summary>
      <form method="post" action={action}>
        {Object.entries(fields).map(([key, value]) => (
          <input type="hidden" name={key} value={value} />
        ))}
        <p class="hint">{question}</p>
        {children}
        <button type="submit" class={danger ? 'danger' : 'secondary'} aria-label={name}>
          {label}
        </button>
      </form>
    </details>
  )
}
