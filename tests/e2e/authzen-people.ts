import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { blockUnder } from '../repo/docs-blocks.ts'

const secret = 'orders-secret-0123456789'

/** A server with the client of docs/authzen.md, and permissions to ask about. */
export function openAuthzenServer(): Promise<TestWorld> {
  const file = join(mkdtempSync(join(tmpdir(), 'authzen-')), 'permissions.json')
  writeFileSync(
    file,
    JSON.stringify({
      permissions: {
        'invoice.read': { level: 'basic' },
        'invoice.approve': { level: 'basic', min_acr: 'phr' },
        'https://api.example.com/orders orders:read': { level: 'basic' },
      },
    }),
  )
  const env = parseEnv(blockUnder('docs/authzen.md', 'Let a client ask', 'sh').replaceAll(/_0(?=_|=)/g, '_20'))
  return openTestWorld({ ...env, OIDC_CLIENT_20_SECRET: secret, PERMISSIONS_FILE: file }, { clock: 'running' })
}

/** A member of an organization that they did not make, as variables of a program. */
export async function memberAsVariables(world: TestWorld): Promise<Record<string, string>> {
  const { person } = await world.signIn()
  const { prisma } = world.deps.db
  const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: person.email } })
  const { organizationId } = await prisma.membership.findFirstOrThrow({ where: { userId } })
  await prisma.membership.updateMany({ where: { userId }, data: { roles: 'member' } })
  return { USER_ID: userId, ORGANIZATION_ID: organizationId, CLIENT_SECRET: secret, ISSUER: world.issuer }
}
