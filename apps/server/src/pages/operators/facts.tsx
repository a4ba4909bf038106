import type { AccountFrame } from '../account/layout.tsx'
import { Pager } from '../pager.tsx'
import { Row, Rows } from '../rows.tsx'
import { OperatorLayout } from './layout.tsx'

interface FactsPageProps {
  frame: AccountFrame
  tab: 'clients' | 'keys' | 'queue'
  rows: readonly { title: string; facts: readonly string[] }[]
  next?: string | null
  first?: string | null
}

/** A list that can only be read. */
export const FactsPage = ({ frame, tab, rows, next = null, first = null }: FactsPageProps) => (
  <OperatorLayout frame={frame} tab={tab}>
    {rows.length === 0 && <p class="quiet">{frame.words.admin.nothing}</p>}
    <Rows>
      {rows.map(({ title, facts }) => (
        <Row title={<strong>{title}</strong>} hints={facts} />
      ))}
    </Rows>
    <Pager frame={frame} next={next} first={first} />
  </OperatorLayout>
)
