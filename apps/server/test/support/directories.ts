import { openDirectory } from '../../src/flows/directory/directories.ts'
import { createDirectoryToken, findDirectoryByToken } from '../../src/flows/directory/tokens.ts'
import type { AuthenticatedDirectory } from '../../src/flows/directory/types.ts'
import { createUser } from '../../src/flows/directory/users.ts'
import { userActor } from '../../src/flows/platform/audit.ts'
import type { UserAttributes } from '../../src/oidc/scim/resources.ts'
import type { TestWorld } from './world.ts'

/** What a test needs of an organization: `openOrganization` and `openCompany` make one. */
interface Owned {
  id: string
  owner: { userId: string }
}

/** What a passkey signs by is told in passkeys.test.ts: here it is enough that there is one. */
export const givePasskey = ({ deps }: TestWorld, userId: string) =>
  deps.db.prisma.passkey.create({
    data: {
      ...{ id: `passkey-of-${userId}`, userId, publicKey: '', counter: 0n, deviceBound: true, backedUp: false },
      ...{ transports: '', aaguid: '', name: 'Laptop', createdAt: deps.now() },
    },
  })

/** The owner turns the directory on and makes a token. */
export async function openDirectoryOf(
  world: TestWorld,
  { id, owner }: Owned,
): Promise<{ directory: AuthenticatedDirectory; token: string; actor: ReturnType<typeof userActor> }> {
  const actor = userActor(owner.userId, '127.0.0.1')
  if ((await world.deps.db.prisma.passkey.count({ where: { userId: owner.userId } })) === 0)
    await givePasskey(world, owner.userId)
  await openDirectory(world.deps, actor, id)
  const { token } = await createDirectoryToken(world.deps, actor, id)
  const directory = await findDirectoryByToken(world.deps, token)
  if (!directory) throw new Error('the token opens nothing')
  return { directory, token, actor }
}

/** What a directory says of a person by default. */
export const attributesOf = (userName: string, changed: Partial<UserAttributes> = {}): UserAttributes => ({
  userName,
  externalId: `external ${userName}`,
  active: true,
  name: { givenName: 'Grace', familyName: 'Hopper' },
  emails: [{ value: userName, type: 'work', primary: true }],
  ...changed,
})

/** The directory writes a user, and the row that the server has of it. */
export async function writeUser(
  world: TestWorld,
  directory: AuthenticatedDirectory,
  userName: string,
  changed: Partial<UserAttributes> = {},
) {
  const { id } = await createUser(world.deps, directory, attributesOf(userName, changed))
  return world.deps.db.prisma.directoryUser.findUniqueOrThrow({ where: { id } })
}
