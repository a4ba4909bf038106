import { join } from 'node:path'
import type { Config } from './config/settings.ts'
import { loadConfig } from './config.ts'
import { newId } from './crypto/random.ts'
import { canonicalAddress } from './flows/addresses.ts'
import { listEvents, system } from './flows/audit.ts'
import { Refused } from './flows/organizations.ts'
import { deliverDue } from './flows/outbox.ts'
import { resetSignIn } from './flows/recovery.ts'
import { replay } from './flows/webhooks.ts'
import { createLogger } from './logging.ts'
import { serve } from './server-process.ts'
import { deleteConsents } from './store/consents.ts'
import { revokeGrantsOf } from './store/grants.ts'
import { createInvitation } from './store/invitations.ts'
import { findOrganization, listOrganizations } from './store/organizations.ts'
import { findUserByEmail, setDisabled } from './store/users.ts'
import { openWorld, type World } from './world.ts'

interface Options {
  force?: boolean
  organization?: string
  role?: string
}

type Command = (args: string[], options: Options) => Promise<void>

const day = 86_400_000

async function withWorld(work: (world: World, config: Config) => Promise<void>): Promise<void> {
  const config = loadConfig()
  const log = createLogger('warn', config.production)
  const world = await openWorld({
    config,
    log,
    migrations: join(import.meta.dirname, '..', 'migrations'),
    now: () => new Date(),
  })
  try {
    await work(world, config)
  } finally {
    await world.end()
  }
}

function addressOf(args: string[]): string {
  const address = canonicalAddress(args[0] ?? '')
  if (!address) throw new Error(`"${args[0] ?? ''}" is not an e-mail address`)
  return address
}

const disable =
  (disabled: boolean): Command =>
  async (args) => {
    const address = addressOf(args)
    await withWorld(async ({ deps }) => {
      const user = await findUserByEmail(deps.db, address)
      if (!user) throw new Error(`nobody has the address ${address}`)
      await setDisabled(deps.db, user.id, disabled ? deps.now() : null)
      console.log(`${address} is ${disabled ? 'disabled: sessions and tokens are dead at their next use' : 'enabled'}`)
    })
  }

const invite: Command = async (args, { organization, role = 'member' }) => {
  const email = addressOf(args)
  if (!['owner', 'admin', 'member'].includes(role)) throw new Error('--role is owner, admin or member')
  await withWorld(async ({ deps }, config) => {
    const found = organization ? await findOrganization(deps.db, organization) : null
    if (organization && !found) throw new Error(`there is no organization ${organization}`)
    const createdAt = deps.now()
    const expiresAt = new Date(createdAt.getTime() + 7 * day)
    await createInvitation(deps.db, {
      id: newId(createdAt),
      email,
      organizationId: found?.id ?? null,
      roles: role,
      createdAt,
      expiresAt,
    })
    console.log(
      `${email} may sign in at ${config.issuer} until ${expiresAt.toISOString().slice(0, 10)}${found ? ` and join ${found.name} as ${role}` : ''}`,
    )
  })
}

/** Ends what a person allowed one client: the consent and every token. */
const revoke: Command = async (args) => {
  const address = addressOf(args)
  const clientId = args[1] ?? ''
  await withWorld(async ({ deps }) => {
    const user = await findUserByEmail(deps.db, address)
    if (!user) throw new Error(`nobody has the address ${address}`)
    await deleteConsents(deps.db, user.id, clientId)
    await revokeGrantsOf(deps.db, user.id, clientId, deps.now())
    console.log(`what ${address} allowed ${clientId} has ended`)
  })
}

/** For who lost mailbox and passkeys, after the operator has checked who asks (docs/sign-in.md). */
const reset: Command = async (args) => {
  const address = addressOf(args)
  const next = addressOf(args.slice(1))
  await withWorld(async ({ deps }) => {
    const user = await findUserByEmail(deps.db, address)
    if (!user) throw new Error(`nobody has the address ${address}`)
    try {
      await resetSignIn(deps, system, user.id, next)
    } catch (error) {
      throw error instanceof Refused ? new Error(`${next} belongs to someone else`) : error
    }
    // What tells them leaves before this process does.
    while ((await deliverDue(deps)) > 0);
    console.log(`passkeys and sessions of ${address} have ended; they sign in with ${next} now`)
  })
}

/** The audit log as NDJSON, the newest first. */
const exportAudit: Command = async (_args, { organization }) =>
  withWorld(async ({ deps }) => {
    const found = organization ? await findOrganization(deps.db, organization) : null
    if (organization && !found) throw new Error(`there is no organization ${organization}`)
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listEvents>> = await listEvents(deps, {
        organizationId: found?.id ?? null,
        before,
        most: 500,
      })
      for (const event of page.events) console.log(JSON.stringify(event))
      before = page.next
    } while (before)
  })

const listOrganizationsCommand: Command = () =>
  withWorld(async ({ deps }) => {
    let after: string | null = null
    do {
      const rows: Awaited<ReturnType<typeof listOrganizations>> = await listOrganizations(deps.db, { after, most: 200 })
      for (const { id, slug, name, deleteAfter } of rows)
        console.log([id, slug, name, deleteAfter ? `deleted, ends ${deleteAfter.toISOString()}` : ''].join('\t').trim())
      after = rows.at(-1)?.id ?? null
    } while (after)
  })

const replayWebhooks: Command = async (args) => {
  const from = args[0] ?? ''
  if (!/^[0-9a-f]{12,32}$/.test(from)) throw new Error('name the webhook-id of the first event to tell again')
  await withWorld(async ({ deps }, config) => {
    if (!config.webhook) throw new Error('WEBHOOK_URL is not set')
    console.log(`${await replay(deps, from)} events wait to be told again; the server tells them`)
  })
}

/** The effective configuration without secrets, and what is unwise in it. */
const doctor: Command = async () => {
  const config = loadConfig()
  const shown = {
    ...config,
    secrets: `${config.secrets.length} (redacted)`,
    webhook: config.webhook && { url: config.webhook.url, secret: '(redacted)' },
    smtpUrl: config.smtpUrl?.replace(/\/\/.*@/, '//***@'),
    database:
      config.database.kind === 'sqlite'
        ? config.database
        : { kind: 'postgresql', url: config.database.url.replace(/\/\/.*@/, '//***@') },
    clients: [...config.clients.values()].map(({ id, tokenAuthMethod, redirectUris }) => ({
      id,
      tokenAuthMethod,
      redirectUris,
    })),
  }
  console.log(JSON.stringify(shown, null, 2))
  const unwise = [
    ...config.warnings,
    ...(config.issuer.startsWith('http:') ? ['ISSUER is http: fine on loopback, nowhere else.'] : []),
    ...(config.smtpUrl ? [] : ['SMTP_URL is not set: codes are printed to the terminal.']),
    ...(config.terms ? [] : ['TERMS_VERSION is not set: nobody is asked to accept terms.']),
    ...(config.host !== '127.0.0.1' && config.trustProxy === 0
      ? ['HOST is reachable but TRUST_PROXY is 0: behind a proxy all people share one network limit.']
      : []),
    ...[...config.clients.values()].flatMap((client) => [
      ...(client.requirePkce || client.responseTypes.size === 0
        ? []
        : [`Client ${client.id} is not required to use PKCE; set REQUIRE_PKCE=true when its library can.`]),
      ...(client.grantTypes.has('implicit')
        ? [`Client ${client.id} may use the implicit grant, which RFC 9700 advises against.`]
        : []),
    ]),
  ]
  console.log(
    unwise.length > 0 ? `\nWorth a look:\n${unwise.map((one) => `  - ${one}`).join('\n')}` : '\nNothing unwise found.',
  )
}

/** Names from outside never index an object. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['serve', () => serve()],
  ['doctor', doctor],
  [
    'migrate',
    () =>
      withWorld(async ({ deps }) =>
        console.log(deps.db.migrated.length > 0 ? `applied ${deps.db.migrated.join(', ')}` : 'nothing to do'),
      ),
  ],
  [
    'clients list',
    async () =>
      console.table(
        [...loadConfig().clients.values()].map(({ id, name, tokenAuthMethod, grantTypes }) => ({
          id,
          name,
          method: tokenAuthMethod,
          grants: [...grantTypes].join(' '),
        })),
      ),
  ],
  ['keys list', () => withWorld(async ({ deps }) => console.table(deps.keys.list()))],
  [
    'keys rotate',
    (_args, { force = false }) =>
      withWorld(async ({ deps }) =>
        console.log(`these keys sign within two minutes:\n${(await deps.keys.rotate({ force })).join('\n')}`),
      ),
  ],
  ['users invite', invite],
  ['users disable', disable(true)],
  ['users enable', disable(false)],
  ['users revoke', revoke],
  ['users reset', reset],
  ['organizations list', listOrganizationsCommand],
  ['audit export', exportAudit],
  ['webhooks replay', replayWebhooks],
])
