import type { Child } from 'hono/jsx'
import { Copy, type CopyWords } from './copy.tsx'

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

interface CodeProps {
  /** With a button that copies the text: the words of it, and what the text is. */
  copy?: CopyWords
  about?: string
  id?: string
  children?: Child
}

/** An id, a URL or another text of machines: it reads from left to right in every language. */
export const Code = ({ copy, about, id, children }: CodeProps) => {
  const code = (
    <code id={id}>
      <bdi dir="ltr">{children}</bdi>
    </code>
  )
  return copy ? (
    <span class="copied-text">
      {code}
      <Copy words={copy} about={about} />
    </span>
  ) : (
    code
  )
}

/** Lines to copy: a secret, a command or a file. */
export const Snippet = ({ copy, about, id, children }: CodeProps & { copy: CopyWords }) => (
  <div class="snippet">
    <pre dir="ltr" id={id}>
      {children}
    </pre>
    <Copy words={copy} about={about} />
  </div>
)
