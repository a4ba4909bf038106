import { disableConnection } from '../flows/federation/connections.ts'
import { changeSsoPolicy } from '../flows/federation/sso-policy.ts'
import { getListedConnection, type ListedConnection, listConnections } from '../flows/management/connections.ts'
import { system } from '../flows/platform/audit.ts'
import { allPages, type Command, listCommand, orExplain, organizationOf, withDelivery } from './command.ts'

const perPage = 200

const list = listCommand({
  about: 'list the identity providers of organizations',
  rows: (deps) =>
    allPages<ListedConnection, string>(async (before) => {
      const rows = await listConnections(deps, { before, limit: perPage })
      return { rows, next: rows.length === perPage ? (rows.at(-1)?.id ?? null) : null }
    }),
  cells: ({ id, organization, state, issuer, domains, failures }) => [
    ...[id, organization.name, state, issuer, domains.map(({ domain }) => domain).join(' ')],
    failures > 0 ? `${failures} failed in a row` : '',
  ],
})

const disable: Command = {
  takes: '<id>',
  about: 'turn the identity provider of an organization off; its sessions end at their next use',
  more: 'While the organization requires company sign-in, the last one stays: run “connections offer” first.',
  run: ([id = '']) =>
    withDelivery(async ({ deps }) => {
      const connection = await orExplain(getListedConnection(deps, id), 'there is no connection with this ID')
      const { name, organization } = connection
      await orExplain(disableConnection(deps, system, connection), {
        'sign-in-required': `${organization.name} requires company sign-in; run: vestibule connections offer`,
      })
      console.log(`${name} of ${organization.name} is turned off`)
    }),
}

const offer: Command = {
  takes: '<organization>',
  about: 'stop requiring company sign-in of an organization, by its short name: it is offered',
  run: ([slug = '']) =>
    withDelivery(async ({ deps }) => {
      const { id, name } = await organizationOf(deps, slug)
      await changeSsoPolicy(deps, system, id, 'offered')
      console.log(`${name} offers company sign-in, and does not require it`)
    }),
}

export const connections: readonly (readonly [string, Command])[] = [
  ['connections list', list],
  ['connections disable', disable],
  ['connections offer', offer],
]
