import { Pager } from '../pager.tsx'
import { Row, Rows } from '../rows.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

interface FactsPageProps {
  frame: ConsoleFrame
  section: 'keys' | 'mail'
  rows: readonly { title: string; facts: readonly string[] }[]
  next?: string | null
  first?: string | null
}

/** A list that can only be read. */
export const FactsPage = ({ frame, section, rows, next = null, first = null }: FactsPageProps) => (
  <ConsoleLayout frame={frame} section={section}>
    {rows.length === 0 && <p class="quiet">{frame.words.admin.nothing}</p>}
    <Rows>
      {rows.map(({ title, facts }) => (
        <Row title={<strong>{title}</strong>} hints={facts} />
      ))}
    </Rows>
    <Pager frame={frame} next={next} first={first} />
  </ConsoleLayout>
)
