import type { Person } from '../../oidc/claims.ts'
import { indexPeople } from '../beyond-prisma/people/person-search.ts'
import type { Change } from '../connections/database.ts'

/** What a person tells about themselves. `address` is JSON text. */
export type Profile = Omit<Person, 'id' | 'email' | 'address' | 'pictureId' | 'updatedAt' | 'fields'> & {
  address: string | null
}

export async function updateProfile(tx: Change, id: string, data: Profile, now: Date): Promise<void> {
  await tx.prisma.user.update({ where: { id }, data: { ...data, updatedAt: now } })
  await indexPeople(tx, [id])
}

/** The names that someone gives when they sign up. */
export async function updateNames(
  tx: Change,
  id: string,
  givenName: string,
  familyName: string | null,
  now: Date,
): Promise<void> {
  await tx.prisma.user.update({ where: { id }, data: { givenName, familyName, updatedAt: now } })
  await indexPeople(tx, [id])
}

/** Puts a picture in the place of the one that a person has, or takes it away. False if there was none to take away. */
export async function replacePicture(
  { prisma }: Change,
  userId: string,
  picture: { id: string; mime: string; data: string } | null,
  now: Date,
): Promise<boolean> {
  const { count } = await prisma.picture.deleteMany({ where: { userId } })
  if (picture) await prisma.picture.create({ data: { ...picture, userId, createdAt: now } })
  else if (count === 0) return false
  await prisma.user.update({ where: { id: userId }, data: { pictureId: picture?.id ?? null, updatedAt: now } })
  return true
}

/** Sets the phone number of a person, and whether it is known to be theirs. */
export async function updatePhone(
  { prisma }: Change,
  id: string,
  { phone, phoneVerified }: Pick<Person, 'phone' | 'phoneVerified'>,
  now: Date,
): Promise<void> {
  await prisma.user.update({ where: { id }, data: { phone, phoneVerified, updatedAt: now } })
}

/** Removes an address that is not the primary one. False when it is not theirs. */
export async function deleteAddress(tx: Change, userId: string, address: string): Promise<boolean> {
  const { count } = await tx.prisma.email.deleteMany({ where: { userId, address, isPrimary: false } })
  if (count === 0) return false
  await indexPeople(tx, [userId])
  return true
}

/**
 * Disables or enables an account. A disabled person's sessions and tokens are dead at their next use. False when there is
 * no such person.
 */
export async function setDisabled({ prisma }: Change, id: string, disabledAt: Date | null): Promise<boolean> {
  const { count } = await prisma.user.updateMany({ where: { id }, data: { disabledAt } })
  return count === 1
}

export async function deleteConsents({ prisma }: Change, userId: string, clientId: string): Promise<void> {
  await prisma.consent.deleteMany({ where: { userId, clientId } })
}
