import type { ReactNode } from 'react'

/** A page that only says something: an error, or that one may not be here. */
export const Message = ({
  code,
  title,
  text,
  children,
}: Record<'code' | 'title' | 'text', string> & { children: ReactNode }) => (
  <main id="main" className="page message">
    <p className="code">{code}</p>
    <h1>{title}</h1>
    <p>{text}</p>
    <div className="actions">{children}</div>
  </main>
)
