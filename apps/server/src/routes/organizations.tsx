import { type Context, Hono } from 'hono'
import type { Here } from '../flows/account.ts'
import { type Actor, listEvents } from '../flows/audit.ts'
import {
  acceptInvitation,
  declineInvitation,
  invitationsTo,
  invite,
  resendInvitation,
  viewInvitation,
  withdrawInvitation,
} from '../flows/invitations.ts'
import {
  addDomain,
  checkDomain,
  chooseJoining,
  confirmDomainCode,
  decideJoinRequest,
  domainsOf,
  joinRequestsOf,
  mailDomainCode,
  removeDomain,
  txtName,
  txtValue,
} from '../flows/joining.ts'
import { may, mayGive, type Operation, type Role, readRoles, roleNames } from '../flows/organization-rules.ts'
import {
  changeRoles,
  createTeamIn,
  deleteOrganization,
  deleteTeamIn,
  joinTeam,
  leaveTeam,
  membersOf,
  Refused,
  removeMember,
  renameTeamIn,
  type Seen,
  see,
  teamsOf,
  transferOwnership,
  updateOrganization,
} from '../flows/organizations.ts'
import { shortenByOwner } from '../flows/passkey-recovery.ts'
import { resetMember } from '../flows/recovery.ts'
import { closeSession } from '../flows/sessions.ts'
import { clearCookie } from '../http/cookies.ts'
import { formParams, rawQuery } from '../http/forms.ts'
import { page, seeOther } from '../http/responses.ts'
import { satisfies } from '../oidc/acr.ts'
import { Params } from '../oidc/params.ts'
import {
  AuditPage,
  DomainsPage,
  InvitationPage,
  InvitationsPage,
  MembersPage,
  type OrganizationFrame,
  type OrganizationTab,
  OtherInvitationPage,
  RequestsPage,
  SettingsPage,
  TeamsPage,
} from '../pages/organizations.tsx'
import { NoticePage } from '../pages/sign-in.tsx'
import { accountFrame } from './account-frame.ts'
import { errorAsPage } from './answers.tsx'
import { requireHere, SignInFirst } from './signed-in.ts'
import { requireOwnOrigin, type Surroundings } from './surroundings.ts'

const perPage = 50

/** What each page needs. A page that one may not open is not in the tabs either. */
const needs: Record<OrganizationTab, Operation> = {
  members: 'see',
  teams: 'see',
  invitations: 'manage-members',
  requests: 'manage-members',
  domains: 'manage-domains',
  settings: 'manage-settings',
  audit: 'see-audit',
}

/** Someone at a page of an organization that they may open. */
interface Visit extends Seen {
  here: Here
  actor: Actor & { kind: 'user' }
}

/** The pages of an organization, for its members. What they may not do they don't see, and can't do by address. */
export const organizationRoutes = (around: Surroundings) => {
  const { deps, base } = around
  const one = (params: Params, name: string) => (params.repeats(name) ? '' : (params.get(name) ?? ''))

  /** Opens the page of an organization: its member, signed in as it demands. */
  const enter = async (c: Context, tab: OrganizationTab, recent = false): Promise<Visit> => {
    const slug = c.req.param('organization') ?? ''
    const back = `/organizations/${slug}${tab === 'members' ? '' : `/${tab}`}`
    const here = await requireHere(around, c, { back, recent })
    const actor = { kind: 'user', id: here.person.id, network: around.visitor(c).network } as const
    const seen = await see(deps, actor, slug, needs[tab])
    if (seen.organization.requirePasskey && !satisfies(here.session.acr, 'phr'))
      throw new SignInFirst({ path: `${base}${back}`, again: false, person: here.person, acr: 'phr' })
    return { ...seen, here, actor }
  }

  const frameOf = (c: Context, visit: Visit, problems: Record<string, string> = {}): OrganizationFrame => {
    const frame = accountFrame(around, c, visit.here)
    const { words } = frame.frame
    return {
      around: frame,
      organization: visit.organization,
      tabs: (Object.keys(needs) as OrganizationTab[]).filter((tab) => may(visit.roles, needs[tab])),
      problems: Object.fromEntries(
        Object.entries(problems).map(([key, value]) => [key, words.problems[value] ?? value]),
      ),
    }
  }
  const status = (problems?: Record<string, string>) => ({ status: problems ? 422 : 200 })
  /** Roles that one may give to a member. */
  const givable = ({ roles }: Visit): Role[] => roleNames.filter((role) => mayGive(roles, [], [role])).reverse()

  type Show = (c: Context, visit: Visit, problems?: Record<string, string>, params?: Params) => Promise<Response>
  const shows: Record<OrganizationTab, Show> = {
    members: async (c, visit, problems) =>
      page(
        <MembersPage
          of={frameOf(c, visit, problems)}
          me={visit.here.person.id}
          members={await membersOf(deps, visit.actor, visit)}
          manages={may(visit.roles, 'manage-members')}
          owns={may(visit.roles, 'own')}
          roles={givable(visit)}
        />,
        status(problems),
      ),
    teams: async (c, visit, problems, params) =>
      page(
        <TeamsPage
          of={frameOf(c, visit, problems)}
          teams={await teamsOf(deps, visit)}
          people={await membersOf(deps, visit.actor, visit)}
          me={visit.here.person.id}
          manages={may(visit.roles, 'manage-teams')}
          makes={may(visit.roles, 'make-teams', visit.organization)}
          typed={params ? one(params, 'team_name') : ''}
        />,
        status(problems),
      ),
    invitations: async (c, visit, problems, params) => {
      const clients = [...deps.config.clients.values()].filter(({ initiateLoginUri }) => initiateLoginUri)
      const typed = Object.fromEntries(
        ['email', 'role', 'team', 'client'].flatMap((name) => (params ? [[name, one(params, name)]] : [])),
      )
      return page(
        <InvitationsPage
          of={frameOf(c, visit, problems)}
          invitations={await invitationsTo(deps, visit)}
          roles={givable(visit)}
          teams={await teamsOf(deps, visit)}
          clients={clients}
          typed={typed}
        />,
        status(problems),
      )
    },
    requests: async (c, visit, problems) =>
      page(
        <RequestsPage of={frameOf(c, visit, problems)} requests={await joinRequestsOf(deps, visit)} />,
        status(problems),
      ),
    domains: async (c, visit, problems, params) => {
      const domains = (await domainsOf(deps, visit)).map((domain) => ({
        ...domain,
        recordName: txtName(domain.name),
        recordValue: txtValue(domain.token),
      }))
      const typed = problems && params ? one(params, 'domain') : ''
      return page(<DomainsPage of={frameOf(c, visit, problems)} domains={domains} typed={typed} />, status(problems))
    },
    settings: async (c, visit, problems, params) => {
      const { organization } = visit
      const kept = {
        name: organization.name,
        slug: organization.slug,
        logo: organization.logoUrl ?? '',
        membersMakeTeams: organization.membersMakeTeams,
        requirePasskey: organization.requirePasskey,
        sessionHours: organization.sessionMax === null ? '' : String(organization.sessionMax / 3600),
      }
      const typed =
        params?.get('name') === undefined
          ? {}
          : { name: one(params, 'name'), slug: one(params, 'slug'), logo: one(params, 'logo_url') }
      return page(
        <SettingsPage
          of={frameOf(c, visit, problems)}
          settings={{ ...kept, ...typed }}
          owns={may(visit.roles, 'own')}
        />,
        status(problems),
      )
    },
    audit: async (c, visit) => {
      const before = Params.parse(rawQuery(c.req.raw.url)).get('before') ?? null
      const { events, next } = await listEvents(deps, { organizationId: visit.organization.id, before, most: perPage })
      const people = new Map(
        (await membersOf(deps, visit.actor, visit)).map((member) => [member.userId, member.email ?? member.name]),
      )
      const shown = events.map((event) => ({
        ...event,
        actor: people.get(event.actorId ?? '') ?? `${event.actorKind} ${event.actorId ?? ''}`.trim(),
        target:
          event.targetKind === 'user'
            ? (people.get(event.targetId ?? '') ?? event.targetId ?? '')
            : `${event.targetKind ?? ''} ${event.targetId ?? ''}`.trim(),
      }))
      const older = next && `${base}/organizations/${visit.organization.slug}/audit?before=${next}`
      return page(<AuditPage of={frameOf(c, visit)} events={shown} older={older} />)
    },
  }

  const app = new Hono()
  for (const tab of Object.keys(shows) as OrganizationTab[])
    app.get(`/organizations/:organization${tab === 'members' ? '' : `/${tab}`}`, async (c) =>
      shows[tab](c, await enter(c, tab)),
    )

  /** What it resolves with is where to go on to: a path of ours, or nothing for the same page. */
  type Do = (visit: Visit, params: Params, c: Context) => Promise<unknown>
  /**
   * A form of a page. What it does is checked again under the lock of the organization, so the page that showed it is no
   * part of the decision. It may name another page to go on to.
   */
  const form = (path: string, tab: OrganizationTab, work: Do, recent = false) =>
    app.post(`/organizations/:organization${path}`, async (c) => {
      requireOwnOrigin(around, c)
      const params = await formParams(c.req.raw)
      const visit = await enter(c, tab, recent)
      try {
        const next = await work(visit, params, c)
        return seeOther(
          `${base}${typeof next === 'string' && next.startsWith('/') ? next : `/organizations/${visit.organization.slug}${tab === 'members' ? '' : `/${tab}`}`}?done=1`,
        )
      } catch (error) {
        if (error instanceof Refused && error.field && error.problem)
          return shows[tab](c, visit, { [error.field]: error.problem }, params)
        throw error
      }
    })

  form('/members/roles', 'members', ({ organization, actor }, params) => {
    const roles = readRoles(params.all('role'))
    if (!roles) throw new Refused('invalid', 'user', 'choose-one')
    return changeRoles(deps, actor, organization.id, one(params, 'user'), roles)
  })
  form('/members/remove', 'members', ({ organization, actor }, params) =>
    removeMember(deps, actor, organization.id, one(params, 'user')),
  )
  form('/leave', 'members', async ({ organization, actor }) => {
    await removeMember(deps, actor, organization.id, actor.id)
    return '/account/organizations'
  })
  form(
    '/transfer',
    'members',
    ({ organization, actor }, params) => transferOwnership(deps, actor, organization.id, one(params, 'user')),
    true,
  )
  form(
    '/members/reset',
    'members',
    ({ organization, actor }, params) =>
      resetMember(deps, actor, organization.id, one(params, 'user'), one(params, 'email')),
    true,
  )
  form(
    '/members/recovery',
    'members',
    ({ organization, actor }, params) => shortenByOwner(deps, actor, organization.id, one(params, 'user')),
    true,
  )
  form('/teams', 'teams', async ({ organization, actor }, params) => {
    await createTeamIn(deps, actor, organization.id, { name: one(params, 'team_name') })
  })
  form('/teams/rename', 'teams', ({ organization, actor }, params) =>
    renameTeamIn(deps, actor, organization.id, one(params, 'team'), one(params, 'name')),
  )
  form('/teams/delete', 'teams', ({ organization, actor }, params) =>
    deleteTeamIn(deps, actor, organization.id, one(params, 'team')),
  )
  form('/teams/add', 'teams', ({ organization, actor }, params) =>
    joinTeam(deps, actor, organization.id, one(params, 'team'), one(params, 'user')),
  )
  form('/teams/remove', 'teams', ({ organization, actor }, params) =>
    leaveTeam(deps, actor, organization.id, one(params, 'team'), one(params, 'user')),
  )
  form('/invitations', 'invitations', async ({ organization, actor, here }, params, c) => {
    const roles = readRoles([one(params, 'role') || 'member'])
    if (!roles) throw new Refused('invalid', 'email', 'choose-one')
    await invite(deps, actor, organization.id, {
      email: one(params, 'email'),
      roles,
      teamIds: one(params, 'team') ? [one(params, 'team')] : [],
      clientId: one(params, 'client') || null,
      languages: languagesOf(c, here),
    })
  })
  form('/invitations/resend', 'invitations', ({ organization, actor, here }, params, c) =>
    resendInvitation(deps, actor, organization.id, one(params, 'id'), languagesOf(c, here)),
  )
  form('/invitations/revoke', 'invitations', ({ organization, actor }, params) =>
    withdrawInvitation(deps, actor, organization.id, one(params, 'id')),
  )
  form('/requests', 'requests', async ({ organization, actor }, params) => {
    const decision = one(params, 'decision')
    if (decision === 'approve' || decision === 'decline')
      await decideJoinRequest(deps, actor, organization.id, one(params, 'user'), decision === 'approve')
  })
  form('/domains', 'domains', ({ organization, actor }, params) =>
    addDomain(deps, actor, organization.id, one(params, 'domain')),
  )
  form('/domains/check', 'domains', ({ organization, actor }, params) =>
    checkDomain(deps, actor, organization.id, one(params, 'domain')),
  )
  form('/domains/mail', 'domains', ({ organization, actor, here }, params, c) =>
    mailDomainCode(deps, actor, organization.id, one(params, 'domain'), languagesOf(c, here)),
  )
  form('/domains/confirm', 'domains', ({ organization, actor }, params) =>
    confirmDomainCode(deps, actor, organization.id, one(params, 'domain'), one(params, 'code')),
  )
  form('/domains/joining', 'domains', ({ organization, actor }, params) => {
    const joining = one(params, 'joining')
    if (joining !== 'off' && joining !== 'suggest' && joining !== 'automatic')
      throw new Refused('invalid', 'joining', 'choose-one')
    return chooseJoining(deps, actor, organization.id, one(params, 'domain'), joining)
  })
  form('/domains/remove', 'domains', ({ organization, actor }, params) =>
    removeDomain(deps, actor, organization.id, one(params, 'domain')),
  )
  form('/settings', 'settings', async ({ organization, actor, roles }, params) => {
    const hours = one(params, 'session_hours')
    const owned = may(roles, 'own')
      ? {
          requirePasskey: one(params, 'require_passkey') === 'yes',
          sessionMax: hours === '' ? null : Math.round(Number(hours) * 3600),
        }
      : {}
    const changed = await updateOrganization(deps, actor, organization.id, {
      name: one(params, 'name'),
      slug: one(params, 'slug'),
      logoUrl: one(params, 'logo_url') || null,
      membersMakeTeams: one(params, 'members_make_teams') === 'yes',
      ...owned,
    })
    return `/organizations/${changed.slug}/settings`
  })
  form(
    '/delete',
    'settings',
    async ({ organization, actor }, params) => {
      if (one(params, 'confirm') !== 'yes') throw new Refused('invalid', 'confirm', 'must-confirm')
      await deleteOrganization(deps, actor, organization.id)
      return '/account/organizations'
    },
    true,
  )

  /** The invitation of a mailed link. A GET changes nothing, and shows nothing before the mailbox fits. */
  const invitation = async (c: Context) => {
    const token = c.req.param('token') ?? ''
    const here = await requireHere(around, c, { back: `/invitations/${token}` })
    return { token, here, view: await viewInvitation(deps, here.person.id, token) }
  }

  return app
    .get('/invitations/:token', async (c) => {
      const { token, here, view } = await invitation(c)
      const frame = accountFrame(around, c, here)
      const action = `${base}/invitations/${token}`
      const { words } = frame.frame
      if (view.kind === 'gone')
        return page(
          <NoticePage
            frame={frame.frame}
            title={words.link.goneTitle}
            text={words.problems['invitation-void'] ?? ''}
          />,
          { status: 404 },
        )
      if (view.kind === 'someone-else')
        return page(<OtherInvitationPage around={frame} action={action} />, { status: 403 })
      if (view.kind === 'member') return seeOther(landing(view.invitation.clientId, view.invitation.organizationId))
      const { organizationName, roles } = view.invitation
      return page(
        <InvitationPage
          around={frame}
          action={action}
          organization={organizationName ?? ''}
          roles={roles.split(' ')}
        />,
      )
    })
    .post('/invitations/:token', async (c) => {
      requireOwnOrigin(around, c)
      const decision = (await formParams(c.req.raw)).get('decision')
      const { token, here, view } = await invitation(c)
      if (decision === 'other') {
        await closeSession(deps, here.session.id)
        return seeOther(`${base}/invitations/${token}`, [clearCookie(deps.config, 'session')])
      }
      if (view.kind === 'someone-else') throw new Refused('forbidden')
      if (view.kind !== 'open') return seeOther(`${base}/invitations/${token}`)
      const actor = { kind: 'user', id: here.person.id, network: around.visitor(c).network } as const
      if (decision === 'decline') {
        await declineInvitation(deps, actor, view.invitation)
        return seeOther(`${base}/account/organizations`)
      }
      if (decision !== 'accept') return seeOther(`${base}/invitations/${token}`)
      const accepted = await acceptInvitation(deps, actor, view.invitation)
      if (!accepted) throw new Refused('not-found')
      return seeOther(landing(view.invitation.clientId, accepted))
    })
    .onError((error, c) => errorAsPage(around, error, c))

  /** Where an invitee lands: the application that invited (OIDC Core section 4), else the organization's page. */
  function landing(clientId: string | null, organizationId: string | null): string {
    const uri = clientId && deps.config.clients.get(clientId)?.initiateLoginUri
    if (!uri) return `${base}/organizations/${organizationId}`
    const query = new URLSearchParams({ iss: deps.config.issuer, organization: organizationId ?? '' })
    return `${uri}${uri.includes('?') ? '&' : '?'}${query}`
  }

  function languagesOf(c: Context, { person }: Here): string[] {
    return [...(person.locale ? [person.locale] : []), ...around.visitor(c).languages]
  }
}
