import { SignInLink } from '@vestibule/nextjs/client'
import { revalidatePath } from 'next/cache'
import { requireUser } from '../../lib/auth'
import { addNote, notesOf } from '../../lib/notes'

async function add(form: FormData) {
  'use server'
  // An action is an endpoint of its own: it has its own guard, and takes the organization from the session.
  const user = await requireUser({ organization: true, returnTo: '/dashboard' })
  addNote(user.organization, { text: String(form.get('text') ?? ''), by: user.name ?? user.sub })
  revalidatePath('/dashboard')
}

export default async function Dashboard() {
  const user = await requireUser({ organization: true, returnTo: '/dashboard' })
  const others = user.organizations.filter(({ id }) => id !== user.organization)
  return (
    <main>
      <h1>Dashboard</h1>
      <p>
        {user.name} · {user.email}
      </p>
      <p>Organization: {user.organization_name}</p>
      <ul className="notes">
        {notesOf(user.organization).map((note) => (
          <li key={note.id}>
            {note.text} <span className="quiet">{note.by}</span>
          </li>
        ))}
      </ul>
      <form action={add} className="inline">
        <input name="text" aria-label="Note" placeholder="A new note" maxLength={500} required />
        <button type="submit">Add note</button>
      </form>
      {others.length > 0 && (
        <nav aria-label="Organizations">
          {others.map(({ id, name }) => (
            <p key={id}>
              <SignInLink organization={id} returnTo="/dashboard">
                Switch to {name}
              </SignInLink>
            </p>
          ))}
        </nav>
      )}
    </main>
  )
}
