import type { Change } from '../../connections/database.ts'

/** Forgets who people are at a connection. */
export async function deleteIdentitiesOf({ prisma }: Change, connectionId: string): Promise<void> {
  await prisma.externalIdentity.deleteMany({ where: { connectionId } })
}
