import type { Child } from 'hono/jsx'

/** A label and what stands beside it: a value, or several. */
export type FactEntry = readonly [label: Child, value: Child | readonly Child[]]

/** What is known about a thing. Empty entries are left out. */
export const Facts = ({ facts }: { facts: readonly (FactEntry | null | false | undefined | '')[] }) => (
  <dl class="facts">
    {facts.map(
      (fact) =>
        fact && (
          <>
            <dt>{fact[0]}</dt>
            {[fact[1]].flat().map((value) => (
              <dd>{value as Child}</dd>
            ))}
          </>
        ),
    )}
  </dl>
)

/** An id, a URL or another text of machines: it reads from left to right in every language. */
export const Code = ({ children }: { children?: Child }) => (
  <code>
    <bdi dir="ltr">{children}</bdi>
  </code>
)

/** Text to copy: a secret, a command or a file. */
export const Snippet = ({ id, children }: { id?: string; children?: Child }) => (
  <pre class="snippet" dir="ltr" id={id}>
    {children}
  </pre>
)
