import { signsInDevices } from '../../../oidc/clients.ts'
import type { Deps } from '../deps.ts'

/** Whether a client of the environment signs in devices by a code (RFC 8628). No other client can. */
export const offersDeviceCodes = ({ config }: Pick<Deps, 'config'>): boolean =>
  [...config.clients.values()].some(signsInDevices)
