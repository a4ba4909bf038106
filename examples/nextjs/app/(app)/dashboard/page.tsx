import type { Metadata } from 'next'
import Link from 'next/link'
import { NotesDrawing } from '../../../components/icons'
import { getSession } from '../../../lib/auth'
import { getSettings, listNotes, longestNote } from '../../../lib/notes'
import { requireMember } from '../../../lib/people'
import { dateOf } from '../../../lib/words'
import { AddNote } from './add-note'
import { NoteList } from './note-list'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getSession())?.user.organization_name ?? 'Dashboard' }
}

export default async function Dashboard({ searchParams }: { searchParams: Promise<{ before?: string | string[] }> }) {
  const member = await requireMember()
  const { user, organization } = member
  const before = String((await searchParams).before ?? '') || undefined
  const [{ notes, next }, { whoCanAdd }] = await Promise.all([
    listNotes(organization.id, before),
    getSettings(organization.id),
  ])
  const mayAdd = whoCanAdd === 'everyone' || member.manages
  const listed = notes.map(({ id, text, authorId, authorName, createdAt }) => ({
    id,
    text,
    author: authorName,
    time: createdAt.toISOString(),
    date: dateOf(createdAt),
    deletable: member.manages || authorId === member.id,
  }))
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>{organization.name}</h1>
        <p>
          {member.name} · {user.email}
        </p>
      </div>
      {mayAdd ? (
        <AddNote organization={organization.id} longest={longestNote} />
      ) : (
        <p className="notice">Only owners and admins add notes in {organization.name}.</p>
      )}
      <NoteList notes={listed} />
      {listed.length === 0 && (
        <section className="empty">
          <NotesDrawing />
          <h2>{before ? 'No older notes' : 'No notes yet'}</h2>
          {mayAdd && !before && <p>Write the first one above. Everyone in {organization.name} will see it.</p>}
        </section>
      )}
      {(next || before) && (
        <div className="actions more">
          {before && (
            <Link className="button" href="/dashboard">
              Newest notes
            </Link>
          )}
          {next && (
            <Link className="button" href={`/dashboard?before=${next}`}>
              Older notes
            </Link>
          )}
        </div>
      )}
    </main>
  )
}
