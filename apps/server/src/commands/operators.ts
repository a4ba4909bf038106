import { isStoredOperatorRole, operatorRoles } from '../flows/identity/operator-roles.ts'
import {
  findOperatorCandidate,
  giveOperatorRole,
  listGivenRoles,
  listRootOperators,
  takeOperatorRole,
} from '../flows/management/operator-roles.ts'
import { system } from '../flows/platform/audit.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { OperationRefused } from '../flows/platform/operation-refused.ts'
import { type Command, UsageError, withDelivery, withRuntime } from './command.ts'

const roleNames = operatorRoles.filter(isStoredOperatorRole)

async function personOf(deps: Deps, address: string | undefined) {
  try {
    return await findOperatorCandidate(deps, address ?? '')
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    throw new UsageError(
      error.problem === 'no-account'
        ? `nobody has the address ${address}`
        : `"${address ?? ''}" is not an email address`,
    )
  }
}

/** Changes a role, unless OPERATORS names the person. */
async function changed(address: string, work: Promise<boolean>): Promise<boolean> {
  try {
    return await work
  } catch (error) {
    throw error instanceof OperationRefused && error.problem === 'higher-operator'
      ? new UsageError(`${address} is named in OPERATORS, which is above every role`)
      : error
  }
}

const list: Command = {
  about: 'list role and address of every operator',
  run: () =>
    withRuntime(async ({ deps }) => {
      for (const { role, address, userId } of await listRootOperators(deps))
        console.log([role, address, userId ? '' : 'no account'].join('\t').trim())
      let after: string | null = null
      do {
        const given: Awaited<ReturnType<typeof listGivenRoles>> = await listGivenRoles(deps, { after, limit: 200 })
        for (const { role, address, userId } of given) console.log([role, address ?? userId].join('\t'))
        after = given.length === 200 ? (given.at(-1)?.userId ?? null) : null
      } while (after)
    }),
}

const grant: Command = {
  takes: '<address> <role>',
  about: 'make someone with an account an operator, or change their role',
  more: 'Roles are viewer, support, and administrator. docs/operators.md says what each may do.',
  async run([typed, role = '']) {
    if (!isStoredOperatorRole(role)) throw new UsageError(`the role must be ${roleNames.join(', ')}`)
    await withDelivery(async ({ deps }) => {
      const { userId, address } = await personOf(deps, typed)
      const isNew = await changed(address, giveOperatorRole(deps, system, userId, role))
      console.log(`${address} ${isNew ? 'now has' : 'already has'} the role ${role}`)
    })
  },
}

const revoke: Command = {
  takes: '<address>',
  about: "take an operator's role away; it ends immediately",
  async run([typed]) {
    await withDelivery(async ({ deps }) => {
      const { userId, address } = await personOf(deps, typed)
      const wasOperator = await changed(address, takeOperatorRole(deps, system, userId))
      console.log(`${address} ${wasOperator ? 'is no longer' : 'was not'} an operator`)
    })
  },
}

export const operators: readonly (readonly [string, Command])[] = [
  ['operators list', list],
  ['operators grant', grant],
  ['operators revoke', revoke],
]
