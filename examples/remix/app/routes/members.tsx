import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { managers, otherOrganization, providerPage, requireMember } from '~/auth.server'
import { useClearedField } from '~/components/use-cleared-field'
import { UserAvatar } from '~/components/user-avatar'
import { invite, listInvitations, listMembers } from '~/members.server'
import { day, roleName } from '~/words'

export const loader = async (args: LoaderFunctionArgs) => {
  const { id: self, organization, manages } = await requireMember(args)
  const cursor = new URL(args.request.url).searchParams.get('cursor') || undefined
  const [page, pending] = await Promise.all([
    listMembers(organization.id, { cursor }),
    manages && !cursor ? listInvitations(organization.id) : null,
  ])
  const common = {
    organization: organization.name,
    organizationId: organization.id,
    manages,
    provider: providerPage(`/organizations/${organization.slug}`),
  }
  if ('unavailable' in page) return { ...common, unavailable: page.unavailable }
  return {
    ...common,
    next: page.next,
    members: page.members.map(({ id, name, email, role }) => ({
      id,
      name,
      role,
      isSelf: id === self,
      // As at the provider: only owners and admins see the addresses of others.
      email: manages || id === self ? email : null,
    })),
    invitations: pending && 'invitations' in pending ? pending.invitations : [],
    moreInvitations: pending !== null && 'more' in pending && pending.more,
  }
}

export const action = async (args: ActionFunctionArgs) => {
  const member = await requireMember(args, { role: managers })
  const { organization } = member
  const form = await args.request.formData()
  const email = String(form.get('email') ?? '').trim()
  const role = form.get('role')
  const refused = otherOrganization(form, member)
  if (refused) return data({ email, problem: refused }, 422)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    return data({ email, problem: 'Enter a valid email address.' }, 422)
  // Nobody becomes an owner by this form, whatever is sent to it.
  if (role !== 'member' && role !== 'admin') return data({ email, problem: 'Choose a role.' }, 422)
  const problem = await invite(organization.id, email, role)
  return problem ? data({ email, problem }, 422) : { invited: email }
}

export const meta: MetaFunction = () => [{ title: 'Members · Notes' }]

export default function Members() {
  const page = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>Members</h1>
        <p>Who can see the notes of {page.organization}.</p>
      </div>
      {result && 'invited' in result && (
        <p className="notice" role="status">
          Invitation sent to {result.invited}.
        </p>
      )}
      {'unavailable' in page ? (
        <Unavailable reason={page.unavailable} provider={page.provider} />
      ) : (
        <>
          {page.manages && <Invite organization={page.organization} id={page.organizationId} />}
          <MembersTable organization={page.organization} members={page.members} />
          {page.next && (
            <Link className="button more" to={`/members?${new URLSearchParams({ cursor: page.next })}`}>
              More members
            </Link>
          )}
          {page.invitations.length > 0 && (
            <Invitations invitations={page.invitations} more={page.moreInvitations ? page.provider : null} />
          )}
        </>
      )}
    </main>
  )
}

const Unavailable = ({ reason, provider }: { reason: 'not_permitted' | 'unreachable'; provider: string }) => (
  <section className="empty">
    <h2>Members are listed at the provider</h2>
    <p>
      {reason === 'not_permitted'
        ? 'This application may not read the members. Give its client the grant type client_credentials and the scopes members:read, members:write and invitations:write, as the README says.'
        : 'The members could not be read. Try again in a minute.'}
    </p>
    <a className="button primary" href={provider}>
      Members at the provider
    </a>
  </section>
)

function Invite({ organization, id }: { organization: string; id: string }) {
  const result = useActionData<typeof action>()
  const refused = result && 'problem' in result ? result : null
  const { field, isSending } = useClearedField('email', refused !== null)
  return (
    <section className="card">
      <h2>Invite someone</h2>
      <p>They get an email with a link, and join {organization} when they open it.</p>
      <Form className="stack" method="post">
        <input type="hidden" name="organization" value={id} />
        <div className="row wide">
          <div className="grow">
            <label className="label" htmlFor="email">
              Email address
            </label>
            <input
              className="field"
              id="email"
              name="email"
              ref={field}
              type="email"
              required
              maxLength={254}
              autoComplete="off"
              defaultValue={refused?.email}
              aria-invalid={refused ? true : undefined}
              aria-describedby={refused ? 'email-error' : undefined}
            />
          </div>
          <div>
            <label className="label" htmlFor="role">
              Role
            </label>
            <select className="field" id="role" name="role">
              <option value="member">Member</option>
              <option value="admin">Admin</option>
            </select>
          </div>
          <button className="button primary" type="submit" disabled={isSending}>
            Send invitation
          </button>
        </div>
        {refused && (
          <p className="error" id="email-error" role="alert">
            {refused.problem}
          </p>
        )}
      </Form>
    </section>
  )
}

interface MemberOnPage {
  id: string
  name: string
  email: string | null
  role: string
  isSelf: boolean
}

const MembersTable = ({ organization, members }: { organization: string; members: readonly MemberOnPage[] }) => (
  <section className="card">
    <table className="table">
      <caption className="unseen">Members of {organization}</caption>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Role</th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ id, name, email, role, isSelf }) => (
          <tr key={id}>
            <td>
              <div className="person">
                <UserAvatar name={name} />
                <div>
                  <span>
                    <strong>{name}</strong>
                    {isSelf && <span className="quiet"> (you)</span>}
                  </span>
                  {email && <span className="quiet">{email}</span>}
                </div>
              </div>
            </td>
            <td>
              <span className={role === 'member' ? 'badge' : 'badge strong'}>{roleName(role)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

interface InvitationOnPage {
  id: string
  email: string
  role: string
  expiresAt: Date | string
}

const Invitations = ({ invitations, more }: { invitations: readonly InvitationOnPage[]; more: string | null }) => (
  <section className="card">
    <h2>Open invitations</h2>
    <ul className="list">
      {invitations.map(({ id, email, role, expiresAt }) => (
        <li key={id}>
          <span>{email}</span>
          <span className="quiet">
            {roleName(role)} · expires {day(expiresAt)}
          </span>
        </li>
      ))}
      {more && (
        <li>
          <a href={`${more}/invitations`}>More invitations</a>
        </li>
      )}
    </ul>
  </section>
)
