import type { Child } from 'hono/jsx'

/** A list of things, each a `Row`. */
export const Rows = ({ children }: { children?: Child }) => <ul class="rows">{children}</ul>

interface RowProps {
  title: Child
  /** Short words beside the title, such as a role. An empty one is left out. */
  tags?: readonly (string | null | false)[]
  /** Lines below the title. An empty one is left out. */
  hints?: readonly Child[]
  /** Markup below the hints. */
  details?: Child
  /** The buttons and forms for this row. */
  children?: Child
}

/** What something is called and, beside it, what can be done with it. */
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

/** Puts the parts that exist on one line. */
export const joinParts = (...parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(' · ')
