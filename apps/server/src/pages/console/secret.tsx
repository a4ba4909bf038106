import type { Child } from 'hono/jsx'
import { Snippet } from '../facts.tsx'
import { type ConsoleFrame, ConsoleLayout, type SectionName } from './layout.tsx'

interface SecretPageProps {
  frame: ConsoleFrame
  section: SectionName
  title: string
  notice: string
  secret: string
  /** The id of its element. */
  id?: string
  /** The page of what the secret belongs to. */
  back: { href: string; label: string }
  /** Above the secret. */
  children?: Child
  /** Below the link. */
  after?: Child
}

/** Shows a secret, once: it is the answer to the POST that made it, and no address leads to it. */
export const SecretPage = ({ frame, section, title, notice, secret, id, back, children, after }: SecretPageProps) => (
  <ConsoleLayout frame={frame} section={section} title={title} notice={notice}>
    {children}
    <Snippet copy={frame.words.lists} id={id}>
      {secret}
    </Snippet>
    <p>
      <a href={back.href}>{back.label}</a>
    </p>
    {after}
  </ConsoleLayout>
)
