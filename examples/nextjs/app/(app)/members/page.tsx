import Link from 'next/link'
import { UserAvatar } from '../../../components/user-avatar'
import {
  type Fault,
  type Invitation,
  listInvitations,
  listMembers,
  type MemberOfOrganization,
} from '../../../lib/members'
import { type Member, requireMember } from '../../../lib/people'
import { organizationUrl } from '../../../lib/provider'
import { dateOf, highestRole, roleNames } from '../../../lib/words'
import { InviteForm } from './invite-form'

export const metadata = { title: 'Members' }

export default async function Members({ searchParams }: { searchParams: Promise<{ cursor?: string | string[] }> }) {
  const member = await requireMember()
  const { organization, manages } = member
  const cursor = String((await searchParams).cursor ?? '') || undefined
  const [answer, invited] = await Promise.all([
    listMembers(organization.id, { cursor }),
    manages && !cursor ? listInvitations(organization.id) : null,
  ])
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>Members</h1>
        <p>Who can see the notes of {organization.name}.</p>
      </div>
      {answer.fault ? (
        <AtTheProvider fault={answer.fault} slug={organization.slug} />
      ) : (
        <>
          {manages && <InviteForm organization={{ id: organization.id, name: organization.name }} />}
          <Table members={answer.members} reader={member} />
          {answer.next && (
            <Link className="button more" href={`/members?cursor=${encodeURIComponent(answer.next)}`}>
              More members
            </Link>
          )}
          {invited && !invited.fault && invited.invitations.length > 0 && (
            <Invitations invitations={invited.invitations} />
          )}
        </>
      )}
    </main>
  )
}

/** Members see names and roles, as at the provider; owners and admins see addresses too. */
const Table = ({ members, reader }: { members: readonly MemberOfOrganization[]; reader: Member }) => (
  <section className="card">
    <table className="table">
      <caption className="unseen">Members of {reader.organization.name}</caption>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Role</th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ id, name, email, roles }) => (
          <tr key={id}>
            <td>
              <div className="person">
                <UserAvatar name={name} />
                <div>
                  <span>
                    <strong>{name}</strong>
                    {id === reader.id && <span className="quiet"> (you)</span>}
                  </span>
                  {(reader.manages || id === reader.id) && <span className="quiet">{email}</span>}
                </div>
              </div>
            </td>
            <td>
              <span className={highestRole(roles) === 'member' ? 'badge' : 'badge strong'}>
                {roleNames[highestRole(roles)]}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Invitations = ({ invitations }: { invitations: readonly Invitation[] }) => (
  <section className="card">
    <h2>Open invitations</h2>
    <ul className="list">
      {invitations.map(({ id, email, roles, expires_at }) => (
        <li key={id}>
          <span>{email}</span>
          <span className="quiet">
            {roleNames[highestRole(roles)]} · expires {dateOf(expires_at)}
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const explanations: Readonly<Record<Fault, string>> = {
  not_allowed:
    'This application may not read the members. Give its client the grant type client_credentials and the scopes members:read, members:write and invitations:write, as the README says.',
  unavailable: 'The members could not be read. Try again in a minute.',
}

const AtTheProvider = ({ fault, slug }: { fault: Fault; slug: string }) => (
  <section className="empty">
    <h2>Members are listed at the provider</h2>
    <p>{explanations[fault]}</p>
    <a className="button primary" href={organizationUrl(slug)}>
      Members at the provider
    </a>
  </section>
)
