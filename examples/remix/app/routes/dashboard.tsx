import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, redirect, useLoaderData } from '@remix-run/react'
import { requireUser } from '~/auth.server'
import { addNote, notesOf } from '~/notes.server'

export const loader = async (args: LoaderFunctionArgs) => {
  const user = await requireUser(args, { organization: true })
  return { user, notes: notesOf(user.organization) }
}

// An action is an endpoint of its own: it has its own guard, and takes the organization from the session.
export const action = async (args: ActionFunctionArgs) => {
  const user = await requireUser(args, { organization: true })
  const form = await args.request.formData()
  addNote(user.organization, { text: String(form.get('text') ?? ''), by: user.name ?? user.sub })
  return redirect('/dashboard')
}

export default function Dashboard() {
  const { user, notes } = useLoaderData<typeof loader>()
  const others = user.organizations.filter(({ id }) => id !== user.organization)
  return (
    <main>
      <h1>Dashboard</h1>
      <p>
        {user.name} · {user.email}
      </p>
      <p>Organization: {user.organization_name}</p>
      <ul className="notes">
        {notes.map((note) => (
          <li key={note.id}>
            {note.text} <span className="quiet">{note.by}</span>
          </li>
        ))}
      </ul>
      {/* A new form for each note: Remix leaves in it what was typed. */}
      <Form key={notes.at(-1)?.id} method="post" className="inline">
        <input name="text" aria-label="Note" placeholder="A new note" maxLength={500} required />
        <button type="submit">Add note</button>
      </Form>
      {others.length > 0 && (
        <nav aria-label="Organizations">
          {others.map(({ id, name }) => (
            <p key={id}>
              <a href={`/auth/login?organization=${id}&returnTo=/dashboard`}>Switch to {name}</a>
            </p>
          ))}
        </nav>
      )}
    </main>
  )
}
