import * as z from 'zod'
import type { Person } from '../../../oidc/claims.ts'
import type { FieldOwner } from '../../../oidc/fields/field.ts'
import { JsonFault, parseJson } from '../../../oidc/json.ts'
import { rightsLimits } from '../../../oidc/permissions.ts'
import type { ImportedUser } from '../../../store/prisma/user-import.ts'
import { checkProfile, profileFields, profileForm } from '../../account/profile-form.ts'
import { splitRoleNames } from '../../organizations/roles/giving.ts'
import type { Role } from '../../organizations/rules.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import type { Deps } from '../../platform/deps.ts'
import { FieldRefused } from '../../platform/fields/field-refused.ts'
import { checkFirstValues, type FieldChange } from '../../platform/fields/field-values.ts'
import { cleanName, isSlug } from '../../platform/names.ts'
import { faultOf } from '../../platform/schema-faults.ts'
import { isSubject } from '../../platform/subjects.ts'
import type { ImportOptions } from './import-options.ts'

const maxLine = 64 * 1024

const text = z.string().max(500)
const fieldValues = z.record(z.string().max(64), z.unknown()).optional()
const lineSchema = z.strictObject({
  sub: z
    .string()
    .refine(isSubject, 'must be 1 to 255 of A-Z a-z 0-9 . _ ~ | : @ + = -')
    .refine((sub) => !sub.startsWith('key:'), 'must not begin with key:, as the subjects of API keys do'),
  email: text,
  email_verified: z.boolean().optional(),
  other_emails: z.array(text).max(20).optional(),
  ...Object.fromEntries(profileFields.map((field) => [field, text.nullish()])),
  phone_verified: z.boolean().optional(),
  created_at: z.iso.datetime({ offset: true }).optional(),
  disabled: z.boolean().optional(),
  fields: fieldValues,
  organizations: z
    .array(
      z.strictObject({
        slug: z.string().refine(isSlug, 'is no slug that this server takes'),
        name: text.optional(),
        roles: z.array(text).optional(),
        fields: fieldValues,
      }),
    )
    .max(100)
    .optional(),
})
type Line = z.infer<typeof lineSchema>

/** An organization that a line makes somebody a member of. */
export interface ImportedOrganization {
  slug: string
  name: string
  roles: Role[]
  /** The keys of other roles. */
  others: string[]
  /** Values of declared fields. */
  fields: FieldChange
}

export interface ImportLine {
  line: number
  user: ImportedUser
  fields: FieldChange
  organizations: ImportedOrganization[]
}

/** What a line asks for, or what is wrong with it. */
export function readLine(
  line: string,
  number: number,
  { unverified }: ImportOptions,
  deps: Pick<Deps, 'clients' | 'fields' | 'now'>,
): ImportLine | string {
  if (line.length > maxLine) return `is longer than ${maxLine} characters`
  let json: unknown
  try {
    json = parseJson(line)
  } catch (error) {
    if (error instanceof JsonFault) return error.message
    throw error
  }
  const parsed = lineSchema.safeParse(json)
  if (!parsed.success) return parsed.error.issues.map(inWords).join('; ')
  const person = parsed.data
  const { clients, now } = deps
  // RFC 9068 section 5: a resource server could confuse a subject with a client of the same id.
  if (clients.findEvenDisabled(person.sub)) return 'sub: is the id of a client'
  if (person.email_verified !== true && !unverified)
    return 'email_verified is not true (with --unverified it is taken all the same: docs/import.md)'
  const addresses: string[] = []
  for (const typed of [person.email, ...(person.other_emails ?? [])]) {
    const address = canonicalAddress(typed)
    if (!address) return `"${typed}" is not an email address`
    if (!addresses.includes(address)) addresses.push(address)
  }
  const profile = readProfile(person)
  if (typeof profile === 'string') return profile
  const organizations: ImportLine['organizations'] = []
  const wrong = faultOfFields(deps, 'person', person.fields)
  if (wrong) return wrong
  for (const { slug, name, roles, fields } of person.organizations ?? []) {
    const { builtIn, others } = splitRoleNames(roles ?? ['member'])
    if (roles && (builtIn.length === 0 || builtIn.length + others.length !== roles.length))
      return `organizations: the roles of ${slug} must have one of owner, admin and member, and each once`
    if (others.length > rightsLimits.rolesOfMember) return `organizations: ${slug} gives too many roles`
    const cleaned = cleanName(name ?? slug)
    if (!cleaned.ok || cleaned.name === '') return `organizations: the name of ${slug} is no name`
    if (organizations.some((other) => other.slug === slug)) return `organizations: ${slug} is named twice`
    const fault = faultOfFields(deps, 'membership', fields)
    if (fault) return `organizations: ${slug}: ${fault}`
    organizations.push({ slug, name: cleaned.name, roles: builtIn, others, fields: fields ?? {} })
  }
  const createdAt = person.created_at ? new Date(person.created_at) : now()
  return {
    line: number,
    user: { id: person.sub, profile, addresses, createdAt, disabledAt: person.disabled ? now() : null },
    fields: person.fields ?? {},
    organizations,
  }
}

/** As whom an import writes: those who run the server, with what their clients may. */
export const importWriters = ['operator', 'client'] as const

/** What is wrong with the values of declared fields. */
function faultOfFields(deps: Pick<Deps, 'fields'>, of: FieldOwner, given: FieldChange = {}): string | null {
  try {
    checkFirstValues(deps, of, given, importWriters)
    return null
  } catch (error) {
    if (error instanceof FieldRefused) return `${error.field}: ${error.fault.replaceAll('-', ' ')}`
    throw error
  }
}

const inWords = (issue: z.core.$ZodIssue): string => {
  const { field, fault } = faultOf(issue)
  return field ? `${field}: ${fault}` : fault
}

const nobody: Person = {
  id: '',
  email: null,
  givenName: null,
  familyName: null,
  middleName: null,
  nickname: null,
  preferredUsername: null,
  profile: null,
  picture: null,
  pictureId: null,
  website: null,
  gender: null,
  birthdate: null,
  zoneinfo: null,
  locale: null,
  phone: null,
  phoneVerified: false,
  address: null,
  updatedAt: new Date(0),
  fields: null,
}

/** Applies the rules of the profile page. A name may be missing: the person is asked for it. */
function readProfile(line: Line): ImportedUser['profile'] | string {
  const given = line as Record<string, unknown>
  const form = profileForm(nobody)
  for (const field of profileFields) if (typeof given[field] === 'string') form[field] = given[field]
  const { problems, profile } = checkProfile(form, nobody)
  const [wrong] = Object.entries(problems).filter(([field]) => form[field as keyof typeof form] !== '')
  if (wrong) return `${wrong[0]}: ${wrong[1]}`
  if (line.phone_verified && profile.phone === null) return 'phone_verified: is true without a phone'
  return { ...profile, phoneVerified: line.phone_verified === true }
}
