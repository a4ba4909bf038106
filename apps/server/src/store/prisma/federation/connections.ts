import {
  type AuthMethod,
  type ConnectionSettings,
  type ConnectionState,
  defaultSettings,
  type Provider,
} from '../../../oidc/federation/connection.ts'
import type { Change, PrismaStore } from '../../connections/database.ts'

/** The way of an organization to sign people in at its identity provider. */
export interface ConnectionRecord {
  id: string
  organizationId: string
  protocol: string
  provider: Provider
  name: string
  state: ConnectionState
  /** Exactly as its tokens say. */
  issuer: string
  clientId: string
  authMethod: AuthMethod
  sealedSecret: string | null
  settings: ConnectionSettings
  version: number
  createdAt: Date
  replacesId: string | null
  testedAt: Date | null
  /** A user, or a set-up link. */
  testedBy: string | null
  activatedAt: Date | null
  /** When it was turned off last: what it made before has ended, even if it is active again. */
  disabledAt: Date | null
  lastSuccessAt: Date | null
  failures: number
  failingSince: Date | null
  /** Its redirect URI is that of the organization, and not of its issuer too: it is from a time when all were. */
  organizationCallback: boolean
}

/** A domain whose people sign in by a connection. */
export interface ConnectionDomainRecord {
  domain: string
  connectionId: string
  organizationId: string
  /** No mailed code signs in to an address of it. */
  enforced: boolean
}

type Row = NonNullable<Awaited<ReturnType<PrismaStore['prisma']['connection']['findUnique']>>>

/** Not an issuer that is only trusted with assertions (trusted-issuers.ts). */
export const signsIn = { protocol: 'oidc' } as const

/** A connection as its columns say it. */
export const recordOf = ({ settings, ...row }: Row): ConnectionRecord => ({
  ...(row as Omit<ConnectionRecord, 'settings'>),
  settings: { ...defaultSettings, ...(JSON.parse(settings) as Partial<ConnectionSettings>) },
})

export async function findConnection({ prisma }: PrismaStore, id: string): Promise<ConnectionRecord | null> {
  const row = await prisma.connection.findFirst({ where: { id, ...signsIn } })
  return row && recordOf(row)
}

/** The connections of an organization, the oldest first. There are at most `connectionsPerOrganization`. */
export async function findConnectionsOf({ prisma }: PrismaStore, organizationId: string): Promise<ConnectionRecord[]> {
  return (await prisma.connection.findMany({ where: { organizationId, ...signsIn }, orderBy: { id: 'asc' } })).map(
    recordOf,
  )
}

/** All connections of an organization, trusted issuers of agents too. */
export const connectionIdsOf = async ({ prisma }: PrismaStore, organizationId: string): Promise<string[]> =>
  (await prisma.connection.findMany({ where: { organizationId }, select: { id: true } })).map(({ id }) => id)

/** What connections are called, by their ids. */
export async function findConnectionNames(
  { prisma }: PrismaStore,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await prisma.connection.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The domains of all connections of an organization. */
export const findDomainsOfConnections = (
  { prisma }: PrismaStore,
  organizationId: string,
): Promise<ConnectionDomainRecord[]> =>
  prisma.connectionDomain.findMany({ where: { organizationId }, orderBy: { domain: 'asc' } })

export type NewConnection = Pick<
  ConnectionRecord,
  | 'id'
  | 'organizationId'
  | 'provider'
  | 'name'
  | 'issuer'
  | 'clientId'
  | 'authMethod'
  | 'sealedSecret'
  | 'settings'
  | 'createdAt'
  | 'replacesId'
> &
  Partial<Pick<ConnectionRecord, 'organizationCallback'>>

/** Makes a connection, in draft: nothing reaches it. */
export async function insertConnection({ prisma }: Change, { settings, ...connection }: NewConnection): Promise<void> {
  await prisma.connection.create({
    data: { ...connection, ...signsIn, state: 'draft', settings: JSON.stringify(settings) },
  })
}

type ConnectionChange = Partial<Omit<ConnectionRecord, 'id' | 'organizationId' | 'protocol' | 'version'>>

/** Changes a connection if nobody has since that version: false if somebody has. */
export async function updateConnection(
  { prisma }: Change,
  { id, version }: Pick<ConnectionRecord, 'id' | 'version'>,
  { settings, ...data }: ConnectionChange,
): Promise<boolean> {
  const { count } = await prisma.connection.updateMany({
    where: { id, version },
    data: { ...data, ...(settings ? { settings: JSON.stringify(settings) } : {}), version: { increment: 1 } },
  })
  return count === 1
}

/** What the connections of an organization made until now ends: sessions, and what was granted in them. They go on to sign people in. */
export async function voidSignIns({ prisma }: Change, organizationId: string, now: Date): Promise<void> {
  await prisma.connection.updateMany({ where: { organizationId }, data: { disabledAt: now } })
}

export const deleteConnection = async ({ prisma }: Change, id: string): Promise<boolean> =>
  (await prisma.connection.deleteMany({ where: { id } })).count === 1

/**
 * Lets people of a domain, which the organization has proven, sign in by a connection. False if another connection of it has
 * the domain. That of another organization was left behind: a domain is proven for one organization only.
 */
export async function attachDomain(
  { prisma }: Change,
  domain: Omit<ConnectionDomainRecord, 'enforced'>,
): Promise<boolean> {
  const key = { domain: domain.domain }
  await prisma.connectionDomain.deleteMany({ where: { ...key, organizationId: { not: domain.organizationId } } })
  if ((await prisma.connectionDomain.count({ where: key })) > 0) return false
  await prisma.connectionDomain.create({ data: domain })
  return true
}

/** Of a connection or, without one, of whichever of the organization has it. */
export const detachDomain = async (
  { prisma }: Change,
  domain: { domain: string; organizationId: string; connectionId?: string },
): Promise<boolean> => (await prisma.connectionDomain.deleteMany({ where: domain })).count === 1

export const enforceDomain = async (
  { prisma }: Change,
  domain: Pick<ConnectionDomainRecord, 'domain' | 'connectionId'>,
  enforced: boolean,
): Promise<boolean> =>
  (await prisma.connectionDomain.updateMany({ where: { ...domain, enforced: !enforced }, data: { enforced } }))
    .count === 1

/** Nobody with an address of these domains has to sign in by a connection any more. */
export async function relaxDomains({ prisma }: Change, organizationId: string): Promise<void> {
  await prisma.connectionDomain.updateMany({ where: { organizationId }, data: { enforced: false } })
}

/** A successor takes over the domains of the connection that it replaces, enforced or not. */
export async function moveDomains({ prisma }: Change, from: string, to: string): Promise<void> {
  await prisma.connectionDomain.updateMany({ where: { connectionId: from }, data: { connectionId: to } })
}

/** What would have replaced a connection that is gone stands for itself. */
export async function releaseSuccessors({ prisma }: Change, replacesId: string): Promise<void> {
  await prisma.connection.updateMany({ where: { replacesId }, data: { replacesId: null, version: { increment: 1 } } })
}
