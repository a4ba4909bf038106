import * as z from 'zod'
import {
  declareField,
  type FieldDeclaration,
  getField,
  listFields,
  removeField,
  updateField,
} from '../../../flows/management/fields/fields.ts'
import type { DeclaredField } from '../../../flows/platform/fields/field-directory.ts'
import {
  type Field,
  fieldId,
  fieldOwners,
  fieldPlaces,
  fieldReaders,
  fieldRequirements,
  fieldTypes,
  textClasses,
  uniqueScopes,
} from '../../../oidc/fields/field.ts'
import { at, id } from '../fields.ts'
import { type Call, list, operation, pageOf, type Reply } from '../operation.ts'
import { requireScope, type ScopedCall } from '../rights/required-scope.ts'

const names = z.record(z.string().max(35), z.string().max(80)).describe('Names by language (BCP 47).')
const someone = z.array(z.enum(fieldReaders)).max(4)

/** What a declaration may say beside what never changes. The server checks it as it checks FIELDS_FILE. */
const settings = {
  min: z.int().nullable().describe('The least value of an integer, or the fewest characters of a text.'),
  max: z.int().nullable(),
  allow: z.enum(textClasses).describe('What a text may consist of. `code`: A to Z, 0 to 9 and - _ . /'),
  options: z.record(z.string().max(40), names).describe('What can be chosen, by key.'),
  required: z.enum(fieldRequirements).describe('Whether people are asked for it while they sign up or sign in.'),
  since: z.string().max(10).nullable().describe('With `required: always`: the day from which everybody is asked.'),
  reads: someone.describe('Who reads it. Those who run the server always do.'),
  writes: someone,
  show: z.array(z.enum(fieldPlaces)).max(3).describe('The pages that show it to those who read it.'),
  claim: z.boolean().describe('Whether clients and resources may have it as a claim (their `claims`).'),
  personal: z.boolean().describe('Whether it says something about a person.'),
  names,
} as const
const fixed = {
  key: z.string().max(40),
  of: z.enum(fieldOwners),
  type: z.enum(fieldTypes),
  unique: z.enum(uniqueScopes),
  search: z.boolean().describe('Whether lists can be narrowed to a value.'),
} as const

const field = z
  .object({
    id: id.describe('What it belongs to and its key, such as `membership.cost_center`.'),
    ...fixed,
    ...settings,
    position: z.int().nullable().describe('Lower ones are shown first.'),
    source: z.enum(['environment', 'database']).describe('A field of FIELDS_FILE can only be read here.'),
    created_at: at.nullable(),
    version: z.int().nullable().describe('The ETag without quotes.'),
  })
  .meta({ id: 'Field' })
const newField = z
  .strictObject({
    ...z.object({ ...settings, ...fixed }).partial().shape,
    key: z.string().max(200).describe('2 to 32 of a to z, 0 to 9 and _. It never changes.'),
    of: fixed.of,
    type: fixed.type,
    names,
  })
  .meta({ id: 'NewField' })
const fieldChange = z
  .strictObject({
    ...z.object({ ...settings, ...fixed }).partial().shape,
    position: z.int().min(0).max(10_000).optional(),
  })
  .meta({ id: 'FieldChange', description: 'Absent members stay as they are. 409 for what never changes.' })

/** A copy that may be written as JSON. */
const membersOfField = ({ reads, writes, show, ...members }: Field) => ({
  ...members,
  ...{ reads: [...reads], writes: [...writes], show: [...show] },
})

const toField = ({ field, record }: DeclaredField): z.input<typeof newField> & Record<string, unknown> => ({
  id: fieldId(field),
  ...membersOfField(field),
  position: record?.position ?? null,
  source: record ? ('database' as const) : ('environment' as const),
  created_at: record?.createdAt.toISOString() ?? null,
  version: record?.changeNumber ?? null,
})

async function fieldReply(
  { deps, actor }: Pick<Call, 'deps' | 'actor'>,
  fieldId: string,
): Promise<Reply<z.input<typeof field>>> {
  const found = await getField(deps, actor, fieldId)
  const version = found.record?.changeNumber
  return {
    body: toField(found) as z.input<typeof field>,
    location: `/fields/${fieldId}`,
    ...(version === undefined ? {} : { etag: String(version) }),
  }
}

const fieldPath = '/fields/{field}'

/** A declaration decides who reads and writes values, and which claims there are: writing values is a lesser right. */
const requireDeclaring = (call: ScopedCall) =>
  requireScope(call, 'clients:write', 'to declare, change or remove a field')

export const declaredFieldOperations = [
  list({
    path: '/fields',
    id: 'listFields',
    summary: 'List the declared fields of people, organizations and memberships, in the order in which they are shown',
    scope: 'fields:read',
    item: field,
    run: async (call) => {
      const fields = await listFields(call.deps, call.actor)
      const after = fields.findIndex(({ field }) => fieldId(field) === call.page.after)
      const rows = fields.slice(after + 1, after + 2 + call.page.limit)
      return pageOf(
        rows,
        call,
        ({ field }) => fieldId(field),
        (row) => toField(row) as z.input<typeof field>,
      )
    },
  }),
  operation({
    method: 'post',
    path: '/fields',
    id: 'declareField',
    summary: 'Declare a field, which needs clients:write too. A key never returns for another type',
    scope: 'fields:write',
    body: newField,
    answer: field,
    creates: true,
    run: async (call) => {
      await requireDeclaring(call)
      return fieldReply(call, await declareField(call.deps, call.actor, call.body as FieldDeclaration))
    },
  }),
  operation({
    method: 'get',
    path: fieldPath,
    id: 'getField',
    summary: 'Get a declared field',
    scope: 'fields:read',
    answer: field,
    run: (call) => fieldReply(call, call.parameter('field')),
  }),
  operation({
    method: 'patch',
    path: fieldPath,
    id: 'updateField',
    summary: 'Change a declared field, which needs clients:write too. Its key, type, uniqueness and search stay',
    refuses: [409],
    scope: 'fields:write',
    body: fieldChange,
    answer: field,
    run: async (call) => {
      const id = call.parameter('field')
      await requireDeclaring(call)
      await updateField(call.deps, call.actor, id, call.body, call.version)
      return fieldReply(call, id)
    },
  }),
  operation({
    method: 'delete',
    path: fieldPath,
    id: 'removeField',
    summary:
      'Remove a field, which needs clients:write too. It is hidden at once, and its values are deleted after 30 days',
    refuses: [409],
    scope: 'fields:write',
    run: async (call) => {
      await requireDeclaring(call)
      await removeField(call.deps, call.actor, call.parameter('field'), call.version)
    },
  }),
]
