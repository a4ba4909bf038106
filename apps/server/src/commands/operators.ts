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
import { allPages, type Command, listCommand, orExplain, UsageError, withDelivery } from './command.ts'

const roleNames = operatorRoles.filter(isStoredOperatorRole)

async function personOf(deps: Deps, address: string | undefined) {
  try {
    return await findOperatorCandidate(deps, address ?? '')
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error
    throw error.problem === 'no-account'
      ? new Error(`nobody has the address ${address}`)
      : new UsageError(`"${address ?? ''}" is not an email address`)
  }
}

/** Changes a role, unless OPERATORS names the person. */
const changed = (address: string, work: Promise<boolean>): Promise<boolean> =>
  orExplain(work, { 'higher-operator': `${address} is named in OPERATORS, which is above every role` })

interface ShownOperator {
  role: string
  address: string | null
  userId: string | null
}

const list = listCommand({
  about: 'list role and address of every operator',
  rows: (deps) => everyOperator(deps),
  cells: ({ role, address, userId }) => [role, address ?? userId ?? '', userId === null ? 'no account' : ''],
})

async function* everyOperator(deps: Deps): AsyncGenerator<ShownOperator> {
  for (const { role, address, userId } of await listRootOperators(deps)) yield { role, address, userId }
  yield* allPages<ShownOperator, string>(async (after) => {
    const given = await listGivenRoles(deps, { after, limit: 200 })
    const rows = given.map(({ role, address, userId }) => ({ role, address, userId }))
    return { rows, next: given.length === 200 ? (given.at(-1)?.userId ?? null) : null }
  })
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
