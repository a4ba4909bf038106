import { isInUse } from '../../oidc/federation/connection.ts'
import {
  findListedConnection,
  findListedConnections,
  type ListedConnection,
} from '../../store/prisma/federation/connection-directory.ts'
import { connectedDomainOf } from '../federation/discovery.ts'
import { type AttemptReport, listAttempts } from '../federation/upstream/attempts.ts'
import { domainOf } from '../platform/addresses.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

export type { ListedConnection } from '../../store/prisma/federation/connection-directory.ts'

/** Connections of all organizations, for operators, the newest first. */
export const listConnections = ({ db }: Deps, range: { before: string | null; limit: number }) =>
  findListedConnections(db, range)

/** @throws OperationRefused if there is none with this id */
export async function getListedConnection({ db }: Deps, id: string): Promise<ListedConnection> {
  const connection = await findListedConnection(db, id)
  if (!connection) throw new OperationRefused('not-found')
  return connection
}

/** What is known of the domain of an address. */
export interface CheckedCompanySignIn {
  domain: string
  /** Null if no connection signs in the people of the domain. */
  connection: {
    id: string
    organization: string
    /** Whether it signs people in. */
    inUse: boolean
    /** No code is mailed to addresses of the domain. */
    enforced: boolean
    /** Sign-ins in a row that failed because of the connection or its provider. */
    failures: number
    failing: boolean
  } | null
}

/**
 * Whether a company signs in whoever has this address, as the page of sign-in finds it. It says nothing about whether anybody has
 * it. Null while SSO is off.
 */
export async function checkCompanySignIn(
  deps: Pick<Deps, 'db' | 'config'>,
  address: string,
): Promise<CheckedCompanySignIn | null> {
  if (!deps.config.sso) return null
  const domain = domainOf(address) ?? ''
  const found = await connectedDomainOf(deps, address)
  const listed = found && (await findListedConnection(deps.db, found.connectionId))
  if (!found || !listed) return { domain, connection: null }
  const { id, state, failures, organization } = listed
  return {
    domain,
    connection: {
      ...{ id, organization: organization.name, inUse: isInUse(state), enforced: found.enforced },
      ...{ failures, failing: state === 'failing' },
    },
  }
}

/** Where the page after an attempt begins. */
export const attemptCursor = ({ createdAt, reference }: AttemptReport): string => `${createdAt.getTime()}.${reference}`

/**
 * The attempts at a connection, the newest first, from the one after a cursor on. They are kept for a week.
 * @throws OperationRefused for what is no cursor
 */
export function attemptsAfter(
  deps: Pick<Deps, 'db' | 'keyring' | 'now'>,
  connectionId: string,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<AttemptReport[]> {
  if (cursor === null) return listAttempts(deps, connectionId, { before: new Date(deps.now().getTime() + 1), limit })
  const [, time, reference] = /^(\d{1,15})\.([\w-]{1,20})$/.exec(cursor) ?? []
  if (!time || !reference) throw new OperationRefused('invalid', 'cursor', 'malformed')
  return listAttempts(deps, connectionId, { before: new Date(Number(time)), reference, limit })
}
