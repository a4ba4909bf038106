import { digest, newSecret } from '../../crypto/random.ts'
import type { Deps } from '../platform/deps.ts'

/** How many addresses a browser is known for. */
const addressLimit = 5

interface Device {
  id: string
  /** Digests of addresses, newest first. */
  addresses: string[]
}

/** The known-device cookie: encrypted, and not stored. All it grants is a separate limit for mails. */
function open({ keyring }: Pick<Deps, 'keyring'>, cookie: string | undefined): Device | null {
  const text = cookie ? keyring.open('device', cookie) : null
  return text === null ? null : (JSON.parse(text) as Device)
}

/** The id of this device when it has signed in to this address before. */
export function knowsDevice(deps: Pick<Deps, 'keyring'>, cookie: string | undefined, address: string): string | null {
  const device = open(deps, cookie)
  return device?.addresses.includes(digest(address)) ? device.id : null
}

/** The new value of the cookie after a sign-in. */
export function rememberAddress(deps: Pick<Deps, 'keyring'>, cookie: string | undefined, address: string): string {
  const device = open(deps, cookie) ?? { id: newSecret(), addresses: [] }
  const addresses = [digest(address), ...device.addresses.filter((known) => known !== digest(address))].slice(
    0,
    addressLimit,
  )
  return deps.keyring.seal('device', JSON.stringify({ id: device.id, addresses } satisfies Device))
}
