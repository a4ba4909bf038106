import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import type { Requirement } from '@vestibule/remix'
import { otherOrganization, requireMember } from '~/auth.server'
import { deleteAllNotes, getSettings } from '~/notes.server'
import { counted } from '~/words'

/** The page and its action both require a sign-in of the last five minutes: the provider asks for it. */
const requirement: Requirement = { permission: 'notes.clear', maxAge: 300 }

export const loader = async (args: LoaderFunctionArgs) => {
  const { organization } = await requireMember(args, requirement)
  const { noteCount } = await getSettings(organization.id)
  return { organization: organization.name, organizationId: organization.id, noteCount }
}

export const action = async (args: ActionFunctionArgs) => {
  const member = await requireMember(args, requirement)
  const { organization } = member
  const form = await args.request.formData()
  // Two organizations may have the same name.
  const problem = otherOrganization(form, member)
  if (problem) return data({ problem }, 422)
  const confirmation = String(form.get('confirmation') ?? '').trim()
  if (confirmation !== organization.name) return data({ problem: 'That is not the name of the organization.' }, 422)
  return { deleted: await deleteAllNotes(organization.id) }
}

export const meta: MetaFunction = () => [{ title: 'Delete all notes · Notes' }]

export default function DeleteNotes() {
  const { organization, organizationId, noteCount } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { formData } = useNavigation()
  const problem = result && 'problem' in result ? result.problem : null
  if (result && 'deleted' in result)
    return (
      <main id="main" className="page">
        <div className="head">
          <h1>Delete all notes</h1>
          <p>{organization}</p>
        </div>
        <p className="notice" role="status">
          {counted(result.deleted, 'note')} {result.deleted === 1 ? 'was' : 'were'} deleted.
        </p>
        <div className="actions">
          <Link className="button" to="/dashboard">
            Back to your notes
          </Link>
        </div>
      </main>
    )
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>Delete all notes</h1>
        <p>{organization}</p>
      </div>
      <Form className="card" method="post">
        <input type="hidden" name="organization" value={organizationId} />
        <p>
          {counted(noteCount, 'note')} will be deleted for everyone in {organization}. This cannot be undone.
        </p>
        <div className="stack">
          <div className="wide">
            <label className="label" htmlFor="confirmation">
              Type “{organization}” to confirm
            </label>
            <input
              className="field"
              id="confirmation"
              name="confirmation"
              required
              autoComplete="off"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? 'confirmation-error' : undefined}
            />
            {problem && (
              <p className="error" id="confirmation-error" role="alert">
                {problem}
              </p>
            )}
          </div>
          <div className="actions">
            <button className="button danger" type="submit" disabled={formData?.has('confirmation')}>
              Delete all notes
            </button>
            <Link className="button" to="/settings">
              Cancel
            </Link>
          </div>
        </div>
      </Form>
    </main>
  )
}
