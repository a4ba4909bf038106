import { can } from '@vestibule/nextjs'
import Link from 'next/link'
import { getSettings } from '../../../lib/notes'
import { requireMember } from '../../../lib/people'
import { accountUrl } from '../../../lib/provider'
import { highestRole, roleNames } from '../../../lib/words'
import { WhoCanAddForm } from './who-can-add'

export const metadata = { title: 'Settings' }

export default async function Settings() {
  const { user, name, organization, manages } = await requireMember()
  const { whoCanAdd } = await getSettings(organization.id)
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>Settings</h1>
        <p>You, and the notes of {organization.name}.</p>
      </div>
      <div className="columns">
        <section className="card">
          <h2>You in {organization.name}</h2>
          <div className="stack">
            <dl className="facts wide">
              <dt>Name</dt>
              <dd>{name}</dd>
              <dt>Email</dt>
              <dd>{user.email}</dd>
              <dt>Role</dt>
              <dd>{roleNames[highestRole(user.roles)]}</dd>
            </dl>
            <a className="button" href={accountUrl()}>
              Edit your profile
            </a>
          </div>
        </section>
        <section className="card">
          <h2>Export</h2>
          <p>All notes of {organization.name} as a table, with author and date.</p>
          <div className="stack">
            <a className="button" href="/settings/export" download>
              Download CSV
            </a>
          </div>
        </section>
      </div>
      {manages && (
        <section className="card">
          <h2>Who can add notes</h2>
          <p>This applies to the dashboard and to the API.</p>
          <WhoCanAddForm organization={{ id: organization.id, name: organization.name }} current={whoCanAdd} />
        </section>
      )}
      {can(user, 'notes.clear') && (
        <section className="card">
          <h2>Delete all notes</h2>
          <p>
            For everyone in {organization.name}. You may be asked to sign in again, and you type the name of the
            organization.
          </p>
          <div className="stack">
            <Link className="button danger" href="/settings/delete-notes" prefetch={false}>
              Delete all notes
            </Link>
          </div>
        </section>
      )}
    </main>
  )
}
