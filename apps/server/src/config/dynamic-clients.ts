import type { EnvironmentReader } from './environment.ts'
import type { Config } from './settings.ts'

type DynamicSettings = Pick<Config, 'dynamicClients' | 'registration'>

export const acceptsDynamicClients = ({ dynamicClients, registration }: DynamicSettings): boolean =>
  dynamicClients.mode !== 'off' || registration !== 'off'

/** What is unwise about the settings of dynamic clients. */
export function adviseOnDynamicClients(config: Config): string[] {
  const { dynamicClients, registration, signUp, outboundAllow } = config
  const anybody = dynamicClients.mode === 'open' || registration === 'open'
  const advice: string[] = []
  if (anybody && dynamicClients.signUp && signUp.kind === 'open')
    advice.push(
      'Any application may connect, and anybody may sign up on the way to it: set DYNAMIC_CLIENTS_SIGN_UP=off, or list the hosts that you trust.',
    )
  if (anybody && outboundAllow.length > 0)
    advice.push(
      `Any application may connect, and may name the hosts of OUTBOUND_ALLOW as its own: strangers can make this server send GET requests to ${outboundAllow.join(', ')}. Set DYNAMIC_CLIENTS=listed, or take the hosts out.`,
    )
  return advice
}

export function readDynamicClients(reader: EnvironmentReader): DynamicSettings {
  const mode = reader.choice('DYNAMIC_CLIENTS', ['off', 'listed', 'open'], 'off')
  const listed = (reader.list('DYNAMIC_CLIENTS_LISTED') ?? []).map((host) => host.toLowerCase())
  for (const host of listed) {
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))
      reader.fault('DYNAMIC_CLIENTS_LISTED', `contains "${host}", which is not a host name`, 'claude.ai,chatgpt.com')
  }
  if (mode === 'listed' && listed.length === 0)
    reader.warn(
      'DYNAMIC_CLIENTS is listed, but DYNAMIC_CLIENTS_LISTED is empty: only what operators trust in the console is accepted.',
    )
  return {
    dynamicClients: {
      mode,
      listed,
      signUp: reader.choice('DYNAMIC_CLIENTS_SIGN_UP', ['on', 'off'], 'off') === 'on',
    },
    registration: reader.choice('REGISTRATION', ['off', 'token', 'open'], 'off'),
  }
}
