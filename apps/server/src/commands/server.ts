import { replayRange } from '../flows/management/deliveries/webhook-deliveries.ts'
import { listManagedOrganizations } from '../flows/management/directory.ts'
import { listEvents, system } from '../flows/platform/audit.ts'
import { KeyTooYoung } from '../flows/platform/keys/signing-keys.ts'
import { serve } from '../server-process.ts'
import {
  allPages,
  type Command,
  listCommand,
  organizationOf,
  textOf,
  UsageError,
  withDelivery,
  withRuntime,
} from './command.ts'
import { doctor } from './doctor.ts'

const listKeys = listCommand({
  about: 'list the signing keys and their state',
  rows: ({ keys }) => keys.list(),
  cells: ({ alg, kid, state, since }) => [alg, kid, state, since.toISOString()],
})

const rotateKeys: Command = {
  about: 'sign with the next keys, within two minutes',
  options: { force: { type: 'boolean' } },
  optionsAbout: { '--force': 'even if clients may not know them yet' },
  run: (_args, { force }) =>
    withDelivery(async ({ deps }) => {
      const kids = await deps.keys.rotate({ force: force === true }).catch((error: unknown) => {
        throw error instanceof KeyTooYoung
          ? new Error(`${error.message}; if the current keys are not safe, --force rotates all the same`)
          : error
      })
      console.log(`these keys sign within two minutes:\n${kids.join('\n')}`)
    }),
}

const listOrganizations = listCommand({
  about: 'list ID, slug, and name of every organization',
  rows: (deps) =>
    allPages(async (after: string | null) => {
      const rows = await listManagedOrganizations(deps, system, { after, limit: 200 })
      return { rows: rows.map(shownOrganization), next: rows.at(-1)?.id ?? null }
    }),
  cells: ({ id, slug, name, deleteAfter }) => [
    id,
    slug,
    name,
    deleteAfter ? `deleted, erased on ${deleteAfter.toISOString()}` : '',
  ],
})

type ManagedOrganization = Awaited<ReturnType<typeof listManagedOrganizations>>[number]

const shownOrganization = ({ id, slug, name, deleteAfter }: ManagedOrganization) => ({ id, slug, name, deleteAfter })

const exportAudit: Command = {
  about: 'print the audit log as NDJSON, newest event first',
  options: { organization: { type: 'string' } },
  optionsAbout: { '--organization <slug>': 'only the events of this organization' },
  run: (_args, values) =>
    withRuntime(async ({ deps }) => {
      const slug = textOf(values.organization)
      const found = slug ? await organizationOf(deps, slug) : null
      let before: string | null = null
      do {
        const page: Awaited<ReturnType<typeof listEvents>> = await listEvents(deps, {
          organizationId: found?.id ?? null,
          before,
          limit: 500,
        })
        for (const event of page.events) console.log(JSON.stringify(event))
        before = page.next
      } while (before)
    }),
}

const replayWebhooks: Command = {
  takes: '<id>',
  about: 'deliver events again, starting with this webhook-id: 1,000 at most',
  options: { endpoint: { type: 'string' }, to: { type: 'string' } },
  optionsAbout: {
    '--endpoint <id>': 'only to this endpoint (default: to all of them)',
    '--to <id>': 'up to this webhook-id',
  },
  async run([from = ''], values) {
    const to = textOf(values.to) ?? null
    if (![from, to ?? from].every((id) => /^[0-9a-f]{12,32}$/.test(id)))
      throw new UsageError('give the webhook-id of the first event to deliver again')
    await withRuntime(async ({ deps }) => {
      const wanted = textOf(values.endpoint)
      const endpoints = deps.webhookEndpoints.enabled().filter(({ id }) => wanted === undefined || id === wanted)
      if (endpoints.length === 0)
        throw new Error(
          wanted ? `there is no endpoint ${wanted}` : 'WEBHOOK_URL is not set, and there is no other webhook endpoint',
        )
      const { count, next } = await replayRange(deps, system, endpoints, { from, to })
      console.log(`${count} events are queued again; the server delivers them`)
      if (next) console.log(`there are more: go on with ${next}`)
    })
  },
}

export const server: readonly (readonly [string, Command])[] = [
  ['serve', { about: 'start the server', run: () => serve() }],
  ['doctor', doctor],
  ['keys list', listKeys],
  ['keys rotate', rotateKeys],
  ['organizations list', listOrganizations],
  ['audit export', exportAudit],
  ['webhooks replay', replayWebhooks],
]
