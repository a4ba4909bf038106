import type { ReactNode } from 'react'

/** A page that says why there is nothing else on it, and leads back. */
export const Message = ({
  code,
  title,
  text,
  children,
}: {
  code: string
  title: string
  text: string
  children: ReactNode
}) => (
  <main id="main" className="page message">
    <p className="code">{code}</p>
    <h1>{title}</h1>
    <p>{text}</p>
    <div className="actions">{children}</div>
  </main>
)
