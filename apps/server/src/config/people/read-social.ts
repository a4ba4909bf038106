import { createPrivateKey } from 'node:crypto'
import type { EnvironmentReader } from '../environment.ts'
import type { SocialClient, SocialSettings } from '../settings.ts'

export const readSocial = (reader: EnvironmentReader): SocialSettings => ({
  google: readClient(reader, {
    id: 'SOCIAL_GOOGLE_CLIENT_ID',
    secret: 'SOCIAL_GOOGLE_CLIENT_SECRET',
    example: '1234-abc.apps.googleusercontent.com',
  }),
  microsoft: readMicrosoft(reader),
  apple: readApple(reader),
  github: readClient(reader, {
    id: 'SOCIAL_GITHUB_CLIENT_ID',
    secret: 'SOCIAL_GITHUB_CLIENT_SECRET',
    example: 'Ov23liExample',
  }),
})

interface Variables {
  id: string
  secret: string
  example: string
}

/** Both variables, or neither. */
function readClient(reader: EnvironmentReader, { id, secret, example }: Variables): SocialClient | null {
  const clientId = reader.text(id)
  const clientSecret = reader.secret(secret)
  if (clientId && clientSecret) return { clientId, clientSecret }
  if (clientId) reader.fault(secret, `is missing, but ${id} is set`, 'the secret that the provider shows')
  else if (clientSecret) reader.fault(id, `is missing, but ${secret} is set`, example)
  return null
}

function readMicrosoft(reader: EnvironmentReader): SocialSettings['microsoft'] {
  const example = '00000000-0000-0000-0000-000000000000'
  const client = readClient(reader, {
    id: 'SOCIAL_MICROSOFT_CLIENT_ID',
    secret: 'SOCIAL_MICROSOFT_CLIENT_SECRET',
    example,
  })
  const tenant = reader.text('SOCIAL_MICROSOFT_TENANT') ?? 'common'
  if (!/^(common|organizations|consumers|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(tenant))
    reader.fault('SOCIAL_MICROSOFT_TENANT', 'must be common, organizations, consumers, or the id of a tenant', 'common')
  return client && { ...client, tenant }
}

/** All four, or none. */
function readApple(reader: EnvironmentReader): SocialSettings['apple'] {
  const clientId = reader.text('SOCIAL_APPLE_CLIENT_ID')
  const teamId = reader.text('SOCIAL_APPLE_TEAM_ID')
  const keyId = reader.text('SOCIAL_APPLE_KEY_ID')
  const privateKey = reader.secret('SOCIAL_APPLE_PRIVATE_KEY')?.replaceAll('\\n', '\n')
  const missing: readonly [string | null | undefined, string, string][] = [
    [clientId, 'SOCIAL_APPLE_CLIENT_ID', 'com.example.web'],
    [teamId, 'SOCIAL_APPLE_TEAM_ID', 'ABCDE12345'],
    [keyId, 'SOCIAL_APPLE_KEY_ID', 'FGHIJ67890'],
    [privateKey, 'SOCIAL_APPLE_PRIVATE_KEY', applePem],
  ]
  if (missing.every(([value]) => !value)) return null
  for (const [value, name, example] of missing)
    if (!value) reader.fault(name, 'is missing, but another SOCIAL_APPLE_ variable is set', example)
  if (!clientId || !teamId || !keyId || !privateKey) return null
  if (!isP256Key(privateKey))
    reader.fault('SOCIAL_APPLE_PRIVATE_KEY', 'is no private key in PEM of the curve P-256', applePem)
  return { clientId, teamId, keyId, privateKey }
}

const applePem = 'the text of the .p8 file that Apple gave you'

function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
