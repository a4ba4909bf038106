import { parsePhoneNumber } from '../../account/phone-numbers.ts'

/**
 * What other systems export, as the lines of `users import` (flows/management/user-import/user-import.ts). Only the shape is changed here:
 * whether a line is right is judged there, by its number.
 */
export const importFormats = ['vestibule', 'auth0', 'keycloak', 'clerk'] as const
export type ImportFormat = (typeof importFormats)[number]

type Json = Record<string, unknown>

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const first = (value: unknown): unknown => list(value)[0]
/** Drops empty fields: the person is asked for what is missing. */
const withoutEmptyFields = (line: Json): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(line).filter(([, value]) => value !== null && value !== undefined && value !== ''),
    ),
  )
const isoOf = (milliseconds: unknown): string | undefined =>
  typeof milliseconds === 'number' ? new Date(milliseconds).toISOString() : undefined

/** An invalid number does not keep its person out. */
function phoneOf(number: unknown, verified: boolean): { phone?: string; phone_verified?: boolean } {
  const phone = typeof number === 'string' ? parsePhoneNumber(number) : null
  return phone === null ? {} : { phone, ...(verified ? { phone_verified: true } : {}) }
}

/** Auth0: the User Import / Export extension, or `GET /api/v2/users`. The `sub` of its tokens is `user_id`. */
function fromAuth0(value: unknown): string[] {
  const user = object(value)
  return [
    withoutEmptyFields({
      sub: user.user_id,
      email: user.email,
      email_verified: user.email_verified,
      given_name: user.given_name,
      family_name: user.family_name,
      nickname: user.nickname,
      preferred_username: user.username,
      picture: user.picture,
      ...phoneOf(user.phone_number, user.phone_verified === true),
      created_at: user.created_at,
      disabled: user.blocked === true || undefined,
      organizations: user.organizations,
    }),
  ]
}

/** Keycloak: `kc.sh export`. The `sub` of its tokens is the id; its organizations (from 26 on) name members by user name. */
function fromKeycloak(value: unknown): string[] {
  const realm = object(value)
  const organizations = list(realm.organizations).map(object)
  const of = (username: unknown) =>
    organizations
      .filter(({ members }) => list(members).some((member) => object(member).username === username))
      .map(({ alias, name }) => ({ slug: alias ?? name, name, roles: ['member'] }))
  return list(realm.users)
    .map(object)
    .map((user) => {
      const joined = of(user.username)
      return withoutEmptyFields({
        sub: user.id,
        email: user.email,
        email_verified: user.emailVerified,
        given_name: user.firstName,
        family_name: user.lastName,
        preferred_username: user.username,
        ...phoneOf(
          first(object(user.attributes).phoneNumber),
          first(object(user.attributes).phoneNumberVerified) === 'true',
        ),
        created_at: isoOf(user.createdTimestamp),
        disabled: user.enabled === false || undefined,
        organizations: joined.length > 0 ? joined : undefined,
      })
    })
}

/**
 * Clerk: `GET /v1/users` of its backend API. The `sub` of its tokens is the id. Memberships are told by another call
 * (`GET /v1/users/{id}/organization_memberships`): put its `data` beside the user as `organization_memberships`.
 */
function fromClerk(value: unknown): string[] {
  const user = object(value)
  const addresses = list(user.email_addresses).map(object)
  const primary = addresses.find(({ id }) => id === user.primary_email_address_id) ?? addresses[0]
  const isVerified = (address: Json | undefined) => object(address?.verification).status === 'verified'
  const others = addresses.filter((address) => address !== primary && isVerified(address))
  const phone = list(user.phone_numbers)
    .map(object)
    .find(({ id }) => id === user.primary_phone_number_id)
  const memberships = list(user.organization_memberships).map(object)
  return [
    withoutEmptyFields({
      sub: user.id,
      email: primary?.email_address,
      email_verified: isVerified(primary),
      other_emails: others.length > 0 ? others.map(({ email_address }) => email_address) : undefined,
      given_name: user.first_name,
      family_name: user.last_name,
      preferred_username: user.username,
      picture: user.image_url,
      ...phoneOf(phone?.phone_number, isVerified(phone)),
      created_at: isoOf(user.created_at),
      disabled: user.banned === true || user.locked === true || undefined,
      organizations:
        memberships.length > 0
          ? memberships.map(({ organization, role }) => ({
              slug: object(organization).slug,
              name: object(organization).name,
              // Clerk has no role above its administrators, so they become owners.
              roles: [role === 'org:admin' || role === 'admin' ? 'owner' : 'member'],
            }))
          : undefined,
    }),
  ]
}

const readers = { auth0: fromAuth0, keycloak: fromKeycloak, clerk: fromClerk }

/** Converts lines of JSON, or one JSON document, to our own format. What is not JSON is left as it is, to be refused. */
export async function* linesOf(format: ImportFormat, input: AsyncIterable<string>): AsyncGenerator<string> {
  if (format === 'vestibule') return yield* input
  const read = readers[format]
  const rest: string[] = []
  for await (const line of input) {
    const value = rest.length === 0 ? parsed(line) : undefined
    // A document begins with a line that is not JSON by itself.
    if (value === undefined && line.trim() !== '') rest.push(line)
    else if (value !== undefined) yield* [value].flat().flatMap(read)
  }
  if (rest.length === 0) return
  const whole = parsed(rest.join('\n'))
  if (whole === undefined) yield* rest
  else yield* [whole].flat().flatMap(read)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
