import type { Child } from 'hono/jsx'

interface MenuProps {
  label: string
  /** What the menu acts on: part of its accessible name. */
  about: string
  children?: Child
}

/** What can be done with one row of a list. It opens without a script, and one at a time. */
export const Menu = ({ label, about, children }: MenuProps) => (
  <details class="menu" name="row-menu">
    <summary aria-label={`${label}: ${about}`}>{label}</summary>
    <div>{children}</div>
  </details>
)
