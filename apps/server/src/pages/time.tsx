import type { Times } from '../words/dates.ts'

interface TimeProps {
  frame: { times: Times }
  at: Date
  /** With seconds instead of "3 minutes ago", where the order of things matters. */
  seconds?: boolean
}

/** When something was, or will be; a pointer shows it exactly. Scripts keep what is relative current (browser/page.ts). */
export const Time = ({ frame: { times }, at, seconds = false }: TimeProps) => (
  <time datetime={at.toISOString().replace(/\.\d+/, '')} title={times.exact(at)} data-relative={!seconds || undefined}>
    {seconds ? times.seconds(at) : times.relative(at)}
  </time>
)
