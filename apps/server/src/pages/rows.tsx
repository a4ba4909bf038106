import type { Child } from 'hono/jsx'

/** A list of items, each a `Row`. */
export const Rows = ({ children }: { children?: Child }) => <ul class="rows">{children}</ul>

interface RowProps {
  title: Child
  /** Labels beside the title, such as a role. Empty ones are left out. */
  tags?: readonly (string | null | false)[]
  /** Lines below the title. Empty ones are left out. */
  hints?: readonly Child[]
  /** Markup below the hints. */
  details?: Child
  /** Buttons and forms that act on the item. */
  children?: Child
}

/** An item of a list: what it is, and beside it what can be done with it. */
export const Row = ({ title, tags = [], hints = [], details, children }: RowProps) => (
  <li>
    <div>
      {title}
      {tags.filter(Boolean).map((tag) => (
        <>
          {' '}
          <span class="tag">{tag}</span>
        </>
      ))}
      {hints.filter(Boolean).map((hint) => (
        <p class="hint">{hint}</p>
      ))}
      {details}
    </div>
    {children}
  </li>
)

/** Joins the parts that are not empty into one line. */
export const joinParts = (...parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(' · ')
