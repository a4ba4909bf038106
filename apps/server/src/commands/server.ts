import { replayRange } from '../flows/management/deliveries/webhook-deliveries.ts'
import { listManagedOrganizations } from '../flows/management/directory.ts'
import { listEvents, system } from '../flows/platform/audit.ts'
import { serve } from '../server-process.ts'
import { type Command, organizationOf, textOf, UsageError, withDelivery, withRuntime } from './command.ts'
import { doctor } from './doctor.ts'

const listKeys: Command = {
  about: 'list the signing keys and their state',
  run: () => withRuntime(async ({ deps }) => console.table(deps.keys.list())),
}

const rotateKeys: Command = {
  about: 'sign with the next keys, within two minutes',
  options: { force: { type: 'boolean' } },
  optionsAbout: { '--force': 'even if clients may not know them yet' },
  run: (_args, { force }) =>
    withDelivery(async ({ deps }) =>
      console.log(
        `these keys sign within two minutes:\n${(await deps.keys.rotate({ force: force === true })).join('\n')}`,
      ),
    ),
}

const listOrganizationsCommand: Command = {
  about: 'list ID, slug, and name of every organization',
  run: () =>
    withRuntime(async ({ deps }) => {
      let after: string | null = null
      do {
        const rows: Awaited<ReturnType<typeof listManagedOrganizations>> = await listManagedOrganizations(
          deps,
          system,
          { after, limit: 200 },
        )
        for (const { id, slug, name, deleteAfter } of rows)
          console.log(
            [id, slug, name, deleteAfter ? `deleted, erased on ${deleteAfter.toISOString()}` : ''].join('\t').trim(),
          )
        after = rows.at(-1)?.id ?? null
      } while (after)
    }),
}

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
  ['organizations list', listOrganizationsCommand],
  ['audit export', exportAudit],
  ['webhooks replay', replayWebhooks],
]
