import { txtName, txtValue } from '../../flows/organizations/domains/domain-checks.ts'
import { lostAfter } from '../../flows/organizations/domains/domain-notices.ts'
import { checkDomain, confirmDomainCode, mailDomainCode } from '../../flows/organizations/domains/domain-proofs.ts'
import { addDomain, chooseJoining, listDomains, removeDomain } from '../../flows/organizations/domains/domains.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formField } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import { DomainsPage } from '../../pages/organizations/domains.tsx'
import { formStatus } from '../forms.ts'
import { listingOf } from '../listing.ts'
import { organizationFrame } from './request.ts'
import { type FormRequest, field, type OrganizationForm, type Tab } from './tab.ts'

const show: Tab['show'] = async (request, refused) => {
  const domains = (await listDomains(request.deps, request)).map(({ missingSince, lostAt, ...domain }) => ({
    ...domain,
    recordName: txtName(domain.name),
    recordValue: txtValue(domain.token),
    missing: missingSince && new Date(missingSince.getTime() + lostAfter),
    lost: lostAt !== null,
  }))
  const typed = formField(refused?.params, 'domain')
  // After a refused code, the field for the code stays open.
  const mailed = refused?.problems.code ? typed : listingOf(request.c).parameter('mailed')
  return page(
    <DomainsPage
      frame={organizationFrame(request, refused?.problems)}
      domains={domains}
      typed={refused?.problems.domain ? typed : ''}
      mailed={mailed || null}
    />,
    formStatus(refused),
  )
}

const namedDomain = (request: FormRequest): string => field(request, 'domain')

const addForm: OrganizationForm = {
  path: '/domains',
  async submit(request) {
    const { deps, actor, organization } = request
    return ['domain-added', await addDomain(deps, actor, organization.id, namedDomain(request))]
  },
}

const checkForm: OrganizationForm = {
  path: '/domains/check',
  async submit(request) {
    await checkDomain(request.deps, request.actor, request.organization.id, namedDomain(request))
    return ['domain-verified', namedDomain(request)]
  },
}

const mailForm: OrganizationForm = {
  path: '/domains/mail',
  async submit(request) {
    const { deps, actor, organization } = request
    await mailDomainCode(deps, actor, organization.id, namedDomain(request), request.languages)
    return null
  },
  // The page then shows the field for the code.
  next: (request) =>
    `${request.pages.pathOf(request.organization)}/domains?${new URLSearchParams({ mailed: namedDomain(request) })}`,
}

const confirmForm: OrganizationForm = {
  path: '/domains/confirm',
  async submit(request) {
    const { deps, actor, organization } = request
    await confirmDomainCode(deps, actor, organization.id, namedDomain(request), field(request, 'code'))
    return ['domain-verified', namedDomain(request)]
  },
}

const joiningForm: OrganizationForm = {
  path: '/domains/joining',
  async submit(request) {
    const { deps, actor, organization } = request
    const joining = field(request, 'joining')
    if (joining !== 'off' && joining !== 'suggest' && joining !== 'automatic')
      throw new OperationRefused('invalid', 'joining', 'choose-one')
    await chooseJoining(deps, actor, organization.id, namedDomain(request), joining)
    return ['joining-changed', namedDomain(request)]
  },
}

const removeForm: OrganizationForm = {
  path: '/domains/remove',
  confirmation: {
    operation: 'manage-domains',
    question: async (request, { manage, me }) => ({
      title: manage.ask.removeDomain.title({ domain: namedDomain(request) }),
      text: manage.ask.removeDomain.text,
      button: me.remove,
    }),
  },
  async submit(request) {
    await removeDomain(request.deps, request.actor, request.organization.id, namedDomain(request))
    return ['domain-removed', namedDomain(request)]
  },
}

export const domainsTab: Tab = {
  name: 'domains',
  show,
  forms: [addForm, checkForm, mailForm, confirmForm, joiningForm, removeForm],
}
