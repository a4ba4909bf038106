import { ActForm } from '../act-form.tsx'
import { FieldInputs, type ShownField } from '../field-values.tsx'
import { Field, Form } from '../layout.tsx'
import { namesOfRoles } from '../roles.ts'
import { NameCell, Table } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface OrganizationsPageProps {
  frame: AccountFrame
  organizations: readonly {
    organizationId: string
    slug: string
    name: string
    roles: readonly string[]
    teams: readonly string[]
  }[]
  mayCreate: boolean
  /** What was typed, and what is wrong with it. */
  name: string
  /** What is required of a new organization. */
  fields: readonly ShownField[]
  problems: Readonly<Partial<Record<string, string>>>
}

export const OrganizationsPage = (props: OrganizationsPageProps) => {
  const { frame, organizations, mayCreate } = props
  const { words, base } = frame
  const labels = words.me.organizations
  return (
    <AccountLayout frame={frame} tab="organizations">
      <Table
        frame={frame}
        label={words.me.tabs.organizations}
        count={organizations.length > 0 ? labels.intro : null}
        rows={organizations}
        empty={labels.none}
        columns={[
          {
            head: words.lists.sorts.name,
            width: 'wide',
            cell: ({ organizationId, slug, name }) => (
              <NameCell
                name={name}
                href={`${base}/organizations/${slug}`}
                detail={slug}
                face={{ id: organizationId, kind: 'organization', name }}
              />
            ),
          },
          { head: words.org.role, cell: ({ roles }) => namesOfRoles(words, roles).join(', ') },
          {
            head: words.org.tabs.teams,
            cell: ({ teams }) => teams.length > 0 && <bdi>{teams.join(', ')}</bdi>,
          },
          {
            head: words.lists.actions,
            width: 'narrow',
            cell: ({ slug, name }) => (
              // It asks first, and an owner who is the only one is told why they can't.
              <ActForm action={`${base}/organizations/${slug}/leave`} label={words.org.leave} about={name} />
            ),
          },
        ]}
      />
      {mayCreate && <NewOrganization {...props} />}
    </AccountLayout>
  )
}

const NewOrganization = ({ frame, name, fields, problems }: OrganizationsPageProps) => {
  const { create, createIntro, name: label } = frame.words.organization
  return (
    <section>
      <h2>{create}</h2>
      <p>{createIntro}</p>
      <Form action={`${frame.base}/account/organizations`} submit={create}>
        <Field
          name="organization_name"
          label={label}
          value={name}
          problem={problems.organization_name}
          maxlength={200}
          required
        />
        {fields.length > 0 && <FieldInputs inputs={fields} />}
      </Form>
    </section>
  )
}
