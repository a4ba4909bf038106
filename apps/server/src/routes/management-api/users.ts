import * as z from 'zod'
import { pictureLimits } from '../../flows/account/profile.ts'
import { type ProfileField, type ProfileForm, profileFields } from '../../flows/account/profile-form.ts'
import {
  changePersonPicture,
  createPerson,
  type DirectoryUser,
  getPerson,
  listPeople,
  removePerson,
  updatePerson,
} from '../../flows/management/directory.ts'
import { createUnverifiedPerson } from '../../flows/management/people/new-person.ts'
import { mergePeople } from '../../flows/management/people/person-merge.ts'
import { listPersonPasskeys } from '../../flows/management/person-access.ts'
import { picturePath, readPostalAddress } from '../../oidc/claims.ts'
import { datedPage, dateSort } from './date-sort.ts'
import {
  fieldChange,
  fieldQuery,
  fieldValues,
  readableValues,
  searchedValues,
  writableValues,
} from './declared-fields/values.ts'
import { at, emailAddress, id, imageOfSize, text } from './fields.ts'
import { type Call, list, membersOf, operation, type Reply } from './operation.ts'

const ofProfile = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(profileFields.map((field) => [field, schema])) as Record<ProfileField, Schema>

const user = z
  .object({
    id: id.describe('The `sub` of tokens.'),
    email: z.string().nullable().describe('The primary email address.'),
    addresses: z.array(z.object({ address: z.string(), primary: z.boolean(), verified_at: at })),
    unverified_email: z
      .string()
      .nullable()
      .describe('Of an account that nobody has opened yet: the address that opens it, once its mailbox is proven.'),
    ...ofProfile(z.string().nullable()),
    stored_picture: z
      .string()
      .nullable()
      .describe(
        'The address of the picture that is stored here. Applications get it as `picture`, in place of the other one.',
      ),
    phone_verified: z.boolean(),
    disabled: z.boolean(),
    created_at: at,
    updated_at: at,
    fields: fieldValues,
  })
  .meta({ id: 'User' })

const profile = ofProfile(text.nullable().optional().describe('null or an empty string clears it.'))
const phoneVerified = z
  .boolean()
  .optional()
  .describe('true: you have verified that the phone number is theirs. A number that changes is not verified otherwise.')
const emailVerified = z
  .boolean()
  .optional()
  .describe(
    'false: nobody has verified the address. It opens the account once the person has signed in with it, and counts nowhere before. Default: true.',
  )
const newUser = z
  .strictObject({
    email: emailAddress,
    email_verified: emailVerified,
    ...profile,
    phone_verified: phoneVerified,
    fields: fieldChange,
  })
  .meta({ id: 'NewUser' })
const userChange = z
  .strictObject({ disabled: z.boolean().optional(), ...profile, phone_verified: phoneVerified, fields: fieldChange })
  .meta({ id: 'UserChange' })

const userMerge = z
  .strictObject({ from: id.describe('The user whose addresses, passkeys and memberships move, and who is deleted.') })
  .meta({ id: 'UserMerge' })
const passkey = z
  .object({
    id,
    name: z.string(),
    device_bound: z.boolean().describe('It cannot leave its device.'),
    created_at: at,
    used_at: at.nullable(),
  })
  .meta({ id: 'Passkey' })

const toPasskey = membersOf(passkey)

const pictureBody = imageOfSize(pictureLimits.size).meta({ id: 'NewPicture' })

const toUser = (call: Pick<Call, 'deps' | 'scope'>, record: DirectoryUser): z.input<typeof user> => {
  const { config } = call.deps
  const {
    street_address = null,
    locality = null,
    region = null,
    postal_code = null,
    country = null,
  } = readPostalAddress(record.address) ?? {}
  return membersOf(user)({
    ...record,
    email: record.emails.find(({ isPrimary }) => isPrimary)?.address ?? null,
    addresses: record.emails.map(({ address, isPrimary, verifiedAt }) => ({
      address,
      primary: isPrimary,
      verified_at: verifiedAt.toISOString(),
    })),
    unverifiedEmail: record.emails.length === 0 ? (record.unverifiedAddress?.address ?? null) : null,
    ...{ streetAddress: street_address, locality, region, postalCode: postal_code, country },
    storedPicture: record.pictureId && `${config.issuer}${picturePath(record.pictureId)}`,
    disabled: record.disabledAt !== null,
    fields: readableValues(call, 'person', record.fields),
  })
}

async function userReply(call: Pick<Call, 'deps' | 'actor' | 'scope'>, userId: string) {
  const record = await getPerson(call.deps, call.actor, userId)
  return {
    body: toUser(call, record),
    etag: String(record.updatedAt.getTime()),
    location: `/users/${userId}`,
  } satisfies Reply
}

/** The fields of a profile that a body has; null clears one. */
const toProfileForm = (body: Partial<Record<ProfileField, string | null>>): Partial<ProfileForm> =>
  Object.fromEntries(profileFields.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name] ?? '']])))

export const userOperations = [
  list({
    path: '/users',
    id: 'listUsers',
    refuses: [422],
    summary:
      'List users by the date of their account, or the members of an organization by the date at which they joined',
    scope: 'users:read',
    query: {
      email: 'Exact email address.',
      query:
        'Words of names and email addresses, without case and accents: how they begin or, from three characters on, their middles. Searches the first 1,000 matches by name and by address.',
      sort: dateSort,
      ...fieldQuery,
    },
    item: user,
    run: async (call) => {
      const fields = await searchedValues(call, 'person')
      const narrowed = ['users', call.query('email'), call.query('query'), ...call.fieldQuery.flat()]
      const { limit, order, after, cursorTo } = datedPage(call, narrowed)
      const wanted = {
        order,
        after,
        limit,
        email: call.query('email')?.toLowerCase(),
        query: call.query('query'),
        fields,
      }
      const { people, next } = await listPeople(call.deps, call.actor, wanted)
      return { data: people.map((person) => toUser(call, person)), next_cursor: next && cursorTo(next) }
    },
  }),
  operation({
    method: 'post',
    path: '/users',
    id: 'createUser',
    summary: 'Create a user, whose email address you have verified unless `email_verified` is false',
    scope: 'users:write',
    body: newUser,
    answer: user,
    creates: true,
    run: async (call) => {
      const { email, email_verified = true, phone_verified, fields: given, ...profile } = call.body
      const fields = await writableValues(call, given)
      const { deps, actor } = call
      const change = { form: toProfileForm(profile), phoneVerified: phone_verified, fields }
      const id = email_verified
        ? await createPerson(deps, actor, email, change)
        : await createUnverifiedPerson(deps, actor, { email, ...change, mailed: false, languages: [] })
      return userReply(call, id)
    },
  }),
  operation({
    method: 'get',
    path: '/users/{user}',
    id: 'getUser',
    summary: 'Get a user',
    scope: 'users:read',
    answer: user,
    run: (call) => userReply(call, call.parameter('user')),
  }),
  operation({
    method: 'patch',
    path: '/users/{user}',
    id: 'updateUser',
    summary: 'Update a profile, or disable or enable a user',
    scope: 'users:write',
    body: userChange,
    answer: user,
    run: async (call) => {
      const { disabled, phone_verified, fields: given, ...profile } = call.body
      const fields = await writableValues(call, given)
      const userId = call.parameter('user')
      const change = { form: toProfileForm(profile), phoneVerified: phone_verified, disabled, fields }
      await updatePerson(call.deps, call.actor, userId, change, call.version)
      return userReply(call, userId)
    },
  }),
  operation({
    method: 'put',
    path: '/users/{user}/picture',
    id: 'replacePicture',
    summary: 'Store a picture of a user: still, at most 512 KiB and 2,048 pixels a side',
    scope: 'users:write',
    body: pictureBody,
    maxBody: 704 * 1024,
    answer: user,
    run: async (call) => {
      const userId = call.parameter('user')
      await changePersonPicture(call.deps, call.actor, userId, new Uint8Array(Buffer.from(call.body.data, 'base64')))
      return userReply(call, userId)
    },
  }),
  operation({
    method: 'delete',
    path: '/users/{user}/picture',
    id: 'removePicture',
    summary: 'Remove the stored picture of a user',
    scope: 'users:write',
    run: ({ deps, actor, parameter }) => changePersonPicture(deps, actor, parameter('user'), null),
  }),
  operation({
    method: 'delete',
    path: '/users/{user}',
    id: 'deleteUser',
    summary: 'Delete a user. 409 if an organization would be left without an owner',
    refuses: [409],
    scope: 'users:write',
    run: ({ deps, actor, parameter }) => removePerson(deps, actor, parameter('user')),
  }),
  operation({
    method: 'post',
    path: '/users/{user}/merge',
    id: 'mergeUsers',
    summary:
      'Merge another user into this one, and delete the other. 409 if an organization would be left without an owner',
    refuses: [409],
    scope: 'users:write',
    body: userMerge,
    run: async ({ deps, actor, parameter, body }) => {
      await mergePeople(deps, actor, body.from, parameter('user'))
    },
  }),
  list({
    path: '/users/{user}/passkeys',
    id: 'listPasskeys',
    summary: 'List the passkeys of a user, oldest first',
    scope: 'users:read',
    item: passkey,
    run: async ({ deps, actor, parameter }) => {
      const passkeys = await listPersonPasskeys(deps, actor, parameter('user'))
      return { data: passkeys.map(toPasskey), next_cursor: null }
    },
  }),
]
