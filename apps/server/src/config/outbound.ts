import { isLoopback } from './environment.ts'
import type { Config } from './settings.ts'

/** Whom the server itself may call (outbound/fetch.ts): loopback only while it runs there itself. */
export const outboundRules = ({
  production,
  issuer,
  outboundAllow,
}: Pick<Config, 'production' | 'issuer' | 'outboundAllow'>) => ({
  allowedHosts: outboundAllow,
  allowLoopback: !production && isLoopback(new URL(issuer).hostname),
})
