import type * as z from 'zod'
import { type ProfileForm, profileFields } from '../flows/account/profile.ts'
import type { ApiCaller } from '../flows/management/api-access.ts'
import {
  createPerson,
  type DirectoryUser,
  disablePerson,
  endSessionOfPerson,
  getPerson,
  grantsOfPerson,
  listAll,
  listPeople,
  removePerson,
  revokeGrantsOfPerson,
  sessionsOfPerson,
  signOutPerson,
  updatePerson,
} from '../flows/management/directory.ts'
import { invite, listInvitations, resendInvitation, withdrawInvitation } from '../flows/organizations/invitations.ts'
import { addMember, isMember, listMembers, removeMember } from '../flows/organizations/members.ts'
import {
  approveOrganization,
  createOrganizationFor,
  deleteOrganization,
  Refused,
  see,
  updateOrganization,
} from '../flows/organizations/organizations.ts'
import {
  createTeamIn,
  deleteTeamIn,
  getTeam,
  joinTeam,
  leaveTeam,
  listTeams,
  renameTeamIn,
} from '../flows/organizations/teams.ts'
import { listEvents } from '../flows/platform/audit.ts'
import type { Deps } from '../flows/platform/deps.ts'
import type { ApiScope } from '../oidc/scopes.ts'
import {
  eventSchema,
  grantSchema,
  invitationSchema,
  memberSchema,
  newInvitationSchema,
  newOrganizationSchema,
  newTeamSchema,
  newUserSchema,
  organizationChangeSchema,
  organizationSchema,
  rolesSchema,
  sessionSchema,
  teamChangeSchema,
  teamSchema,
  userChangeSchema,
  userSchema,
} from './api-schemas.ts'

export interface Call {
  deps: Deps
  caller: ApiCaller
  /** A part of the path, by its name. */
  part(name: string): string
  query(name: string): string | null
  // biome-ignore lint/suspicious/noExplicitAny: checked by the schema of the operation before it comes here
  body: any
  /** The version of If-Match, when it was sent. */
  version: number | undefined
  page: { after: string | null; most: number }
}

export interface Reply {
  status: number
  body?: unknown
  etag?: string
  location?: string
}

/** One operation. The OpenAPI document is made from the same table that answers. */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below /api/v1, with parameters as `{name}`. */
  path: string
  id: string
  summary: string
  scope: ApiScope
  query?: Record<string, string>
  body?: z.ZodType
  /** Of a success. `list` answers `{ data, next_cursor }`. */
  answer?: z.ZodType
  list?: boolean
  status?: number
  /** Statuses of refusals beside those that follow from the method, the path and the body (api-openapi.ts). */
  refuses?: readonly (404 | 409 | 422)[]
  run(call: Call): Promise<Reply>
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const userJson = (user: DirectoryUser) => {
  const address = (user.address ? JSON.parse(user.address) : {}) as Record<string, string>
  return {
    id: user.id,
    email: user.emails.find(({ isPrimary }) => isPrimary)?.address ?? null,
    addresses: user.emails.map((one) => ({
      address: one.address,
      primary: one.isPrimary,
      verified_at: iso(one.verifiedAt),
    })),
    given_name: user.givenName,
    family_name: user.familyName,
    middle_name: user.middleName,
    nickname: user.nickname,
    preferred_username: user.preferredUsername,
    picture: user.picture,
    profile: user.profile,
    website: user.website,
    gender: user.gender,
    birthdate: user.birthdate,
    phone: user.phone,
    phone_verified: user.phoneVerified,
    locale: user.locale,
    zoneinfo: user.zoneinfo,
    street_address: address.street_address ?? null,
    locality: address.locality ?? null,
    region: address.region ?? null,
    postal_code: address.postal_code ?? null,
    country: address.country ?? null,
    disabled: user.disabledAt !== null,
    created_at: iso(user.createdAt),
    updated_at: iso(user.updatedAt),
  }
}

const userReply = async ({ deps, caller }: Call, id: string, status = 200): Promise<Reply> => {
  const user = await getPerson(deps, caller.actor, id)
  return { status, body: userJson(user), etag: String(user.updatedAt.getTime()), location: `/users/${id}` }
}

type OrganizationLike = Parameters<typeof organizationJson>[0]
const organizationJson = (one: Awaited<ReturnType<typeof see>>['organization']) => ({
  id: one.id,
  slug: one.slug,
  name: one.name,
  logo_url: one.logoUrl,
  require_passkey: one.requirePasskey,
  session_max: one.sessionMax,
  members_make_teams: one.membersMakeTeams,
  version: one.version,
  created_at: iso(one.createdAt),
  delete_after: iso(one.deleteAfter),
  approved: one.approvedAt !== null,
})
const organizationReply = (one: OrganizationLike, status = 200): Reply => ({
  status,
  body: organizationJson(one),
  etag: String(one.version),
  location: `/organizations/${one.id}`,
})

const opened = ({ deps, caller, part }: Call) => see(deps, caller.actor, part('organization'))
const formOf = (body: Record<string, string | null | undefined>): Partial<ProfileForm> =>
  Object.fromEntries(profileFields.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name] ?? '']])))

/** The next cursor is the id of the last one, when there are more. */
function paged<T>(rows: readonly T[], { page }: Call, idOf: (row: T) => string, json: (row: T) => unknown): Reply {
  const shown = rows.slice(0, page.most)
  const last = shown.at(-1)
  return {
    status: 200,
    body: { data: shown.map(json), next_cursor: rows.length > page.most && last ? idOf(last) : null },
  }
}
/** One row more than is answered, so that one knows whether there is another page. */
const from = ({ page }: Call) => ({ after: page.after, limit: page.most + 1 })
const more = ({ page }: Call) => ({ after: page.after, most: page.most + 1 })

export const operations: readonly Operation[] = [
  {
    method: 'get',
    path: '/users',
    id: 'listUsers',
    summary: 'People, the oldest first',
    scope: 'users:read',
    query: {
      email: 'An address, exactly.',
      query:
        'How an address, its domain, a given, a family or a whole name begins. It looks at the first thousand of each.',
    },
    answer: userSchema,
    list: true,
    run: async (call) => {
      const one = { ...more(call), email: call.query('email')?.toLowerCase(), query: call.query('query') ?? undefined }
      return paged(await listPeople(call.deps, call.caller.actor, one), call, ({ id }) => id, userJson)
    },
  },
  {
    method: 'post',
    path: '/users',
    id: 'createUser',
    summary: 'Make an account for an address that you vouch for',
    scope: 'users:write',
    body: newUserSchema,
    answer: userSchema,
    status: 201,
    run: async (call) => {
      const { email, ...profile } = call.body
      return userReply(call, await createPerson(call.deps, call.caller.actor, email, formOf(profile)), 201)
    },
  },
  {
    method: 'get',
    path: '/users/{user}',
    id: 'getUser',
    summary: 'One person',
    scope: 'users:read',
    answer: userSchema,
    run: (call) => userReply(call, call.part('user')),
  },
  {
    method: 'patch',
    path: '/users/{user}',
    id: 'updateUser',
    summary: 'Change a profile, or disable an account',
    scope: 'users:write',
    body: userChangeSchema,
    answer: userSchema,
    run: async (call) => {
      const { disabled, ...profile } = call.body
      const form = formOf(profile)
      if (Object.keys(form).length > 0 || call.version !== undefined)
        await updatePerson(call.deps, call.caller.actor, call.part('user'), form, call.version)
      if (disabled !== undefined) await disablePerson(call.deps, call.caller.actor, call.part('user'), disabled)
      return userReply(call, call.part('user'))
    },
  },
  {
    method: 'delete',
    path: '/users/{user}',
    id: 'deleteUser',
    summary: 'Delete a person. 409 while an organization would be without an owner',
    refuses: [409],
    scope: 'users:write',
    status: 204,
    run: async ({ deps, caller, part }) => {
      await removePerson(deps, caller.actor, part('user'))
      return { status: 204 }
    },
  },
  {
    method: 'get',
    path: '/users/{user}/sessions',
    id: 'listSessions',
    summary: 'Where a person is signed in, the newest first',
    scope: 'users:read',
    answer: sessionSchema,
    list: true,
    run: async (call) =>
      paged(
        await sessionsOfPerson(call.deps, call.caller.actor, call.part('user'), {
          before: call.page.after,
          limit: call.page.most + 1,
        }),
        call,
        ({ id }) => id,
        (one) => ({
          id: one.id,
          acr: one.acr,
          amr: one.amr,
          network: one.network,
          user_agent: one.userAgent,
          authenticated_at: iso(one.authenticatedAt),
          seen_at: iso(one.seenAt),
          expires_at: iso(one.expiresAt),
        }),
      ),
  },
  {
    method: 'delete',
    path: '/users/{user}/sessions',
    id: 'endSessions',
    summary: 'Sign a person out everywhere',
    scope: 'sessions:write',
    status: 204,
    run: async ({ deps, caller, part }) => {
      await signOutPerson(deps, caller.actor, part('user'))
      return { status: 204 }
    },
  },
  {
    method: 'delete',
    path: '/users/{user}/sessions/{session}',
    id: 'endSession',
    summary: 'End one session',
    scope: 'sessions:write',
    status: 204,
    run: async ({ deps, caller, part }) => {
      await endSessionOfPerson(deps, caller.actor, part('user'), part('session'))
      return { status: 204 }
    },
  },
  {
    method: 'get',
    path: '/users/{user}/grants',
    id: 'listGrants',
    summary: 'What applications hold of a person',
    scope: 'users:read',
    answer: grantSchema,
    list: true,
    run: async (call) => {
      const rows = await grantsOfPerson(call.deps, call.caller.actor, call.part('user'))
      return {
        status: 200,
        body: {
          data: rows.map(({ clientId, scope, since }) => ({ client_id: clientId, scope, created_at: iso(since) })),
          next_cursor: null,
        },
      }
    },
  },
  {
    method: 'delete',
    path: '/users/{user}/grants/{client}',
    id: 'revokeGrants',
    summary: 'End everything that a person allowed an application',
    scope: 'users:write',
    status: 204,
    run: async ({ deps, caller, part }) => {
      await revokeGrantsOfPerson(deps, caller.actor, part('user'), part('client'))
      return { status: 204 }
    },
  },
  {
    method: 'get',
    path: '/organizations',
    id: 'listOrganizations',
    summary: 'Organizations, the oldest first',
    scope: 'organizations:read',
    query: { query: 'How a name or slug begins.' },
    answer: organizationSchema,
    list: true,
    run: async (call) => {
      const one = { ...more(call), query: call.query('query') ?? undefined }
      return paged(await listAll(call.deps, call.caller.actor, one), call, ({ id }) => id, organizationJson)
    },
  },
  {
    method: 'post',
    path: '/organizations',
    id: 'createOrganization',
    summary: 'Create an organization for its owner',
    refuses: [404],
    scope: 'organizations:write',
    body: newOrganizationSchema,
    answer: organizationSchema,
    status: 201,
    run: async ({ deps, caller, body }) => {
      if (caller.actor.organizationId !== null) throw new Refused('forbidden')
      await getPerson(deps, caller.actor, body.owner)
      const id = await createOrganizationFor(deps, caller.actor, body.owner, body)
      return organizationReply((await see(deps, caller.actor, id)).organization, 201)
    },
  },
  {
    method: 'get',
    path: '/organizations/{organization}',
    id: 'getOrganization',
    summary: 'One organization, by id or slug',
    scope: 'organizations:read',
    answer: organizationSchema,
    run: async (call) => organizationReply((await opened(call)).organization),
  },
  {
    method: 'patch',
    path: '/organizations/{organization}',
    id: 'updateOrganization',
    summary: 'Change settings',
    refuses: [409],
    scope: 'organizations:write',
    body: organizationChangeSchema,
    answer: organizationSchema,
    run: async (call) => {
      const { organization } = await opened(call)
      const { logo_url, require_passkey, session_max, members_make_teams, name, slug, approved } = call.body
      const settings = {
        name,
        slug,
        logoUrl: logo_url,
        requirePasskey: require_passkey,
        sessionMax: session_max,
        membersMakeTeams: members_make_teams,
      }
      const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
      const { deps, caller, version } = call
      if (approved !== undefined) {
        await approveOrganization(deps, caller.actor, organization.id, approved, version)
        if (Object.keys(given).length === 0)
          return organizationReply((await see(deps, caller.actor, organization.id)).organization)
      }
      // The approval has counted the version up, if it changed anything.
      const expected = approved === undefined ? version : undefined
      return organizationReply(await updateOrganization(deps, caller.actor, organization.id, given, expected))
    },
  },
  {
    method: 'delete',
    path: '/organizations/{organization}',
    id: 'deleteOrganization',
    summary: 'Delete an organization, with 14 days of grace',
    scope: 'organizations:write',
    status: 204,
    run: async (call) => {
      await deleteOrganization(call.deps, call.caller.actor, (await opened(call)).organization.id)
      return { status: 204 }
    },
  },
  {
    method: 'get',
    path: '/organizations/{organization}/members',
    id: 'listMembers',
    summary: 'Who belongs to an organization',
    scope: 'members:read',
    query: { query: 'A part of a name or an address.' },
    answer: memberSchema,
    list: true,
    run: async (call) => {
      const { after, limit } = from(call)
      const query = call.query('query') ?? undefined
      return paged(
        await listMembers(call.deps, call.caller.actor, await opened(call), { after, limit, query }),
        call,
        ({ userId }) => userId,
        (one) => ({
          user_id: one.userId,
          name: one.name,
          email: one.email,
          roles: one.roles,
          teams: one.teams.map(({ id }) => id),
          created_at: iso(one.createdAt),
        }),
      )
    },
  },
  {
    method: 'put',
    path: '/organizations/{organization}/members/{user}',
    id: 'putMember',
    summary: 'Make someone a member, or change their roles',
    refuses: [409],
    scope: 'members:write',
    body: rolesSchema,
    status: 204,
    run: async (call) => {
      const seen = await opened(call)
      const { organization } = seen
      // A client that was let in for one organization invites people; it can't take them in.
      if (call.caller.actor.organizationId !== null) {
        if (!(await isMember(call.deps, seen, call.part('user')))) throw new Refused('not-a-member')
      } else await getPerson(call.deps, call.caller.actor, call.part('user'))
      await addMember(call.deps, call.caller.actor, organization.id, call.part('user'), call.body.roles)
      return { status: 204 }
    },
  },
  {
    method: 'delete',
    path: '/organizations/{organization}/members/{user}',
    id: 'removeMember',
    summary: 'Remove a member. 409 for the last owner',
    refuses: [409],
    scope: 'members:write',
    status: 204,
    run: async (call) => {
      await removeMember(call.deps, call.caller.actor, (await opened(call)).organization.id, call.part('user'))
      return { status: 204 }
    },
  },
  {
    method: 'get',
    path: '/organizations/{organization}/teams',
    id: 'listTeams',
    summary: 'The teams of an organization',
    scope: 'members:read',
    answer: teamSchema,
    list: true,
    run: async (call) => {
      const teams = await listTeams(call.deps, await opened(call), from(call))
      return paged(teams, call, ({ id }) => id, teamJson)
    },
  },
  {
    method: 'post',
    path: '/organizations/{organization}/teams',
    id: 'createTeam',
    summary: 'Create a team',
    scope: 'members:write',
    body: newTeamSchema,
    answer: teamSchema,
    status: 201,
    run: async (call) => {
      const seen = await opened(call)
      const id = await createTeamIn(call.deps, call.caller.actor, seen.organization.id, call.body)
      return { status: 201, body: teamJson({ ...(await getTeam(call.deps, seen, id)), members: [] }) }
    },
  },
  {
    method: 'patch',
    path: '/organizations/{organization}/teams/{team}',
    id: 'updateTeam',
    summary: 'Rename a team',
    scope: 'members:write',
    body: teamChangeSchema,
    status: 204,
    run: async (call) => {
      await renameTeamIn(
        call.deps,
        call.caller.actor,
        (await opened(call)).organization.id,
        call.part('team'),
        call.body.name,
      )
      return { status: 204 }
    },
  },
  {
    method: 'delete',
    path: '/organizations/{organization}/teams/{team}',
    id: 'deleteTeam',
    summary: 'Delete a team',
    scope: 'members:write',
    status: 204,
    run: async (call) => {
      await deleteTeamIn(call.deps, call.caller.actor, (await opened(call)).organization.id, call.part('team'))
      return { status: 204 }
    },
  },
  {
    method: 'put',
    path: '/organizations/{organization}/teams/{team}/members/{user}',
    id: 'addTeamMember',
    summary: 'Put a member into a team',
    scope: 'members:write',
    status: 204,
    run: async (call) => {
      await joinTeam(
        call.deps,
        call.caller.actor,
        (await opened(call)).organization.id,
        call.part('team'),
        call.part('user'),
      )
      return { status: 204 }
    },
  },
  {
    method: 'delete',
    path: '/organizations/{organization}/teams/{team}/members/{user}',
    id: 'removeTeamMember',
    summary: 'Take a member out of a team',
    scope: 'members:write',
    status: 204,
    run: async (call) => {
      await leaveTeam(
        call.deps,
        call.caller.actor,
        (await opened(call)).organization.id,
        call.part('team'),
        call.part('user'),
      )
      return { status: 204 }
    },
  },
  {
    method: 'get',
    path: '/organizations/{organization}/invitations',
    id: 'listInvitations',
    summary: 'Invitations that wait',
    scope: 'members:read',
    answer: invitationSchema,
    list: true,
    run: async (call) => {
      const rows = await listInvitations(call.deps, await opened(call), from(call))
      return paged(rows, call, ({ id }) => id, invitationJson)
    },
  },
  {
    method: 'post',
    path: '/organizations/{organization}/invitations',
    id: 'createInvitation',
    summary: 'Invite an address by mail',
    scope: 'invitations:write',
    body: newInvitationSchema,
    answer: invitationSchema,
    status: 201,
    run: async (call) => {
      const { email, roles = ['member'], teams = [], client_id, locale } = call.body
      const made = await invite(call.deps, call.caller.actor, (await opened(call)).organization.id, {
        email,
        roles,
        teamIds: teams,
        clientId: client_id ?? null,
        languages: locale ? [locale] : [],
      })
      return { status: 201, body: invitationJson(made) }
    },
  },
  {
    method: 'post',
    path: '/organizations/{organization}/invitations/{invitation}/resend',
    id: 'resendInvitation',
    summary: 'Mail an invitation again, with a new link',
    scope: 'invitations:write',
    status: 204,
    run: async (call) => {
      await resendInvitation(
        call.deps,
        call.caller.actor,
        (await opened(call)).organization.id,
        call.part('invitation'),
        [],
      )
      return { status: 204 }
    },
  },
  {
    method: 'delete',
    path: '/organizations/{organization}/invitations/{invitation}',
    id: 'revokeInvitation',
    summary: 'Withdraw an invitation',
    scope: 'invitations:write',
    status: 204,
    run: async (call) => {
      await withdrawInvitation(
        call.deps,
        call.caller.actor,
        (await opened(call)).organization.id,
        call.part('invitation'),
      )
      return { status: 204 }
    },
  },
  {
    method: 'get',
    path: '/audit-events',
    id: 'listAuditEvents',
    summary: 'Who did what, the newest first',
    refuses: [404],
    scope: 'audit:read',
    query: { organization: 'Of one organization, by id or slug.' },
    answer: eventSchema,
    list: true,
    run: async (call) => {
      const wanted = call.query('organization') ?? call.caller.actor.organizationId
      const organizationId = wanted && (await see(call.deps, call.caller.actor, wanted)).organization.id
      const { events, next } = await listEvents(call.deps, {
        organizationId,
        before: call.page.after,
        most: call.page.most,
      })
      return {
        status: 200,
        body: {
          data: events.map((one) => ({
            id: one.id,
            at: iso(one.at),
            action: one.action,
            actor: { kind: one.actorKind, id: one.actorId },
            organization: one.organizationId,
            target: one.targetKind && { kind: one.targetKind, id: one.targetId },
            network: one.network,
            result: one.result,
            detail: one.detail,
          })),
          next_cursor: next,
        },
      }
    },
  },
]

function teamJson({ id, slug, name, members, createdAt }: Awaited<ReturnType<typeof listTeams>>[number]) {
  return { id, slug, name, members, created_at: iso(createdAt) }
}

function invitationJson(one: Awaited<ReturnType<typeof invite>>) {
  return {
    id: one.id,
    email: one.email,
    roles: one.roles.split(' ').filter(Boolean),
    teams: one.teamIds,
    client_id: one.clientId,
    created_at: iso(one.createdAt),
    expires_at: iso(one.expiresAt),
  }
}
