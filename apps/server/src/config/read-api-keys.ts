import type { EnvironmentReader } from './environment.ts'
import type { Config } from './settings.ts'

/** Where GitHub publishes the keys with which it signs its reports. */
const githubKeys = 'https://api.github.com/meta/public_keys/secret_scanning'

type ApiKeySettings = Pick<Config, 'apiKeyPrefix' | 'apiKeysIdleDays' | 'apiKeysNeverExpire' | 'secretScanning'>

export const readApiKeySettings = (reader: EnvironmentReader, production: boolean): ApiKeySettings => ({
  apiKeyPrefix: readPrefix(reader),
  apiKeysIdleDays: reader.number('API_KEYS_IDLE_DAYS', 90, { min: 0, max: 365, unit: 'days' }),
  apiKeysNeverExpire: reader.flag('API_KEYS_NEVER_EXPIRE', false),
  secretScanning: readSecretScanning(reader, production),
})

/** Not what other credentials of this server begin with: initial and registration access tokens. */
function readPrefix(reader: EnvironmentReader): string {
  const prefix = reader.text('API_KEY_PREFIX') ?? 'vsk'
  if (!/^[a-z]{2,8}$/.test(prefix) || ['iat', 'rat'].includes(prefix))
    reader.fault('API_KEY_PREFIX', 'must be 2 to 8 letters a to z, but not iat or rat', 'acme')
  return prefix
}

function readSecretScanning(reader: EnvironmentReader, production: boolean): Config['secretScanning'] {
  const source = reader.choice('SECRET_SCANNING', ['off', 'github'], 'off')
  const keysUrl = reader.url('SECRET_SCANNING_KEYS_URL', githubKeys, { httpsOnly: production })
  return source === 'off' ? null : { keysUrl: keysUrl ?? githubKeys }
}
