import type { Person } from '../../oidc/claims.ts'
import { isTimeZone } from '../../oidc/time-zones.ts'
import type { Profile } from '../../store/prisma/accounts.ts'
import { cleanName } from '../platform/names.ts'
import type { Problem } from '../platform/operation-refused.ts'
import { parsePhoneNumber } from './phone-numbers.ts'

/** The fields of the profile page that are a column of the person. */
const columns = {
  given_name: 'givenName',
  family_name: 'familyName',
  middle_name: 'middleName',
  nickname: 'nickname',
  preferred_username: 'preferredUsername',
  picture: 'picture',
  profile: 'profile',
  website: 'website',
  gender: 'gender',
  birthdate: 'birthdate',
  phone: 'phone',
  locale: 'locale',
  zoneinfo: 'zoneinfo',
} as const satisfies Record<string, keyof Person & keyof Profile>
type ColumnField = keyof typeof columns
const columnFields = Object.keys(columns) as ColumnField[]
const addressFields = ['street_address', 'locality', 'region', 'postal_code', 'country'] as const
const urlFields = ['picture', 'profile', 'website'] as const
/** Longest URL, in characters. */
const maxUrl = 500

export type ProfileField = ColumnField | (typeof addressFields)[number]
export type ProfileForm = Record<ProfileField, string>
export type ProfileProblems = Partial<Record<ProfileField, Problem>>
export const profileFields: readonly ProfileField[] = [...columnFields, ...addressFields]

/** The profile as its form shows it. */
export const profileForm = ({ address, ...person }: Person): ProfileForm =>
  Object.fromEntries([
    ...columnFields.map((field) => [field, person[columns[field]] ?? '']),
    ...addressFields.map((field) => [field, address?.[field] ?? '']),
  ])

/** What is wrong with a form, by field; the profile that it results in; and the fields that change. */
export function checkProfile(
  form: ProfileForm,
  person: Person,
): { problems: ProfileProblems; profile: Profile; changed: ProfileField[] } {
  const problems: ProfileProblems = {}
  const clean = { ...form }
  for (const field of profileFields) {
    if ((urlFields as readonly string[]).includes(field)) {
      clean[field] = form[field].trim()
      if (clean[field] && !isHttps(clean[field])) problems[field] = 'invalid-url'
      continue
    }
    const cleaned = cleanName(form[field])
    if (cleaned.ok) clean[field] = cleaned.name
    else problems[field] = cleaned.problem
  }
  if (!clean.given_name && !problems.given_name) problems.given_name = 'required'
  const number = clean.phone && parsePhoneNumber(clean.phone)
  if (number === null) problems.phone = 'invalid-phone'
  else clean.phone = number
  if (clean.locale && !isLocale(clean.locale)) problems.locale = 'choose-one'
  if (clean.zoneinfo && !isTimeZone(clean.zoneinfo)) problems.zoneinfo = 'choose-one'
  if (clean.birthdate && !isDate(clean.birthdate)) problems.birthdate = 'invalid-date'
  const before = profileForm(person)
  const changed = profileFields.filter((field) => clean[field] !== before[field])
  return { problems, profile: toProfile(clean, person), changed }
}

function toProfile(clean: ProfileForm, person: Person): Profile {
  const texts = Object.fromEntries(columnFields.map((field) => [columns[field], clean[field] || null]))
  const address = Object.fromEntries(addressFields.flatMap((field) => (clean[field] ? [[field, clean[field]]] : [])))
  return {
    ...(texts as Record<(typeof columns)[ColumnField], string | null>),
    phoneVerified: person.phoneVerified && person.phone === (clean.phone || null),
    address: Object.keys(address).length > 0 ? JSON.stringify(address) : null,
  }
}

const isHttps = (text: string): boolean =>
  text.length <= maxUrl && URL.canParse(text) && /^https:\/\/[^\s]+$/i.test(text)

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text)[0] !== undefined
  } catch {
    return false
  }
}

/** YYYY-MM-DD, and an existing day (OIDC Core 5.1). */
const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(Date.parse(`${text}T00:00:00Z`) || 0).toISOString().startsWith(text)
