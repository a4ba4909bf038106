import type { Context } from 'hono'
import { txtName, txtValue } from '../../flows/organizations/domains/domain-checks.ts'
import { lostAfter } from '../../flows/organizations/domains/domain-notices.ts'
import { listDomains } from '../../flows/organizations/domains/domains.ts'
import { invitationCount, listInvitations } from '../../flows/organizations/invitations/invitations.ts'
import { listJoinRequests } from '../../flows/organizations/members/join-requests.ts'
import { listMembers, memberCount, memberLabels } from '../../flows/organizations/members/members.ts'
import { may } from '../../flows/organizations/rules.ts'
import { getTeam, listTeamSummaries, listTeams, teamCount } from '../../flows/organizations/teams.ts'
import { listEvents } from '../../flows/platform/audit.ts'
import { page } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { AuditPage } from '../../pages/organizations/audit.tsx'
import { DomainsPage } from '../../pages/organizations/domains.tsx'
import { InvitationsPage } from '../../pages/organizations/invitations.tsx'
import type { OrganizationTab } from '../../pages/organizations/layout.tsx'
import { MembersPage } from '../../pages/organizations/members.tsx'
import { RequestsPage } from '../../pages/organizations/requests.tsx'
import { SettingsPage } from '../../pages/organizations/settings.tsx'
import { TeamsPage } from '../../pages/organizations/teams.tsx'
import type { PageContext } from '../page-context.ts'
import { frameOf, givable, listingOf, type MemberVisit, one, paged, perPage } from './context.ts'

/** Shows a page, after a form also with what was mistyped. */
export type Show = (
  context: PageContext,
  c: Context,
  visit: MemberVisit,
  problems?: Record<string, string>,
  params?: Params,
) => Promise<Response>

const status = (problems?: Record<string, string>) => ({ status: problems ? 422 : 200 })
const pathOf = ({ base }: PageContext, { organization }: MemberVisit, tab = '') =>
  `${base}/organizations/${organization.slug}${tab}`
/** One row more than a page, so that one knows whether there is another. */
const from = (after: string | null) => ({ after, limit: perPage + 1 })

/** Everybody, to choose one of them from a list. Null where they are too many for that. */
const everybody = async ({ deps }: PageContext, visit: MemberVisit, total: number) =>
  total > perPage ? null : listMembers(deps, visit.actor, visit, from(null))

const members: Show = async (context, c, visit, problems) => {
  const { deps } = context
  const listing = listingOf(c)
  const { query, after } = listing
  const [total, found, rows] = await Promise.all([
    memberCount(deps, visit),
    query ? memberCount(deps, visit, { query }) : 0,
    listMembers(deps, visit.actor, visit, { ...from(after), query }),
  ])
  const { rows: shown, next, first } = paged(rows, listing, pathOf(context, visit), ({ userId }) => userId)
  return page(
    <MembersPage
      frame={frameOf(context, c, visit, problems)}
      ownId={visit.signedIn.person.id}
      members={shown}
      total={total}
      found={found}
      query={query}
      next={next}
      first={first}
      people={await everybody(context, visit, total)}
      mayManage={may(visit.roles, 'manage-members')}
      isOwner={may(visit.roles, 'own')}
      roles={givable(visit)}
    />,
    status(problems),
  )
}

/** The teams of a page with the first of their members, or one team with all of them. */
async function teamsToShow(context: PageContext, c: Context, visit: MemberVisit) {
  const { deps } = context
  const listing = listingOf(c)
  const id = listing.get('team')
  const path = pathOf(context, visit, '/teams')
  if (!id) {
    const rows = await listTeamSummaries(deps, visit, from(listing.after))
    return { only: false, ...paged(rows, { ...listing, query: '' }, path, (team) => team.id) }
  }
  const team = await getTeam(deps, visit, id)
  const [count, rows] = await Promise.all([
    memberCount(deps, visit, { teamId: team.id }),
    listMembers(deps, visit.actor, visit, { ...from(listing.after), teamId: team.id }),
  ])
  const list = paged(rows, { ...listing, query: '' }, path, ({ userId }) => userId, { team: team.id })
  return { only: true, next: list.next, first: list.first, rows: [{ ...team, count, members: list.rows }] }
}

const teams: Show = async (context, c, visit, problems, params) => {
  const { rows, only, next, first } = await teamsToShow(context, c, visit)
  const people = await everybody(context, visit, await memberCount(context.deps, visit))
  const shown = rows.map((team) => ({
    ...team,
    others: people?.filter((person) => !person.teams.some(({ id }) => id === team.id)) ?? null,
  }))
  return page(
    <TeamsPage
      frame={frameOf(context, c, visit, problems)}
      teams={shown}
      single={only}
      next={next}
      first={first}
      ownId={visit.signedIn.person.id}
      mayManage={may(visit.roles, 'manage-teams')}
      mayCreate={may(visit.roles, 'make-teams', visit.organization)}
      typed={params ? one(params, 'team_name') : ''}
    />,
    status(problems),
  )
}

const invitations: Show = async (context, c, visit, problems, params) => {
  const { deps } = context
  const listing = { ...listingOf(c), query: '' }
  const rows = await listInvitations(deps, visit, from(listing.after))
  const { rows: shown, next, first } = paged(rows, listing, pathOf(context, visit, '/invitations'), ({ id }) => id)
  const typed = Object.fromEntries(
    ['email', 'role', 'team', 'client'].flatMap((name) => (params ? [[name, one(params, name)]] : [])),
  )
  const few = (await teamCount(deps, visit)) <= perPage
  return page(
    <InvitationsPage
      frame={frameOf(context, c, visit, problems)}
      invitations={shown}
      count={await invitationCount(deps, visit)}
      next={next}
      first={first}
      roles={givable(visit)}
      teams={few ? await listTeams(deps, visit, from(null)) : null}
      clients={[...deps.config.clients.values()].filter(({ initiateLoginUri }) => initiateLoginUri)}
      typed={typed}
    />,
    status(problems),
  )
}

const requests: Show = async (context, c, visit, problems) => {
  const listing = { ...listingOf(c), query: '' }
  const rows = await listJoinRequests(context.deps, visit, from(listing.after))
  const path = pathOf(context, visit, '/requests')
  const { rows: shown, next, first } = paged(rows, listing, path, ({ userId }) => userId)
  return page(
    <RequestsPage frame={frameOf(context, c, visit, problems)} requests={shown} next={next} first={first} />,
    status(problems),
  )
}

const domains: Show = async (context, c, visit, problems, params) => {
  const shown = (await listDomains(context.deps, visit)).map(({ missingSince, lostAt, ...domain }) => ({
    ...domain,
    recordName: txtName(domain.name),
    recordValue: txtValue(domain.token),
    missing: missingSince && new Date(missingSince.getTime() + lostAfter),
    lost: lostAt !== null,
  }))
  const typed = problems?.domain && params ? one(params, 'domain') : ''
  const mailed = problems?.code && params ? one(params, 'domain') : listingOf(c).get('mailed') || null
  return page(
    <DomainsPage frame={frameOf(context, c, visit, problems)} domains={shown} typed={typed} mailed={mailed} />,
    status(problems),
  )
}

const settings: Show = async (context, c, visit, problems, params) => {
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
      frame={frameOf(context, c, visit, problems)}
      settings={{ ...kept, ...typed }}
      isOwner={may(visit.roles, 'own')}
    />,
    status(problems),
  )
}

const audit: Show = async (context, c, visit) => {
  const { deps } = context
  const before = listingOf(c).get('before') || null
  const { events, next } = await listEvents(deps, { organizationId: visit.organization.id, before, limit: perPage })
  const labels = await memberLabels(
    deps,
    visit.actor,
    visit,
    events.flatMap(({ actorId, targetKind, targetId }) => [actorId, targetKind === 'user' ? targetId : null]),
  )
  const shown = events.map((event) => ({
    ...event,
    actor: labels.get(event.actorId ?? '') ?? `${event.actorKind} ${event.actorId ?? ''}`.trim(),
    target:
      event.targetKind === 'user'
        ? (labels.get(event.targetId ?? '') ?? event.targetId ?? '')
        : `${event.targetKind ?? ''} ${event.targetId ?? ''}`.trim(),
  }))
  const path = pathOf(context, visit, '/audit')
  return page(
    <AuditPage
      frame={frameOf(context, c, visit)}
      events={shown}
      older={next && `${path}?before=${next}`}
      newest={before && path}
    />,
  )
}

export const shows: Record<OrganizationTab, Show> = { members, teams, invitations, requests, domains, settings, audit }
