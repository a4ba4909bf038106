import { digest, newSecret } from '../../crypto/random.ts'
import type { Deps } from '../platform/deps.ts'

/** How many addresses a browser is known for. */
const addressLimit = 5

/** How a browser signed in. */
export type DeviceMethod = 'mail' | 'passkey'

/** How a browser signed in last, and to which address, unless it was to forget it. */
export interface LastSignIn {
  method: DeviceMethod
  address: string | null
}

interface Device {
  id: string
  /** Digests of addresses, newest first. */
  addresses: string[]
  /** Missing in cookies of earlier versions. */
  last?: LastSignIn
}

/**
 * The known-device cookie: encrypted, and not stored. It grants a separate limit for mails. The last address is in it
 * so that the sign-in page can fill it in: until the person signs out, because the next person to use the browser may
 * be somebody else.
 */
function open({ keyring }: Pick<Deps, 'keyring'>, cookie: string | undefined): Device | null {
  const text = cookie ? keyring.open('device', cookie) : null
  return text === null ? null : (JSON.parse(text) as Device)
}

/** The id of this device when it has signed in to this address before. */
export function knowsDevice(deps: Pick<Deps, 'keyring'>, cookie: string | undefined, address: string): string | null {
  const device = open(deps, cookie)
  return device?.addresses.includes(digest(address)) ? device.id : null
}

/** How this browser signed in last. Null if it never has. */
export const lastSignIn = (deps: Pick<Deps, 'keyring'>, cookie: string | undefined): LastSignIn | null =>
  open(deps, cookie)?.last ?? null

/** The new value of the cookie without the address of the last sign-in. Null if there is none to forget. */
export function forgetLastAddress({ keyring }: Pick<Deps, 'keyring'>, cookie: string | undefined): string | null {
  const device = open({ keyring }, cookie)
  if (!device?.last?.address) return null
  return keyring.seal('device', JSON.stringify({ ...device, last: { ...device.last, address: null } } satisfies Device))
}

/** The new value of the cookie after a passkey was made here: the next sign-in offers it first, as if it had been used. */
export function rememberPasskey({ keyring }: Pick<Deps, 'keyring'>, cookie: string | undefined): string {
  const device = open({ keyring }, cookie) ?? { id: newSecret(), addresses: [] }
  const last = { method: 'passkey', address: device.last?.address ?? null } as const
  return keyring.seal('device', JSON.stringify({ ...device, last } satisfies Device))
}

/** The new value of the cookie after a sign-in. */
export function rememberAddress(
  deps: Pick<Deps, 'keyring'>,
  cookie: string | undefined,
  address: string,
  method: DeviceMethod,
): string {
  const device = open(deps, cookie) ?? { id: newSecret(), addresses: [] }
  const addresses = [digest(address), ...device.addresses.filter((known) => known !== digest(address))].slice(
    0,
    addressLimit,
  )
  return deps.keyring.seal(
    'device',
    JSON.stringify({ id: device.id, addresses, last: { method, address } } satisfies Device),
  )
}
