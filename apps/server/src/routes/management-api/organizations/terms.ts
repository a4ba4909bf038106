import * as z from 'zod'
import { viewOrganization } from '../../../flows/organizations/access.ts'
import {
  getTermsVersion,
  listTermsAcceptances,
  listTermsVersions,
  type OrganizationTerms,
} from '../../../flows/organizations/terms/terms.ts'
import { maxTermsLength, publishTerms, withdrawTerms } from '../../../flows/organizations/terms/terms-publishing.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { at, id } from '../fields.ts'
import { list, membersOf, operation, pageOf, range } from '../operation.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const fields = {
  version: z.int().describe('Counted from 1. No number is given twice.'),
  text_digest: z.string().describe('SHA-256 of the text, base64url.'),
  grace_until: at.nullable().describe('Until then, those who were members before may put the version off.'),
  published_at: at,
  withdrawn_at: at.nullable(),
  current: z.boolean().describe('Whether it is in force: members have to accept it.'),
}
const termsVersion = z.object(fields).meta({ id: 'OrganizationTermsVersion' })
const terms = z.object({ ...fields, text: z.string().describe('Markdown.') }).meta({ id: 'OrganizationTerms' })
const newTerms = z
  .strictObject({
    text: z.string().min(1).max(maxTermsLength).describe('Markdown. Images and relative links are not shown.'),
    grace_until: z.iso.datetime({ offset: true }).optional().describe('At most a year from now.'),
    replaces: z
      .int()
      .nullable()
      .optional()
      .describe('The version that is in force, or null. 412 if another one is: someone else was faster.'),
  })
  .meta({ id: 'NewOrganizationTerms' })
const acceptance = z
  .object({
    user_id: id,
    name: z.string().describe('As it was then; so is the address.'),
    email: z.string(),
    network: z.string().nullable(),
    accepted_at: at,
  })
  .meta({ id: 'OrganizationTermsAcceptance' })

const toVersion = (version: OrganizationTerms, current: number | null): z.input<typeof termsVersion> =>
  membersOf(termsVersion)({ ...version, current: version.version === current })

/** The number of a version. @throws OperationRefused: there is no other */
function readVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new OperationRefused('not-found')
  return Number(text)
}

export const organizationTermsOperations = [
  list({
    path: '/organizations/{organization}/terms',
    id: 'listOrganizationTerms',
    summary: 'List the versions of the terms of an organization, newest first',
    scope: 'organizations:read',
    item: termsVersion,
    run: async (call) => {
      const view = await seeOrganization(call)
      const { after, limit } = range(call)
      const versions = await listTermsVersions(call.deps, view, { before: after ? readVersion(after) : null, limit })
      return pageOf(
        versions,
        call,
        ({ version }) => String(version),
        (version) => toVersion(version, view.organization.termsVersion),
      )
    },
  }),
  operation({
    method: 'get',
    path: '/organizations/{organization}/terms/{version}',
    id: 'getOrganizationTerms',
    summary: 'Get a version of the terms of an organization with its text',
    scope: 'organizations:read',
    answer: terms,
    run: async (call) => {
      const view = await seeOrganization(call)
      const found = await getTermsVersion(call.deps, view, readVersion(call.parameter('version')))
      return { body: { ...toVersion(found, view.organization.termsVersion), text: found.text } }
    },
  }),
  operation({
    method: 'post',
    path: '/organizations/{organization}/terms',
    id: 'publishOrganizationTerms',
    summary: 'Publish a new version of the terms of an organization. Members are asked at their next sign-in',
    scope: 'organizations:write',
    body: newTerms,
    maxBody: 512 * 1024,
    answer: termsVersion,
    creates: true,
    refuses: [404, 412],
    run: async (call) => {
      const { deps, actor, body } = call
      const organizationId = await organizationIdOf(call)
      const graceUntil = body.grace_until === undefined ? null : new Date(body.grace_until)
      const published = await publishTerms(deps, actor, organizationId, { text: body.text, graceUntil }, body.replaces)
      return {
        body: toVersion(published, published.version),
        location: `/organizations/${organizationId}/terms/${published.version}`,
      }
    },
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}/terms',
    id: 'withdrawOrganizationTerms',
    summary: 'Withdraw the terms of an organization. Versions and acceptances stay on record',
    scope: 'organizations:write',
    run: async (call) => withdrawTerms(call.deps, call.actor, await organizationIdOf(call)),
  }),
  list({
    path: '/organizations/{organization}/terms/{version}/acceptances',
    id: 'listOrganizationTermsAcceptances',
    summary: 'List who accepted a version of the terms of an organization',
    scope: 'members:read',
    query: { query: 'Part of a name or an email address.' },
    item: acceptance,
    run: async (call) => {
      const { deps, actor } = call
      const view = await viewOrganization(deps, actor, call.parameter('organization'))
      const { version } = await getTermsVersion(deps, view, readVersion(call.parameter('version')))
      const rows = await listTermsAcceptances(deps, actor, view, {
        ...range(call),
        version,
        query: call.query('query'),
      })
      return pageOf(
        rows,
        call,
        ({ userId }) => userId,
        (row) => membersOf(acceptance)({ ...row, email: row.address }),
      )
    },
  }),
]
