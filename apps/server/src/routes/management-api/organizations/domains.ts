import * as z from 'zod'
import { txtName, txtValue } from '../../../flows/organizations/domains/domain-checks.ts'
import { lookUpRecord, proveByRecord } from '../../../flows/organizations/domains/domain-proofs.ts'
import {
  addDomain,
  chooseJoining,
  type DomainRecord,
  getDomain,
  listDomains,
  removeDomain,
} from '../../../flows/organizations/domains/domains.ts'
import { at } from '../fields.ts'
import { type Call, list, membersOf, operation, pageOf, type Reply, range } from '../operation.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const joining = z.enum(['off', 'suggest', 'automatic']).describe('How people with an address in the domain join.')
const domain = z
  .object({
    name: z.string(),
    verified_at: at.nullable(),
    method: z.enum(['dns', 'email']).nullable().describe('How it was verified.'),
    joining,
    record_name: z.string().describe('The name of the TXT record that verifies it.'),
    record_value: z.string().describe('The value of that record.'),
    missing_since: at.nullable().describe('Since when the record has not been found.'),
    lost_at: at.nullable().describe('When it was missing for so long that nobody new can join through the domain.'),
  })
  .meta({ id: 'Domain' })
const newDomain = z.strictObject({ name: z.string().max(253) }).meta({ id: 'NewDomain' })
const domainChange = z.strictObject({ joining }).meta({ id: 'DomainChange' })

const toDomain = (record: DomainRecord): z.input<typeof domain> =>
  membersOf(domain)({
    ...record,
    method: record.method as 'dns' | 'email' | null,
    recordName: txtName(record.name),
    recordValue: txtValue(record.token),
  })

type DomainCall = Pick<Call<'organization'>, 'deps' | 'actor' | 'parameter'>

/** Domains are stored in lower case. */
const nameIn = (parameter: (name: 'domain') => string): string => parameter('domain').toLowerCase()

const domainReply = async (call: DomainCall, name: string) => {
  const record = await getDomain(call.deps, await seeOrganization(call), name)
  return { body: toDomain(record) } satisfies Reply
}

export const domainOperations = [
  list({
    path: '/organizations/{organization}/domains',
    id: 'listDomains',
    summary: 'List the domains of an organization, by name',
    scope: 'organizations:read',
    item: domain,
    run: async (call) => {
      const { after, limit } = range(call)
      // An organization has at most 20.
      const records = await listDomains(call.deps, await seeOrganization(call))
      const page = records.filter(({ name }) => after === null || name > after).slice(0, limit)
      return pageOf(page, call, ({ name }) => name, toDomain)
    },
  }),
  operation({
    method: 'post',
    path: '/organizations/{organization}/domains',
    id: 'addDomain',
    summary: 'Add a domain. It has no effect until it is verified',
    scope: 'organizations:write',
    body: newDomain,
    answer: domain,
    creates: true,
    run: async (call) => {
      const name = await addDomain(call.deps, call.actor, await organizationIdOf(call), call.body.name)
      return domainReply(call, name)
    },
  }),
  operation({
    method: 'post',
    path: '/organizations/{organization}/domains/{domain}/check',
    id: 'checkDomain',
    summary: 'Look for the TXT record of a domain now. 409 if another organization has verified it',
    scope: 'organizations:write',
    answer: domain,
    lookUp: async (call) => lookUpRecord(call.deps, call.actor, await organizationIdOf(call), nameIn(call.parameter)),
    run: async (call) => {
      await proveByRecord(call.deps, call.actor, await organizationIdOf(call), call.found)
      return domainReply(call, call.found.name)
    },
  }),
  operation({
    method: 'put',
    path: '/organizations/{organization}/domains/{domain}',
    id: 'updateDomain',
    summary: 'Set how people with an address in a verified domain join',
    scope: 'organizations:write',
    body: domainChange,
    answer: domain,
    run: async (call) => {
      const name = nameIn(call.parameter)
      await chooseJoining(call.deps, call.actor, await organizationIdOf(call), name, call.body.joining)
      return domainReply(call, name)
    },
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}/domains/{domain}',
    id: 'removeDomain',
    summary: 'Remove a domain. Nobody new can join through it. 409 while people sign in by a connection that has it',
    scope: 'organizations:write',
    refuses: [409],
    run: async (call) => removeDomain(call.deps, call.actor, await organizationIdOf(call), nameIn(call.parameter)),
  }),
]
