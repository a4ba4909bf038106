import type { AccountFrame } from '../account/layout.tsx'
import { Row, Rows } from '../rows.tsx'
import { OperatorLayout, Search } from './layout.tsx'

interface PeoplePageProps {
  frame: AccountFrame
  query: string
  people: readonly { id: string; name: string; email: string; disabled: boolean }[]
  next: string | null
}

export const PeoplePage = ({ frame, query, people, next }: PeoplePageProps) => {
  const { admin } = frame.words
  return (
    <OperatorLayout frame={frame} tab="people">
      <Search frame={frame} path="/admin" query={query} found={people.length} />
      <Rows>
        {people.map(({ id, name, email, disabled }) => (
          <Row
            title={<a href={`${frame.base}/admin/users/${id}`}>{email || id}</a>}
            tags={[disabled && admin.disabled]}
            hints={[name]}
          />
        ))}
      </Rows>
      {next && <a href={next}>{admin.more}</a>}
    </OperatorLayout>
  )
}
