import { getSettings } from '../../../../lib/notes'
import { requireMember } from '../../../../lib/people'
import { counted } from '../../../../lib/words'
import { DeleteForm } from './delete-form'

export const metadata = { title: 'Delete all notes' }

/** Whoever signed in more than five minutes ago signs in again first. */
export default async function DeleteNotes() {
  const { organization } = await requireMember({ permission: 'notes.clear', maxAge: 300 })
  const { noteCount } = await getSettings(organization.id)
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>Delete all notes</h1>
        <p>{organization.name}</p>
      </div>
      <DeleteForm organization={{ id: organization.id, name: organization.name }} notes={counted(noteCount, 'note')} />
    </main>
  )
}
