import { namesOfRoles } from '../roles.ts'
import { joinParts, Row, Rows } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface OrganizationsPageProps {
  frame: AccountFrame
  organizations: readonly { slug: string; name: string; roles: readonly string[]; teams: readonly string[] }[]
}

export const OrganizationsPage = ({ frame, organizations }: OrganizationsPageProps) => {
  const { words, base } = frame
  const labels = words.me.organizations
  return (
    <AccountLayout frame={frame} tab="organizations">
      <p>{organizations.length === 0 ? labels.none : labels.intro}</p>
      <Rows>
        {organizations.map(({ slug, name, roles, teams }) => (
          <Row
            title={
              <strong>
                <a href={`${base}/organizations/${slug}`}>{name}</a>
              </strong>
            }
            tags={namesOfRoles(words, roles)}
            hints={[joinParts(slug, ...teams)]}
          />
        ))}
      </Rows>
    </AccountLayout>
  )
}
