import { Row, Rows } from '../rows.tsx'
import { type ConsoleFrame, ConsoleLayout, Search } from './layout.tsx'

interface PeoplePageProps {
  frame: ConsoleFrame
  query: string
  people: readonly { id: string; name: string; email: string; disabled: boolean }[]
  next: string | null
}

export const PeoplePage = ({ frame, query, people, next }: PeoplePageProps) => {
  const { admin } = frame.words
  return (
    <ConsoleLayout frame={frame} section="people">
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
    </ConsoleLayout>
  )
}
