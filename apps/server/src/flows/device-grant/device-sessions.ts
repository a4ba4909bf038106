import { type DeviceSession, findDeviceSession } from '../../store/beyond-prisma/device-requests.ts'
import { deviceNamed } from '../identity/device-labels.ts'
import { closeSession } from '../identity/sessions.ts'
import { userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import type { Visitor } from '../platform/visitor.ts'

/** Longer than any link that is made here. */
const maxToken = 400

/** The link in the mail that tells of a device: whoever reads the mail may end its session, signed in or not. */
export const deviceEndLink = ({ config, keyring }: Pick<Deps, 'config' | 'keyring'>, sessionId: string): string =>
  `${config.issuer}/device/end/${keyring.seal('device-session', sessionId)}`

async function findByLink(deps: Deps, token: string): Promise<DeviceSession | null> {
  const sessionId = token.length <= maxToken ? deps.keyring.open('device-session', token) : null
  return sessionId === null ? null : findDeviceSession(deps.db, sessionId, deps.now())
}

/** A device, as its person knows it. */
interface NamedDevice {
  application: string
  device: string
}

const nameDevice = async ({ clients }: Pick<Deps, 'clients'>, session: DeviceSession): Promise<NamedDevice> => ({
  application: clients.findEvenDisabled(session.clientId)?.name ?? session.clientId,
  device: await deviceNamed(session.userAgent),
})

/** What the link ends. Null if that has ended. */
export async function viewDeviceEnd(deps: Deps, token: string): Promise<NamedDevice | null> {
  const session = await findByLink(deps, token)
  return session && nameDevice(deps, session)
}

/** Ends it. Null if it has ended before. */
export async function endDeviceByLink(
  deps: Deps,
  token: string,
  { network }: Pick<Visitor, 'network'>,
): Promise<NamedDevice | null> {
  const session = await findByLink(deps, token)
  if (!session) return null
  await closeSession(deps, session.id, userActor(session.userId, network))
  return nameDevice(deps, session)
}
