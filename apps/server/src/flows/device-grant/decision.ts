import { digest, newId, newSecret } from '../../crypto/random.ts'
import {
  approveDeviceRequest,
  denyDeviceRequest,
  insertDeviceSession,
} from '../../store/beyond-prisma/device-requests.ts'
import { notify } from '../delivery/notices.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { type AuditedTransaction, inTransaction, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'
import { deviceEndLink } from './device-sessions.ts'
import type { DeviceOffer, OpenDeviceRequest } from './offer.ts'

type Owner = Pick<SignedIn, 'person' | 'session'>
type From = Pick<Visitor, 'network' | 'languages' | 'userAgent'>

/** `forbidden`: the organization is none of those that were offered. `gone`: it was answered meanwhile, or has expired. */
export type ApprovalResult = 'approved' | 'forbidden' | 'gone'

/**
 * A person signs in a device, for one organization or for none. It gets a session of its own that no cookie opens: it is listed
 * among theirs, and whatever ends it ends the tokens.
 */
export async function approveDevice(
  deps: Deps,
  owner: Owner,
  offer: DeviceOffer,
  organizationId: string | null,
  visitor: From,
): Promise<ApprovalResult> {
  const organization = offer.organizations.find((offered) => offered.organizationId === organizationId)
  if (offer.incomplete || (organizationId === null ? !offer.withoutOrganization : !organization)) return 'forbidden'
  const { request } = offer
  const now = deps.now()
  const teams = organization?.teams ?? []
  const device = {
    sessionId: newId(now),
    organizationId,
    teamId: teams.length === 1 ? (teams[0]?.id ?? null) : null,
  }
  const decision = { id: request.id, userId: owner.person.id, enteredBySession: owner.session.id, now }
  const session = {
    ...{ ...device, id: device.sessionId, of: owner.session.id, clientId: request.clientId },
    // Nobody knows the secret.
    ...{ secretDigest: digest(newSecret()), userAgent: request.userAgent, network: request.network, now },
    expiresAt: request.expiresAt,
  }
  const approved = await inTransaction(deps, async (tx) => {
    if (!(await insertDeviceSession(tx, session))) return tx.takeBack(false)
    if (!(await approveDeviceRequest(tx, decision, device))) return tx.takeBack(false)
    await tellOfDevice(deps, tx, { owner, offer, visitor, ...device })
    return true
  })
  return approved ? 'approved' : 'gone'
}

interface ApprovedDevice {
  owner: Owner
  offer: DeviceOffer
  visitor: From
  sessionId: string
  organizationId: string | null
}

async function tellOfDevice(
  deps: Deps,
  tx: AuditedTransaction,
  { owner: { person }, offer, visitor, sessionId, organizationId }: ApprovedDevice,
): Promise<void> {
  const { request, client, device } = offer
  const detail = `${client.name} · ${device.label} · ${device.network}`
  const cancel = { link: deviceEndLink(deps, sessionId) }
  await notify(deps, tx, { person, visitor, event: 'device-approved', detail, cancel, page: '/account/sessions' })
  await tx.record(userActor(person.id, visitor.network), {
    action: 'device.approved',
    organizationId,
    target: ['session', sessionId],
    detail: { client: client.id, scope: request.scope, resource: request.resource, device_network: request.network },
  })
}

/** A person refuses a device. False if it was answered meanwhile, or has expired. */
export async function denyDevice(
  deps: Deps,
  { person, session }: Owner,
  { request, client }: OpenDeviceRequest,
  { network }: Pick<Visitor, 'network'>,
): Promise<boolean> {
  const decision = { id: request.id, userId: person.id, enteredBySession: session.id, now: deps.now() }
  return inTransaction(deps, async (tx) => {
    if (!(await denyDeviceRequest(tx, decision))) return false
    await tx.record(userActor(person.id, network), {
      action: 'device.denied',
      target: ['client', client.id],
      detail: { device_network: request.network },
    })
    return true
  })
}
