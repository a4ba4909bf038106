import type { Child } from 'hono/jsx'

/** What a state means, everywhere: it works, it may need attention, it does not work, or nothing follows from it. */
export type StatusKind = 'good' | 'warning' | 'bad' | 'neutral'

/** The state of something: a word, and a dot whose color and shape say what it means. */
export const Status = ({ kind, children }: { kind: StatusKind; children?: Child }) => (
  <span class={`status ${kind}`}>{children}</span>
)

/** A quiet word about something that is no state, such as a role. */
export const Tag = ({ children }: { children?: Child }) => <span class="tag">{children}</span>
