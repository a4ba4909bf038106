import { memberCount } from '../../flows/organizations/members/members.ts'
import { may } from '../../flows/organizations/rules.ts'
import {
  acceptanceColumns,
  acceptingMembers,
  exportTermsAcceptances,
  getTermsDraft,
  getTermsVersion,
  listTermsAcceptances,
  listTermsVersions,
  ownTermsAcceptance,
} from '../../flows/organizations/terms/terms.ts'
import {
  draftDigest,
  maxTermsLength,
  publishTermsDraft,
  saveTermsDraft,
  withdrawTerms,
} from '../../flows/organizations/terms/terms-publishing.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { csvResponse } from '../../http/csv.ts'
import { formField } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import { TermsPage } from '../../pages/organizations/terms.tsx'
import { NoTermsPage, TermsVersionPage } from '../../pages/organizations/terms-version.tsx'
import { formStatus } from '../forms.ts'
import { listingOf, paged, perPage, rowsFrom } from '../listing.ts'
import { type OrganizationRequest, organizationFrame, tabAddress } from './request.ts'
import { type FormRequest, field, type OrganizationForm, type RefusedForm, type Tab } from './tab.ts'

const show: Tab['show'] = async (request, refused) => {
  const { organization, roles, c } = request
  const version = readVersion(listingOf(c).parameter('version'))
  if (version !== null) return showVersion(request, version)
  if (may(roles, 'manage-settings')) return showForManagers(request, refused)
  if (organization.termsVersion === null) return page(<NoTermsPage frame={organizationFrame(request)} />)
  return showVersion(request, organization.termsVersion)
}

/** The number of a version. Null if the text holds no number. */
const readVersion = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** A version for those who are asked to accept it and, for those who manage members, who did. */
async function showVersion(request: OrganizationRequest, version: number): Promise<Response> {
  const { deps, c, actor, organization, roles, pages } = request
  const listing = listingOf(c)
  const { query, after } = listing
  const address = tabAddress(request, 'terms')
  const terms = await getTermsVersion(deps, request, version)
  const manages = may(roles, 'manage-members')
  const rows = manages ? await listTermsAcceptances(deps, actor, request, { version, query, ...rowsFrom(after) }) : []
  const accepted = pages.kind === 'organization' ? await ownTermsAcceptance(deps, request, version, actor.id) : null
  return page(
    <TermsVersionPage
      frame={organizationFrame(request)}
      terms={terms}
      inForce={organization.termsVersion === version}
      html={await request.context.untrustedHtml(terms.text)}
      accepted={accepted}
      acceptances={
        manages
          ? paged(rows, listing, address, ({ userId }) => userId, { parameters: { version: String(version) } })
          : null
      }
      query={query}
    />,
  )
}

async function showForManagers(request: OrganizationRequest, refused?: RefusedForm): Promise<Response> {
  const { deps, c, organization } = request
  const before = readVersion(listingOf(c).parameter('before'))
  const current = organization.termsVersion
  const [draft, versions, members, accepted] = await Promise.all([
    getTermsDraft(deps, request),
    listTermsVersions(deps, request, { before, limit: perPage + 1 }),
    memberCount(deps, request),
    current === null ? 0 : acceptingMembers(deps, request, current),
  ])
  const shown = versions.slice(0, perPage)
  const address = tabAddress(request, 'terms')
  return page(
    <TermsPage
      frame={organizationFrame(request, refused?.problems)}
      current={current}
      accepted={accepted}
      members={members}
      form={typedDraft(refused) ?? { text: draft?.text ?? '', graceUntil: dayOf(draft?.graceUntil ?? null) }}
      edited={refused ? formField(refused.params, 'draft') : draftDigest(draft)}
      preview={
        draft && {
          digest: draftDigest(draft),
          html: await request.context.untrustedHtml(draft.text),
          graceUntil: draft.graceUntil,
        }
      }
      maxLength={maxTermsLength}
      versions={{
        rows: shown,
        next: versions.length > perPage ? `${address}?before=${shown.at(-1)?.version}` : null,
        first: before === null ? null : address,
      }}
    />,
    formStatus(refused),
  )
}

/** What was typed into the draft, if that is the form that was refused. */
const typedDraft = (refused: RefusedForm | undefined) =>
  refused?.params.get('text') === undefined
    ? null
    : { text: formField(refused.params, 'text'), graceUntil: formField(refused.params, 'grace_until') }

/** A grace period ends with the beginning of a day, in UTC. */
export const dayOf = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? ''

export function readDay(text: string): Date | null {
  if (text === '') return null
  const date = new Date(`${text}T00:00:00Z`)
  if (/^\d{4}-\d\d-\d\d$/.test(text) && dayOf(Number.isNaN(date.getTime()) ? null : date) === text) return date
  throw new OperationRefused('invalid', 'grace_until', 'invalid-date')
}

/** The longest text, in letters of three bytes, each of which takes nine characters in a form. */
export const maxTermsBody = maxTermsLength * 9 + 4096

const draftForm: OrganizationForm = {
  path: '/terms/draft',
  maxBody: maxTermsBody,
  async submit(request) {
    const { deps, actor, organization } = request
    const input = { text: field(request, 'text'), graceUntil: readDay(field(request, 'grace_until')) }
    await saveTermsDraft(deps, actor, organization.id, input, field(request, 'draft'))
    return ['terms-drafted']
  },
}

const publishForm: OrganizationForm = {
  path: '/terms/publish',
  recent: true,
  operation: 'manage-settings',
  confirmation: {
    operation: 'manage-settings',
    question: async (request, { org, console: { themes } }) => ({
      title: org.terms.publishTitle({ organization: request.organization.name }),
      text: org.terms.publishText({ count: await memberCount(request.deps, request) }),
      button: themes.publish,
      look: 'primary' as const,
    }),
  },
  async submit(request) {
    const { deps, actor, organization } = request
    const { version } = await publishTermsDraft(deps, actor, organization.id, field(request, 'draft'))
    return ['terms-published', String(version)]
  },
}

const withdrawForm: OrganizationForm = {
  path: '/terms/withdraw',
  recent: true,
  operation: 'manage-settings',
  confirmation: {
    operation: 'manage-settings',
    question: async ({ organization }, { org }) => ({
      title: org.terms.withdrawTitle({ organization: organization.name }),
      text: org.terms.withdrawText,
      button: org.terms.withdraw,
    }),
  },
  async submit({ deps, actor, organization }) {
    await withdrawTerms(deps, actor, organization.id)
    return ['terms-withdrawn', organization.name]
  },
}

const exportForm: OrganizationForm = {
  path: '/terms/export',
  async submit(request) {
    const { deps, actor, organization } = request
    const version = versionOf(request)
    const rows = await exportTermsAcceptances(deps, actor, request, version)
    return csvResponse(`terms-${organization.slug}-${version}.csv`, acceptanceColumns, rows)
  },
}

function versionOf(request: FormRequest): number {
  const version = readVersion(field(request, 'version'))
  if (version === null) throw new OperationRefused('not-found')
  return version
}

export const termsTab: Tab = {
  name: 'terms',
  show,
  forms: [draftForm, publishForm, withdrawForm, exportForm],
}
