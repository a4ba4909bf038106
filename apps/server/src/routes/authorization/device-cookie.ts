import type { Context } from 'hono'
import { forgetLastAddress, rememberPasskey } from '../../flows/identity/devices.ts'
import { setCookie } from '../../http/cookies.ts'
import type { PageContext } from '../page-context.ts'

/** The cookie by which this browser forgets the address that it would fill in at the next sign-in, if it has one. */
export function forgetAddress({ deps, visitor }: PageContext, c: Context): string[] {
  const device = forgetLastAddress(deps, visitor(c).deviceCookie)
  return device === null ? [] : [setCookie(deps.config, 'device', device)]
}

/** The cookie by which this browser offers the passkey that was just made first. */
export const passkeyMade = ({ deps, visitor }: PageContext, c: Context): string[] => [
  setCookie(deps.config, 'device', rememberPasskey(deps, visitor(c).deviceCookie)),
]
