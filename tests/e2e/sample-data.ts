import type { TestWorld } from '../../apps/server/test/support/world.ts'

// People who do not exist, for pictures.

export const pictureOperator = 'olga@example.com'

/** Of the server of which the pictures are. */
export const pictureEnvironment = {
  OPERATORS: pictureOperator,
  OIDC_CLIENT_0_NAME: 'Notes',
  PRIVACY_URL: 'https://example.com/privacy',
}

const names = [
  ...['Anna Meier', 'Ben Okafor', 'Chloé Martin', 'Dmitri Ivanov', 'Emi Sato', 'Fatima Haddad', 'Georg Huber'],
  ...['Hana Kim', 'Igor Nowak', 'Julia Santos', 'Kofi Mensah', 'Lena Søgaard', 'Mateo García', 'Nadia Rahman'],
  ...['Oskar Lindqvist', 'Priya Nair', 'Quentin Dubois', 'Rosa Bianchi', 'Samir Aziz', 'Tove Berg', 'Uma Patel'],
]
const day = 86_400_000

/** Twenty-one people, newest first, and thirty days of sign-ins. */
export async function fillWithPeople({ deps }: TestWorld): Promise<void> {
  const { prisma } = deps.db
  const now = deps.now()
  for (const [index, name] of names.entries()) {
    const [givenName = '', familyName = ''] = name.split(' ')
    const joined = new Date(now.getTime() - (index + 1) * day)
    const local = givenName.normalize('NFD').replaceAll(/[^a-zA-Z]/g, '')
    await prisma.user.create({
      data: {
        ...{ id: `000000000${String(index).padStart(3, '0')}${'0'.repeat(20)}`, givenName, familyName },
        ...{ createdAt: joined, updatedAt: joined },
        lastSignInAt: index % 4 === 3 ? null : new Date(now.getTime() - index * index * 3_000_000),
        emails: {
          create: { address: `${local.toLowerCase()}@example.com`, isPrimary: true, verifiedAt: joined },
        },
      },
    })
  }
  // Instead of those of the world itself.
  await prisma.signInDaily.deleteMany({})
  await prisma.signInDaily.createMany({ data: Array.from({ length: 30 }, (_, ago) => signInsOf(now, ago)).flat() })
}

/** The sign-ins of a day. */
function signInsOf(now: Date, ago: number) {
  const at = new Date(now.getTime() - ago * day).toISOString().slice(0, 10)
  const busy = [0, 6].includes(new Date(at).getUTCDay()) ? 0.3 : 1
  const counts: [string, string, string, number][] = [
    ['code', 'succeeded', '', 90 - ago],
    ['passkey', 'succeeded', '', 140 - 3 * ago],
    ['link', 'succeeded', '', 18],
    ['code', 'failed', 'wrong-code', 7 + (ago % 5)],
    ['code', 'failed', 'code-expired', 3],
    ['code', 'refused', 'mail-limit', ago % 3],
  ]
  return counts
    .filter(([, , , count]) => count > 0)
    .map(([method, outcome, reason, count]) => ({
      ...{ day: at, method, outcome, reason, clientId: 'web', count: Math.round(count * busy) },
    }))
}
