import type { AuthMethod } from '../../oidc/clients.ts'
import { type FederatedCredential, presetNames, type RequiredClaim } from '../../oidc/federation/credential.ts'
import { presetOf } from '../../oidc/federation/presets.ts'
import type { EnvironmentReader } from '../environment.ts'
import { readJwks } from './client-credentials.ts'

/** The name of the variable of a setting. */
type VariableOf = (setting: string) => string

const settings = [
  'FEDERATED_ISSUER',
  'FEDERATED_SUBJECT',
  'FEDERATED_CLAIMS',
  'FEDERATED_AUDIENCE',
  'FEDERATED_JWKS',
  'FEDERATED_JWKS_URI',
  'FEDERATED_MAX_LIFE',
  'FEDERATED_PRESET',
] as const

const examples = {
  FEDERATED_ISSUER: 'https://token.actions.githubusercontent.com',
  FEDERATED_SUBJECT: 'repo:acme@1234/app@5678:environment:production',
  FEDERATED_CLAIMS: 'repository_id=5678,repository_owner_id=1234',
  FEDERATED_AUDIENCE: 'https://id.example.com',
  FEDERATED_JWKS_URI: 'https://cluster.example.com/openid/v1/jwks',
} as const

/** The token of another issuer that a client authenticates by. Null for a client with another method. */
export function readFederatedCredential(
  reader: EnvironmentReader,
  at: VariableOf,
  { method, production }: { method: AuthMethod; production: boolean },
): FederatedCredential | null {
  if (method !== 'federated_jwt') {
    for (const setting of settings.filter((name) => reader.text(at(name)) !== null))
      reader.fault(at(setting), `is set, but TOKEN_AUTH_METHOD is ${method}`, 'federated_jwt', at('TOKEN_AUTH_METHOD'))
    return null
  }
  const exact = (setting: keyof typeof examples) => readExact(reader, at(setting), examples[setting])
  const preset = reader.text(at('FEDERATED_PRESET'))
  const credential: FederatedCredential = {
    issuer: readIssuer(reader, at('FEDERATED_ISSUER'), production),
    subject: required(reader, at('FEDERATED_SUBJECT'), examples.FEDERATED_SUBJECT, exact('FEDERATED_SUBJECT')),
    claims: readClaims(reader, at('FEDERATED_CLAIMS')),
    audience: exact('FEDERATED_AUDIENCE'),
    jwks: readJwks(reader, at('FEDERATED_JWKS')),
    jwksUri: reader.url(at('FEDERATED_JWKS_URI'), examples.FEDERATED_JWKS_URI, { httpsOnly: production }),
    maxLife: reader.number(at('FEDERATED_MAX_LIFE'), 3600, { min: 60, max: 86_400, unit: 'seconds' }),
    preset: preset === null ? null : reader.choice(at('FEDERATED_PRESET'), presetNames, 'github'),
  }
  // A preset that is named is enforced; where only the issuer suggests one, `doctor` advises.
  const unpinned = preset === null ? null : presetOf(credential)?.unpinned(credential)
  if (unpinned && credential.subject !== '')
    reader.fault(at('FEDERATED_PRESET'), `is ${preset}, but the client ${unpinned}`, preset ?? 'github')
  return credential
}

function required(reader: EnvironmentReader, name: string, example: string, value: string | null): string {
  if (value === null && !reader.hasFault(name))
    reader.fault(name, 'is missing, but TOKEN_AUTH_METHOD is federated_jwt', example)
  return value ?? ''
}

function readIssuer(reader: EnvironmentReader, name: string, production: boolean): string {
  const example = examples.FEDERATED_ISSUER
  const issuer = required(reader, name, example, reader.url(name, example, { httpsOnly: production }))
  // OpenID Connect Discovery 1.0 section 3.
  if (issuer.includes('?')) reader.fault(name, 'must not have a query', example)
  if (issuer.includes('*')) reader.fault(name, noPattern, example)
  return issuer
}

const noPattern = 'contains a *, but is compared character by character: a pattern would trust workloads of strangers'

function readExact(reader: EnvironmentReader, name: string, example: string): string | null {
  const text = reader.text(name)
  if (text?.includes('*')) reader.fault(name, noPattern, example)
  return text
}

function readClaims(reader: EnvironmentReader, name: string): RequiredClaim[] {
  const claims = (reader.list(name) ?? []).map((item) => {
    const [claim = '', ...rest] = item.split('=')
    return { name: claim.trim(), value: rest.join('=').trim() }
  })
  if (claims.some((claim) => claim.value === '' || claim.name.split('/').includes('')))
    reader.fault(name, 'must be claims with their values, name=value', examples.FEDERATED_CLAIMS)
  if (claims.some((claim) => `${claim.name}${claim.value}`.includes('*')))
    reader.fault(name, noPattern, examples.FEDERATED_CLAIMS)
  if (new Set(claims.map((claim) => claim.name)).size !== claims.length)
    reader.fault(name, 'names a claim twice', examples.FEDERATED_CLAIMS)
  return claims
}
