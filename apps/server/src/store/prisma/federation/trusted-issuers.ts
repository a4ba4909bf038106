import type { IssuerTrust } from '../../../oidc/federation/identity-assertion.ts'
import type { Change, PrismaStore } from '../../connections/database.ts'

/**
 * An issuer whose identity assertions an organization accepts. It is a connection that signs nobody in, so that what it made
 * ends where that of a connection does (store/hot/sign-in-rules.ts).
 */
export interface TrustedIssuerRecord {
  id: string
  organizationId: string
  name: string
  state: 'active' | 'disabled'
  issuer: string
  /** The tenant that its assertions have to name; '' for none. */
  tenant: string
  trust: IssuerTrust
  version: number
  createdAt: Date
  createdBy: string | null
  disabledAt: Date | null
  usedAt: Date | null
}

const trusted = { protocol: 'id-jag' } as const

const select = {
  id: true,
  organizationId: true,
  name: true,
  state: true,
  issuer: true,
  tenant: true,
  settings: true,
  version: true,
  createdAt: true,
  testedBy: true,
  disabledAt: true,
  lastSuccessAt: true,
} as const

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

const findRow = ({ prisma }: PrismaStore, where: { id: string; organizationId?: string }) =>
  prisma.connection.findFirst({ where: { ...where, ...trusted }, select })

const recordOf = ({ settings, testedBy, lastSuccessAt, tenant, state, ...row }: Row): TrustedIssuerRecord => ({
  ...row,
  state: state === 'active' ? 'active' : 'disabled',
  tenant: tenant ?? '',
  trust: JSON.parse(settings) as IssuerTrust,
  createdBy: testedBy,
  usedAt: lastSuccessAt,
})

export async function findTrustedIssuer(
  store: PrismaStore,
  where: { id: string; organizationId?: string },
): Promise<TrustedIssuerRecord | null> {
  const row = await findRow(store, where)
  return row && recordOf(row)
}

/** The issuers that an organization trusts, the oldest first. There are few: there is a limit when they are added. */
export async function findTrustedIssuersOf(
  { prisma }: PrismaStore,
  organizationId: string,
): Promise<TrustedIssuerRecord[]> {
  const where = { organizationId, ...trusted }
  return (await prisma.connection.findMany({ where, select, orderBy: { id: 'asc' } })).map(recordOf)
}

/** What an organization accepts of an issuer in the name of a tenant, while that is in force. */
export async function findTrustInForce(
  { prisma }: PrismaStore,
  of: { organizationId: string; issuer: string; tenant: string },
): Promise<TrustedIssuerRecord | null> {
  const row = await prisma.connection.findFirst({ where: { ...of, ...trusted, state: 'active' }, select })
  return row && recordOf(row)
}

type NewIssuer = Pick<
  TrustedIssuerRecord,
  'id' | 'organizationId' | 'name' | 'issuer' | 'tenant' | 'trust' | 'createdAt' | 'createdBy'
>

export async function insertTrustedIssuer({ prisma }: Change, given: NewIssuer): Promise<void> {
  const { trust, createdBy, ...issuer } = given
  await prisma.connection.create({
    data: {
      ...{ ...issuer, ...trusted, state: 'active', provider: 'generic', clientId: '', authMethod: 'private_key_jwt' },
      ...{ settings: JSON.stringify(trust), testedBy: createdBy, activatedAt: given.createdAt },
    },
  })
}

type IssuerChange = Partial<Pick<TrustedIssuerRecord, 'name' | 'state' | 'trust' | 'disabledAt'>>

/** False if somebody has changed it since that version. */
export async function updateTrustedIssuer(
  { prisma }: Change,
  { id, version }: Pick<TrustedIssuerRecord, 'id' | 'version'>,
  { trust, ...data }: IssuerChange,
): Promise<boolean> {
  const settings = trust ? { settings: JSON.stringify(trust) } : {}
  const { count } = await prisma.connection.updateMany({
    where: { id, version, ...trusted },
    data: { ...data, ...settings, version: { increment: 1 } },
  })
  return count === 1
}

/** Removes it with the applications that it connected. */
export const deleteTrustedIssuer = async ({ prisma }: Change, id: string): Promise<boolean> =>
  (await prisma.connection.deleteMany({ where: { id, ...trusted } })).count === 1

/** Whose domain it is that was proven and claimed by this name, by whatever method. */
export async function findHolderOfDomain({ prisma }: PrismaStore, domain: string): Promise<string | null> {
  return (
    (await prisma.domain.findUnique({ where: { claimed: domain }, select: { organizationId: true } }))
      ?.organizationId ?? null
  )
}
