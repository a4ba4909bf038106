import type { Context } from 'hono'
import { shortenByOwner } from '../../flows/account/recovery-shortening.ts'
import { resetMember } from '../../flows/account/sign-in-reset.ts'
import { checkDomain, confirmDomainCode, mailDomainCode } from '../../flows/organizations/domains/domain-proofs.ts'
import { addDomain, chooseJoining, removeDomain } from '../../flows/organizations/domains/domains.ts'
import {
  getInvitation,
  invite,
  resendInvitation,
  withdrawInvitation,
} from '../../flows/organizations/invitations/invitations.ts'
import { decideJoinRequest } from '../../flows/organizations/members/join-requests.ts'
import { changeRoles, removeMember } from '../../flows/organizations/members/member-roles.ts'
import { findMember, memberLabels } from '../../flows/organizations/members/members.ts'
import { deleteOrganization, transferOwnership } from '../../flows/organizations/organization-lifecycle.ts'
import { updateOrganization } from '../../flows/organizations/organization-settings.ts'
import { may, type Operation, readRoles } from '../../flows/organizations/rules.ts'
import { joinTeam, leaveTeam } from '../../flows/organizations/team-members.ts'
import { createTeam, deleteTeam, findTeamByName, getTeam, renameTeam } from '../../flows/organizations/teams.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import type { Params } from '../../oidc/params.ts'
import type { OrganizationTab } from '../../pages/organizations/layout.tsx'
import type { Question } from '../../pages/question.tsx'
import type { Words } from '../../pages/words/index.ts'
import type { PageContext } from '../page-context.ts'
import { languagesOf, type MemberVisit, one } from './context.ts'

/** What a form is sent with. */
export interface Sent {
  around: PageContext
  c: Context
  visit: MemberVisit
  params: Params
}

/** A form of a page of an organization. */
export interface OrganizationForm {
  path: string
  tab: OrganizationTab
  /** It needs a sign-in of the last minutes. */
  recent?: boolean
  /** What is asked before it is done, of those who may do it. */
  asks?: { operation: Operation | ((sent: Sent) => Operation); question(sent: Sent, words: Words): Promise<Question> }
  /** What it resolves with is where to go on to: a path of ours, or nothing for the same page. */
  submit(sent: Sent): Promise<unknown>
}

const fieldOf = ({ params }: Sent, name: string): string => one(params, name)

/** The member whom the form names, by the id or by an address. */
async function personOf(sent: Sent): Promise<string> {
  const named = { id: fieldOf(sent, 'user'), address: fieldOf(sent, 'person') }
  const found = await findMember(sent.around.deps, sent.visit, named)
  if (!found) throw new OperationRefused('invalid', 'person', 'no-such-member')
  return found
}

/** How a question calls a member. Throws for somebody who is none, as the act itself would. */
async function labelOf({ around: context, visit }: Sent, userId: string): Promise<string> {
  const label = (await memberLabels(context.deps, visit.actor, visit, [userId])).get(userId)
  if (label === undefined) throw new OperationRefused('not-a-member')
  return label
}

const membersForms: OrganizationForm[] = [
  {
    path: '/members/roles',
    tab: 'members',
    async submit(sent) {
      const { deps } = sent.around
      const roles = readRoles(sent.params.all('role'))
      if (!roles) throw new OperationRefused('invalid', 'user', 'choose-one')
      await changeRoles(deps, sent.visit.actor, sent.visit.organization.id, await personOf(sent), roles)
    },
  },
  {
    path: '/members/remove',
    tab: 'members',
    asks: {
      operation: 'manage-members',
      question: async (sent, { manage, me }) => ({
        title: manage.ask.removeMember.title(await labelOf(sent, await personOf(sent)), sent.visit.organization.name),
        text: manage.ask.removeMember.text,
        button: me.remove,
      }),
    },
    submit: async (sent) =>
      removeMember(sent.around.deps, sent.visit.actor, sent.visit.organization.id, await personOf(sent)),
  },
  {
    path: '/leave',
    tab: 'members',
    asks: {
      operation: 'see',
      question: async ({ visit }, { manage, org }) => ({
        title: manage.ask.leave.title(visit.organization.name),
        text: manage.ask.leave.text,
        button: org.leave,
      }),
    },
    async submit({ around: context, visit }) {
      await removeMember(context.deps, visit.actor, visit.organization.id, visit.actor.id)
      return '/account/organizations'
    },
  },
  {
    path: '/transfer',
    tab: 'members',
    recent: true,
    asks: {
      operation: 'own',
      question: async (sent, { manage, org }) => ({
        title: manage.ask.transfer.title(await labelOf(sent, await personOf(sent)), sent.visit.organization.name),
        text: manage.ask.transfer.text,
        button: org.transfer,
      }),
    },
    submit: async (sent) =>
      transferOwnership(sent.around.deps, sent.visit.actor, sent.visit.organization.id, await personOf(sent)),
  },
  {
    path: '/members/reset',
    tab: 'members',
    recent: true,
    asks: {
      operation: 'own',
      question: async (sent, { manage, org }) => ({
        title: manage.ask.reset.title(await labelOf(sent, await personOf(sent))),
        text: manage.ask.reset.text(fieldOf(sent, 'email')),
        button: org.reset,
      }),
    },
    async submit(sent) {
      const { around: context, visit } = sent
      const userId = await personOf(sent)
      await resetMember(context.deps, visit.actor, visit.organization.id, userId, fieldOf(sent, 'email'))
    },
  },
]

const recoveryForms: OrganizationForm[] = [
  {
    path: '/members/recovery',
    tab: 'members',
    recent: true,
    submit: async (sent) =>
      shortenByOwner(sent.around.deps, sent.visit.actor, sent.visit.organization.id, await personOf(sent)),
  },
]

const teamForms: OrganizationForm[] = [
  {
    path: '/teams',
    tab: 'teams',
    async submit(sent) {
      const name = fieldOf(sent, 'team_name')
      await createTeam(sent.around.deps, sent.visit.actor, sent.visit.organization.id, { name })
    },
  },
  {
    path: '/teams/rename',
    tab: 'teams',
    submit: (sent) =>
      renameTeam(
        sent.around.deps,
        sent.visit.actor,
        sent.visit.organization.id,
        fieldOf(sent, 'team'),
        fieldOf(sent, 'name'),
      ),
  },
  {
    path: '/teams/delete',
    tab: 'teams',
    asks: {
      operation: 'manage-teams',
      question: async (sent, { manage, org }) => ({
        title: manage.ask.deleteTeam.title((await getTeam(sent.around.deps, sent.visit, fieldOf(sent, 'team'))).name),
        text: manage.ask.deleteTeam.text,
        button: org.deleteTeam,
      }),
    },
    submit: (sent) => deleteTeam(sent.around.deps, sent.visit.actor, sent.visit.organization.id, fieldOf(sent, 'team')),
  },
  {
    path: '/teams/add',
    tab: 'teams',
    async submit(sent) {
      const { around: context, visit } = sent
      await joinTeam(context.deps, visit.actor, visit.organization.id, fieldOf(sent, 'team'), await personOf(sent))
    },
  },
  {
    path: '/teams/remove',
    tab: 'teams',
    asks: {
      operation: (sent) => (fieldOf(sent, 'user') === sent.visit.actor.id ? 'see' : 'manage-teams'),
      question: async (sent, { manage, me, org }) => {
        const userId = await personOf(sent)
        const [label, team] = await Promise.all([
          labelOf(sent, userId),
          getTeam(sent.around.deps, sent.visit, fieldOf(sent, 'team')),
        ])
        return {
          title: manage.ask.removeFromTeam.title(label, team.name),
          text: manage.ask.removeFromTeam.text,
          button: userId === sent.visit.actor.id ? org.leave : me.remove,
        }
      },
    },
    async submit(sent) {
      const { around: context, visit } = sent
      await leaveTeam(context.deps, visit.actor, visit.organization.id, fieldOf(sent, 'team'), await personOf(sent))
    },
  },
]

const invitationForms: OrganizationForm[] = [
  {
    path: '/invitations',
    tab: 'invitations',
    async submit(sent) {
      const { around: context, c, visit } = sent
      const roles = readRoles([fieldOf(sent, 'role') || 'member'])
      if (!roles) throw new OperationRefused('invalid', 'email', 'choose-one')
      const named = fieldOf(sent, 'team').trim()
      const teamId = named && (await findTeamByName(context.deps, visit, named))
      if (teamId === null) throw new OperationRefused('invalid', 'team', 'not-available')
      await invite(context.deps, visit.actor, visit.organization.id, {
        email: fieldOf(sent, 'email'),
        roles,
        teamIds: teamId ? [teamId] : [],
        clientId: fieldOf(sent, 'client') || null,
        languages: languagesOf(context, c, visit.signedIn),
      })
    },
  },
  {
    path: '/invitations/resend',
    tab: 'invitations',
    submit: (sent) =>
      resendInvitation(
        sent.around.deps,
        sent.visit.actor,
        sent.visit.organization.id,
        fieldOf(sent, 'id'),
        languagesOf(sent.around, sent.c, sent.visit.signedIn),
      ),
  },
  {
    path: '/invitations/revoke',
    tab: 'invitations',
    asks: {
      operation: 'manage-members',
      question: async (sent, { manage, org }) => ({
        title: manage.ask.withdraw.title(
          (await getInvitation(sent.around.deps, sent.visit, fieldOf(sent, 'id'))).email,
        ),
        text: manage.ask.withdraw.text,
        button: org.withdraw,
      }),
    },
    submit: (sent) =>
      withdrawInvitation(sent.around.deps, sent.visit.actor, sent.visit.organization.id, fieldOf(sent, 'id')),
  },
  {
    path: '/requests',
    tab: 'requests',
    async submit(sent) {
      const { around: context, visit } = sent
      const decision = fieldOf(sent, 'decision')
      const user = fieldOf(sent, 'user')
      if (decision === 'approve' || decision === 'decline')
        await decideJoinRequest(context.deps, visit.actor, visit.organization.id, user, decision === 'approve')
    },
  },
]

const domainForms: OrganizationForm[] = [
  {
    path: '/domains',
    tab: 'domains',
    submit: (sent) =>
      addDomain(sent.around.deps, sent.visit.actor, sent.visit.organization.id, fieldOf(sent, 'domain')),
  },
  {
    path: '/domains/check',
    tab: 'domains',
    submit: (sent) =>
      checkDomain(sent.around.deps, sent.visit.actor, sent.visit.organization.id, fieldOf(sent, 'domain')),
  },
  {
    path: '/domains/mail',
    tab: 'domains',
    async submit(sent) {
      const { around: context, c, visit } = sent
      const domain = fieldOf(sent, 'domain')
      await mailDomainCode(
        context.deps,
        visit.actor,
        visit.organization.id,
        domain,
        languagesOf(context, c, visit.signedIn),
      )
      // The page then shows where the code is typed.
      return `/organizations/${visit.organization.slug}/domains?${new URLSearchParams({ mailed: domain })}`
    },
  },
  {
    path: '/domains/confirm',
    tab: 'domains',
    submit: (sent) =>
      confirmDomainCode(
        sent.around.deps,
        sent.visit.actor,
        sent.visit.organization.id,
        fieldOf(sent, 'domain'),
        fieldOf(sent, 'code'),
      ),
  },
  {
    path: '/domains/joining',
    tab: 'domains',
    async submit(sent) {
      const { around: context, visit } = sent
      const joining = fieldOf(sent, 'joining')
      if (joining !== 'off' && joining !== 'suggest' && joining !== 'automatic')
        throw new OperationRefused('invalid', 'joining', 'choose-one')
      await chooseJoining(context.deps, visit.actor, visit.organization.id, fieldOf(sent, 'domain'), joining)
    },
  },
  {
    path: '/domains/remove',
    tab: 'domains',
    asks: {
      operation: 'manage-domains',
      question: async (sent, { manage, me }) => ({
        title: manage.ask.removeDomain.title(fieldOf(sent, 'domain')),
        text: manage.ask.removeDomain.text,
        button: me.remove,
      }),
    },
    submit: (sent) =>
      removeDomain(sent.around.deps, sent.visit.actor, sent.visit.organization.id, fieldOf(sent, 'domain')),
  },
]

const settingsForms: OrganizationForm[] = [
  {
    path: '/settings',
    tab: 'settings',
    async submit(sent) {
      const { around: context, visit } = sent
      const hours = fieldOf(sent, 'session_hours')
      const owned = may(visit.roles, 'own')
        ? {
            requirePasskey: fieldOf(sent, 'require_passkey') === 'yes',
            sessionMax: hours === '' ? null : Math.round(Number(hours) * 3600),
          }
        : {}
      const changed = await updateOrganization(context.deps, visit.actor, visit.organization.id, {
        name: fieldOf(sent, 'name'),
        slug: fieldOf(sent, 'slug'),
        logoUrl: fieldOf(sent, 'logo_url') || null,
        membersMakeTeams: fieldOf(sent, 'members_make_teams') === 'yes',
        ...owned,
      })
      return `/organizations/${changed.slug}/settings`
    },
  },
  {
    path: '/delete',
    tab: 'settings',
    recent: true,
    // Its own form has the question, as a box to tick.
    async submit(sent) {
      if (fieldOf(sent, 'confirm') !== 'yes') throw new OperationRefused('invalid', 'confirm', 'must-confirm')
      await deleteOrganization(sent.around.deps, sent.visit.actor, sent.visit.organization.id)
      return '/account/organizations'
    },
  },
]

export const organizationForms: readonly OrganizationForm[] = [
  ...membersForms,
  ...recoveryForms,
  ...teamForms,
  ...invitationForms,
  ...domainForms,
  ...settingsForms,
]
