import { namesOfRoles } from '../roles.ts'
import { joinParts, Table } from '../table.tsx'
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
      <Table
        frame={frame}
        rows={organizations}
        columns={{
          name: ({ name }) => name,
          href: ({ slug }) => `${base}/organizations/${slug}`,
          status: ({ roles }) => namesOfRoles(words, roles),
          facts: ({ slug, teams }) => [joinParts(slug, ...teams)],
        }}
      />
    </AccountLayout>
  )
}
