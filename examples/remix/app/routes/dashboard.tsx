import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { type Member, otherOrganization, requireMember } from '~/auth.server'
import { EmptyDrawing } from '~/components/icons'
import { NoteList } from '~/components/note-list'
import { useClearedField } from '~/components/use-cleared-field'
import { addNote, deleteNote, getSettings, listNotes, longestNote, plans, type Refusal } from '~/notes.server'
import { amount } from '~/words'

export const loader = async (args: LoaderFunctionArgs) => {
  const member = await requireMember(args)
  const { id: organization, name } = member.organization
  const before = new URL(args.request.url).searchParams.get('before') || undefined
  const [{ notes, next }, { whoCanAdd }] = await Promise.all([
    listNotes(organization, before),
    getSettings(organization),
  ])
  return {
    organization: name,
    organizationId: organization,
    person: [member.name, member.email].filter(Boolean).join(' · '),
    mayAdd: whoCanAdd === 'everyone' || member.manages,
    longestNote,
    before,
    next,
    notes: notes.map(({ id, text, authorId, authorName, createdAt }) => ({
      id,
      text,
      author: authorName,
      createdAt: createdAt.toISOString(),
      deletable: member.manages || authorId === member.id,
    })),
  }
}

// An action is an endpoint of its own: it has its own guard, and takes the organization from the session.
export const action = async (args: ActionFunctionArgs) => {
  const member = await requireMember(args)
  const form = await args.request.formData()
  const note = form.get('note')
  if (note !== null) {
    const deleted = await deleteNote(member.organization.id, member, String(note))
    return deleted
      ? data({ notice: 'Note deleted.' })
      : data({ gone: 'This note is gone, or it is not yours to delete.' }, 404)
  }
  const text = String(form.get('text') ?? '')
  const problem = otherOrganization(form, member)
  if (problem) return data({ text, problem }, 422)
  const result = await addNote(member.organization.id, member, text)
  if ('note' in result) return redirect('/dashboard')
  return data({ text, problem: await wordsOf(result.refused, member) }, 422)
}

async function wordsOf(refusal: Refusal, { organization, role }: Member): Promise<string> {
  if (refusal === 'empty') return 'Write something first.'
  if (refusal === 'too_long') return `A note has at most ${longestNote} characters.`
  if (refusal === 'not_allowed') return `Only owners and admins add notes in ${organization.name}.`
  const { name, notes } = plans[(await getSettings(organization.id)).plan]
  const advice = role === 'owner' ? 'Change the plan under Billing.' : 'Ask an owner to change the plan.'
  return `${organization.name} has all ${amount(notes)} notes of the ${name} plan. ${advice}`
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page ? `${page.organization} · Notes` : 'Notes' },
]

export default function Dashboard() {
  const { organization, person, notes, before, next, mayAdd } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>{organization}</h1>
        <p>{person}</p>
      </div>
      {mayAdd ? <NewNote /> : <p className="notice">Only owners and admins add notes in {organization}.</p>}
      <NoteList notes={notes} />
      {notes.length === 0 && (
        <section className="empty">
          <EmptyDrawing />
          <h2>{before ? 'No older notes' : 'No notes yet'}</h2>
          {mayAdd && !before && <p>Write the first one above. Everyone in {organization} will see it.</p>}
        </section>
      )}
      {(next || before) && (
        <div className="actions more">
          {before && (
            <Link className="button" to="/dashboard">
              Newest notes
            </Link>
          )}
          {next && (
            <Link className="button" to={`/dashboard?before=${next}`}>
              Older notes
            </Link>
          )}
        </div>
      )}
    </main>
  )
}

function NewNote() {
  const { organizationId, longestNote: longest } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const refused = result && 'problem' in result ? result : null
  const { field, isSending } = useClearedField('text', refused !== null)
  return (
    <Form className="card" method="post" action="/dashboard">
      <input type="hidden" name="organization" value={organizationId} />
      <label className="label" htmlFor="text">
        New note
      </label>
      <div className="row">
        <div className="grow">
          <input
            className="field"
            id="text"
            name="text"
            ref={field}
            maxLength={longest}
            required
            autoComplete="off"
            placeholder="What should everyone know?"
            defaultValue={refused?.text}
            aria-invalid={refused ? true : undefined}
            aria-describedby={refused ? 'text-error' : undefined}
          />
        </div>
        <button className="button primary" type="submit" disabled={isSending}>
          Add note
        </button>
      </div>
      {refused && (
        <p className="error" id="text-error" role="alert">
          {refused.problem}
        </p>
      )}
    </Form>
  )
}
