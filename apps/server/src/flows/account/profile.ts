import { newSecret } from '../../crypto/random.ts'
import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import { findPerson, findPicture } from '../../store/hot/people.ts'
import { replacePicture, updateProfile } from '../../store/prisma/accounts.ts'
import { type Actor, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { readImage } from '../platform/images/image.ts'
import { enforceLimit } from '../platform/limits.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { Visitor } from '../platform/visitor.ts'
import { recordPhoneChange } from './phone-changes.ts'
import { checkProfile, type ProfileForm, type ProfileProblems } from './profile-form.ts'

/**
 * Checks a profile and keeps it. Empty fields are cleared. A phone number that changes is unverified until a code was
 * sent to it. Returns what is wrong, by field, or null.
 */
export const changeProfile = (
  deps: Deps,
  id: string,
  form: ProfileForm,
  visitor: Visitor,
): Promise<ProfileProblems | null> =>
  inTransaction(deps, async (tx) => {
    // Read while it is locked: a number that is removed meanwhile must not come back as a verified one.
    const person = (await lockPerson(tx, id)) && (await findPerson(tx, id))
    if (!person) return null
    const { problems, profile, changed } = checkProfile(form, person)
    if (Object.keys(problems).length > 0) return problems
    if (changed.length === 0) return null
    const actor = userActor(id, visitor.network)
    await updateProfile(tx, id, profile, deps.now())
    await tx.record(actor, { action: 'user.updated', target: ['user', id], detail: { fields: changed } })
    await recordPhoneChange(deps, tx, actor, {
      before: person,
      after: profile,
      by: 'actor',
      visitor,
    })
    return null
  })

/** Bytes, and pixels of each side. */
export const pictureLimits = { size: 512 * 1024, side: 2048 }

/**
 * Puts a picture in the place of the one that a person has, or takes it away. Each has an address of its own that nobody
 * can guess: the one before leads to nothing from then on.
 * @throws OperationRefused if the bytes are no picture within the limits, or there is no such person
 */
export async function changePicture(deps: Deps, actor: Actor, userId: string, given: Uint8Array | null): Promise<void> {
  const image = given && readImage(given, pictureLimits)
  if (given && !image) throw new OperationRefused('invalid', 'picture', 'invalid-picture')
  if (image) await enforceLimit(deps, `picture:${userId}`, [{ count: 20, window: day }])
  const picture = image && { id: newSecret(), mime: image.mime, data: image.bytes.toString('base64') }
  await inTransaction(deps, async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new OperationRefused('not-found')
    if (!(await replacePicture(tx, userId, picture, deps.now()))) return
    await tx.record(actor, { action: 'user.updated', target: ['user', userId], detail: { fields: ['picture'] } })
  })
}

/** A stored picture, for anybody who knows its id. */
export async function openPicture(
  deps: Pick<Deps, 'db'>,
  id: string,
): Promise<{ mime: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  const found = await findPicture(deps.db, id)
  return found && { mime: found.mime, bytes: new Uint8Array(Buffer.from(found.data, 'base64')) }
}
