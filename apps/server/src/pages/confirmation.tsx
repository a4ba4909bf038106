import type { Child } from 'hono/jsx'

interface ConfirmationProps {
  action: string
  fields?: Readonly<Record<string, string>>
  /** The label of the button that asks and of the button that confirms. */
  label: string
  /** What the button acts on: part of its accessible name. */
  about?: string
  /** Says what will happen. */
  question: string
  danger?: boolean
  children?: Child
}

/** A removal that asks for confirmation. The question unfolds below its button, which needs no script and no further page. */
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
