import * as z from 'zod'
import { newId } from '../../crypto/random.ts'
import type { Person } from '../../oidc/claims.ts'
import { isUniqueViolation } from '../../store/connections/errors.ts'
import {
  findOwnerless,
  findPresent,
  type ImportedMembership,
  type ImportedUser,
  insertImported,
  type Present,
} from '../../store/prisma/user-import.ts'
import { checkProfile, profileFields, profileForm } from '../account/profile.ts'
import { type Role, readRoles } from '../organizations/rules.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import { type EventDetails, inTransaction, system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { cleanName, isSlug } from '../platform/names.ts'
import { isSubject } from '../platform/subjects.ts'

/** Lines that are written together: all of them, or none. */
const batchSize = 200
/** How long a batch may take to be written, in milliseconds. */
const batchTimeout = 30_000
const maxLine = 64 * 1024

const text = z.string().max(500)
const lineSchema = z.strictObject({
  sub: z.string().refine(isSubject, 'must be 1 to 255 of A-Z a-z 0-9 . _ ~ | : @ + = -'),
  email: text,
  email_verified: z.boolean().optional(),
  other_emails: z.array(text).max(20).optional(),
  ...Object.fromEntries(profileFields.map((field) => [field, text.nullish()])),
  created_at: z.iso.datetime({ offset: true }).optional(),
  disabled: z.boolean().optional(),
  organizations: z
    .array(
      z.strictObject({
        slug: z.string().refine(isSlug, 'is no slug that this server takes'),
        name: text.optional(),
        roles: z.array(text).optional(),
      }),
    )
    .max(100)
    .optional(),
})
type Line = z.infer<typeof lineSchema>

export interface ImportOptions {
  /** Checks everything, against the database too, and writes nothing. */
  dryRun: boolean
  /** Takes addresses of which the other system does not say that they were verified. */
  unverified: boolean
  /** EventDetails of each line that was refused. */
  refused(line: number, reason: string): void
  /** EventDetails after each batch how many lines were read. */
  progress(lines: number): void
}

export interface ImportSummary {
  lines: number
  made: number
  /** Subjects that are here already. Their profile stays as it is here; memberships that are missing were added. */
  present: number
  refused: number
  organizations: number
  memberships: number
  /** Slugs of named organizations that have no owner. */
  ownerless: string[]
}

interface Wanted {
  line: number
  user: ImportedUser
  organizations: { slug: string; name: string; roles: Role[] }[]
}

/**
 * Imports people from lines of JSON (docs/import.md). The subject is kept, so tokens and foreign keys of applications
 * stay valid. Each line stands for itself: what is wrong with one is told and the others go on. Running it again does
 * nothing twice, so an import that was interrupted is resumed by starting it once more.
 */
export async function importUsers(
  deps: Deps,
  lines: AsyncIterable<string>,
  options: ImportOptions,
): Promise<ImportSummary> {
  const summary: ImportSummary = {
    lines: 0,
    made: 0,
    present: 0,
    refused: 0,
    organizations: 0,
    memberships: 0,
    ownerless: [],
  }
  /** Where a subject or an address stood first in this file. */
  const seen = new Map<string, number>()
  const slugs = new Set<string>()
  let batch: Wanted[] = []
  const refuse = (line: number, reason: string) => {
    summary.refused += 1
    options.refused(line, reason)
  }
  const flush = async () => {
    await importBatch(deps, batch, options, summary, refuse)
    batch = []
    options.progress(summary.lines)
  }
  for await (const line of lines) {
    summary.lines += 1
    if (line.trim() === '') continue
    const wanted = readLine(line, summary.lines, options, deps)
    if (typeof wanted === 'string') {
      refuse(summary.lines, wanted)
      continue
    }
    const keys = [`sub ${wanted.user.id}`, ...wanted.user.addresses.map((address) => `address ${address}`)]
    const twice = keys.find((key) => seen.has(key))
    if (twice) {
      refuse(summary.lines, `the same ${twice} stands in line ${seen.get(twice)}`)
      continue
    }
    for (const key of keys) seen.set(key, summary.lines)
    for (const { slug } of wanted.organizations) slugs.add(slug)
    batch.push(wanted)
    if (batch.length >= batchSize) await flush()
  }
  await flush()
  if (!options.dryRun) {
    const all = [...slugs]
    for (let at = 0; at < all.length; at += batchSize)
      summary.ownerless.push(...(await findOwnerless(deps.db, all.slice(at, at + batchSize))))
  }
  return summary
}

/** What a line asks for, or what is wrong with it. */
function readLine(
  line: string,
  number: number,
  { unverified }: ImportOptions,
  { config, now }: Pick<Deps, 'config' | 'now'>,
): Wanted | string {
  if (line.length > maxLine) return `is longer than ${maxLine} characters`
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return 'is not JSON'
  }
  const parsed = lineSchema.safeParse(json)
  if (!parsed.success) return parsed.error.issues.map(inWords).join('; ')
  const one = parsed.data
  // RFC 9068 section 5: a subject that is also a client id would let one pass for the other at a resource server.
  if (config.clients.has(one.sub)) return 'sub: is the id of a client'
  if (one.email_verified !== true && !unverified)
    return 'email_verified is not true (with --unverified it is taken all the same: docs/import.md)'
  const addresses: string[] = []
  for (const typed of [one.email, ...(one.other_emails ?? [])]) {
    const address = canonicalAddress(typed)
    if (!address) return `"${typed}" is not an e-mail address`
    if (!addresses.includes(address)) addresses.push(address)
  }
  const profile = readProfile(one)
  if (typeof profile === 'string') return profile
  const organizations: Wanted['organizations'] = []
  for (const { slug, name, roles } of one.organizations ?? []) {
    const known = readRoles(roles ?? ['member'])
    if (!known) return `organizations: the roles of ${slug} must be owner, admin or member, each once`
    const cleaned = cleanName(name ?? slug)
    if (!cleaned.ok || cleaned.name === '') return `organizations: the name of ${slug} is no name`
    if (organizations.some((other) => other.slug === slug)) return `organizations: ${slug} is named twice`
    organizations.push({ slug, name: cleaned.name, roles: known })
  }
  const createdAt = one.created_at ? new Date(one.created_at) : now()
  return {
    line: number,
    user: { id: one.sub, profile, addresses, createdAt, disabledAt: one.disabled ? now() : null },
    organizations,
  }
}

const inWords = ({ path, message }: z.core.$ZodIssue): string =>
  `${path.join('.') || 'it'}: ${message.endsWith('received undefined') ? 'is missing' : message.replace(/^Invalid input: /, '')}`

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
  website: null,
  gender: null,
  birthdate: null,
  zoneinfo: null,
  locale: null,
  phone: null,
  phoneVerified: false,
  address: null,
  updatedAt: new Date(0),
}

/** The rules of the profile page. A name may be missing: the person is asked for it. */
function readProfile(one: Line): ImportedUser['profile'] | string {
  const given = one as Record<string, unknown>
  const form = profileForm(nobody)
  for (const field of profileFields) if (typeof given[field] === 'string') form[field] = given[field]
  const { problems, profile } = checkProfile(form, nobody)
  const [wrong] = Object.entries(problems).filter(([field]) => form[field as keyof typeof form] !== '')
  return wrong ? `${wrong[0]}: ${wrong[1]}` : profile
}

async function importBatch(
  deps: Deps,
  wanted: readonly Wanted[],
  options: ImportOptions,
  summary: ImportSummary,
  refuse: (line: number, reason: string) => void,
): Promise<void> {
  for (let attempt = 1; wanted.length > 0; attempt += 1) {
    const outcome = await tryBatch(deps, wanted, options)
    // Somebody signed up meanwhile with an address of this batch: look again. What they made is theirs.
    if (outcome === 'taken-meanwhile' && attempt < 5) continue
    if (outcome === 'taken-meanwhile') throw new Error('addresses of this batch are taken again and again; try later')
    for (const [line, reason] of outcome.refused) refuse(line, reason)
    for (const field of ['made', 'present', 'organizations', 'memberships'] as const) summary[field] += outcome[field]
    return
  }
}

async function tryBatch(deps: Deps, wanted: readonly Wanted[], options: ImportOptions) {
  const refused: [line: number, reason: string][] = []
  const present = await findPresent(deps.db, {
    ids: wanted.map(({ user }) => user.id),
    addresses: wanted.flatMap(({ user }) => user.addresses),
    slugs: [...new Set(wanted.flatMap(({ organizations }) => organizations.map(({ slug }) => slug)))],
    now: deps.now(),
  })
  const accepted = wanted.filter(({ line, user }) => {
    const taken = user.addresses.find((address) => (present.owners.get(address) ?? user.id) !== user.id)
    if (taken) refused.push([line, `${taken} belongs to ${present.owners.get(taken)} here`])
    return !taken
  })
  const plan = planOf(deps, accepted, present)
  try {
    if (!options.dryRun && plan.events.length > 0)
      await inTransaction(
        deps,
        async (tx) => {
          await insertImported(tx, { ...plan, now: deps.now() })
          for (const event of plan.events) await tx.record(system, event)
        },
        batchTimeout,
      )
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken-meanwhile'
    throw error
  }
  return {
    refused,
    made: plan.users.length,
    present: accepted.length - plan.users.length,
    organizations: plan.organizations.length,
    memberships: plan.memberships.length,
  }
}

/** What has to be made. A person who is here keeps what is here: an import adds, and changes nothing. */
function planOf(deps: Deps, accepted: readonly Wanted[], present: Present) {
  const ids = new Map(present.organizations)
  const organizations: { id: string; slug: string; name: string }[] = []
  const memberships: ImportedMembership[] = []
  for (const { user, organizations: asked } of accepted) {
    for (const { slug, name, roles } of asked) {
      let id = ids.get(slug)
      if (!id) {
        id = newId(deps.now())
        ids.set(slug, id)
        organizations.push({ id, slug, name })
      }
      if (!present.memberships.has(`${id} ${user.id}`)) memberships.push({ userId: user.id, organizationId: id, roles })
    }
  }
  const users = accepted.map(({ user }) => user).filter(({ id }) => !present.users.has(id))
  const joined = [...new Set(memberships.map(({ organizationId }) => organizationId))]
  const events: EventDetails[] = [
    ...(users.length > 0 ? [{ action: 'users.imported', detail: { count: users.length } } as const] : []),
    ...organizations.map<EventDetails>(({ id, slug, name }) => ({
      action: 'organization.created',
      organizationId: id,
      target: ['organization', id],
      detail: { name, slug, imported: true },
    })),
    ...joined.map<EventDetails>((organizationId) => ({
      action: 'members.imported',
      organizationId,
      target: ['organization', organizationId],
      detail: { count: memberships.filter((one) => one.organizationId === organizationId).length },
    })),
  ]
  return { users, organizations, memberships, events }
}
