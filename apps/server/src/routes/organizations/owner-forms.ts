import { shortenByOwner } from '../../flows/account/recovery-shortening.ts'
import { resetMember } from '../../flows/account/sign-in-reset.ts'
import { transferOwnership } from '../../flows/organizations/organization-lifecycle.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { labelsFor, memberLabel, namedMember } from './named-member.ts'
import { type FormRequest, field, type OrganizationForm } from './tab.ts'

/** The member who acts: operators have acts of their own in the console. */
function actingMember({ actor }: FormRequest) {
  if (actor.kind !== 'user') throw new OperationRefused('forbidden')
  return actor
}

const transfer: OrganizationForm = {
  path: '/transfer',
  only: 'organization',
  recent: true,
  operation: 'own',
  confirmation: {
    operation: 'own',
    question: async (request, { manage, org }) => ({
      title: manage.ask.transfer.title({
        person: await memberLabel(request, await namedMember(request)),
        organization: request.organization.name,
      }),
      text: manage.ask.transfer.text,
      button: org.transfer,
    }),
  },
  async submit(request) {
    const userId = await namedMember(request)
    await transferOwnership(request.deps, actingMember(request), request.organization.id, userId)
    return ['ownership-transferred', ...(await labelsFor(request, userId))]
  },
}

const resetSignIn: OrganizationForm = {
  path: '/members/reset',
  only: 'organization',
  recent: true,
  operation: 'own',
  confirmation: {
    operation: 'own',
    question: async (request, { manage, org }) => ({
      title: manage.ask.reset.title({ person: await memberLabel(request, await namedMember(request)) }),
      text: manage.ask.reset.text({ address: field(request, 'email') }),
      button: org.reset,
    }),
  },
  async submit(request) {
    const userId = await namedMember(request)
    const [label] = await labelsFor(request, userId)
    const address = field(request, 'email')
    await resetMember(request.deps, actingMember(request), request.organization.id, userId, address)
    return ['sign-in-reset', ...(label === undefined ? [] : [label, address.trim()])]
  },
}

const shortenRecovery: OrganizationForm = {
  path: '/members/recovery',
  only: 'organization',
  recent: true,
  operation: 'own',
  async submit(request) {
    const userId = await namedMember(request)
    await shortenByOwner(request.deps, actingMember(request), request.organization.id, userId)
    return ['recovery-shortened', ...(await labelsFor(request, userId))]
  },
}

/** What only owners can do with other members. */
export const ownerForms: readonly OrganizationForm[] = [transfer, resetSignIn, shortenRecovery]
