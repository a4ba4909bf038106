import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { can } from '@vestibule/remix'
import { managers, otherOrganization, providerPage, requireMember } from '~/auth.server'
import { changeSettings, getSettings } from '~/notes.server'
import { roleName } from '~/words'

export const loader = async (args: LoaderFunctionArgs) => {
  const { user, name, email, role, manages, organization } = await requireMember(args)
  const { whoCanAdd } = await getSettings(organization.id)
  const account = providerPage('/account')
  return {
    name,
    email,
    role,
    manages,
    clears: can(user, 'notes.clear'),
    organization: organization.name,
    organizationId: organization.id,
    whoCanAdd,
    account,
  }
}

export const action = async (args: ActionFunctionArgs) => {
  const member = await requireMember(args, { role: managers })
  const form = await args.request.formData()
  const problem = otherOrganization(form, member)
  if (problem) return data({ problem }, 422)
  const whoCanAdd = form.get('whoCanAdd')
  if (whoCanAdd !== 'everyone' && whoCanAdd !== 'managers') return data({ problem: 'Choose who can add notes.' }, 422)
  await changeSettings(member.organization.id, { whoCanAdd })
  return { saved: whoCanAdd }
}

export const meta: MetaFunction = () => [{ title: 'Settings · Notes' }]

export default function Settings() {
  const { organization, name, email, role, manages, clears, whoCanAdd, account } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>Settings</h1>
        <p>You, and the notes of {organization}.</p>
      </div>
      <div className="columns">
        <section className="card">
          <h2>You in {organization}</h2>
          <div className="stack">
            <dl className="facts wide">
              <dt>Name</dt>
              <dd>{name}</dd>
              <dt>Email</dt>
              <dd>{email}</dd>
              <dt>Role</dt>
              <dd>{roleName(role)}</dd>
            </dl>
            <a className="button" href={account}>
              Edit your profile
            </a>
          </div>
        </section>
        <section className="card">
          <h2>Export</h2>
          <p>All notes of {organization} as a table, with author and date.</p>
          <div className="stack">
            <a className="button" href="/settings/export" download>
              Download CSV
            </a>
          </div>
        </section>
      </div>
      {manages && <WhoCanAdd organization={organization} chosen={whoCanAdd} />}
      {clears && (
        <section className="card">
          <h2>Delete all notes</h2>
          <p>
            For everyone in {organization}. You may be asked to sign in again, and you type the name of the
            organization.
          </p>
          <div className="stack">
            <Link className="button danger" to="/settings/delete-notes">
              Delete all notes
            </Link>
          </div>
        </section>
      )}
    </main>
  )
}

function WhoCanAdd({ organization, chosen }: { organization: string; chosen: string }) {
  const { organizationId } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { formData } = useNavigation()
  const choices = [
    { value: 'everyone', label: `Everyone in ${organization}` },
    { value: 'managers', label: 'Owners and admins' },
  ]
  const saved = result && 'saved' in result ? choices.find(({ value }) => value === result.saved) : null
  return (
    <section className="card">
      <h2>Who can add notes</h2>
      <p>This applies to the dashboard and to the API.</p>
      {/* `?index`: the route of this file, and not that of its folder. */}
      <Form className="stack" method="post" action="?index">
        <input type="hidden" name="organization" value={organizationId} />
        <fieldset>
          <legend className="unseen">Who can add notes</legend>
          {choices.map(({ value, label }) => (
            <label className="choice" key={value}>
              <input type="radio" name="whoCanAdd" value={value} defaultChecked={value === chosen} /> {label}
            </label>
          ))}
        </fieldset>
        <button className="button primary" type="submit" disabled={formData?.has('whoCanAdd')}>
          Save
        </button>
        {saved && (
          <p className="notice" role="status">
            Saved. {saved.label} can add notes.
          </p>
        )}
        {result && 'problem' in result && (
          <p className="error" role="alert">
            {result.problem}
          </p>
        )}
      </Form>
    </section>
  )
}
