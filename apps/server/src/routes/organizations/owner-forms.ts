import { shortenByOwner } from '../../flows/account/recovery-shortening.ts'
import { resetMember } from '../../flows/account/sign-in-reset.ts'
import { transferOwnership } from '../../flows/organizations/organization-lifecycle.ts'
import { memberLabel, namedMember } from './named-member.ts'
import { field, type OrganizationForm } from './tab.ts'

const transfer: OrganizationForm = {
  path: '/transfer',
  recent: true,
  confirmation: {
    operation: 'own',
    question: async (request, { manage, org }) => ({
      title: manage.ask.transfer.title(
        await memberLabel(request, await namedMember(request)),
        request.organization.name,
      ),
      text: manage.ask.transfer.text,
      button: org.transfer,
    }),
  },
  submit: async (request) =>
    transferOwnership(request.deps, request.actor, request.organization.id, await namedMember(request)),
}

const resetSignIn: OrganizationForm = {
  path: '/members/reset',
  recent: true,
  confirmation: {
    operation: 'own',
    question: async (request, { manage, org }) => ({
      title: manage.ask.reset.title(await memberLabel(request, await namedMember(request))),
      text: manage.ask.reset.text(field(request, 'email')),
      button: org.reset,
    }),
  },
  async submit(request) {
    const { deps, actor, organization } = request
    await resetMember(deps, actor, organization.id, await namedMember(request), field(request, 'email'))
  },
}

const shortenRecovery: OrganizationForm = {
  path: '/members/recovery',
  recent: true,
  async submit(request) {
    await shortenByOwner(request.deps, request.actor, request.organization.id, await namedMember(request))
  },
}

/** What only owners can do with other members. */
export const ownerForms: readonly OrganizationForm[] = [transfer, resetSignIn, shortenRecovery]
