import type { JWK } from 'jose'
import { type AuthMethod, authMethods, type Client, digestOfSecret } from '../../oidc/clients.ts'
import { JsonFault, parseJson } from '../../oidc/json.ts'
import { parsePublicKeys } from '../../oidc/public-keys.ts'
import type { EnvironmentReader } from '../environment.ts'

/** More than anybody rotates; the keys of a large issuer included. */
const maxKeys = 100

export type Credentials = Pick<Client, 'secretDigests' | 'tokenAuthMethods' | 'jwks' | 'jwksUri'> & {
  method: AuthMethod
}

/** How a client authenticates. `at` names the variable of a setting. */
export function readCredentials(
  reader: EnvironmentReader,
  at: (setting: string) => string,
  { id, production }: { id: string; production: boolean },
): Credentials {
  const secret = reader.secret(at('SECRET'))
  const next = reader.secret(at('SECRET_NEXT'))
  const secrets = [secret, next].filter((value): value is string => value !== null)
  const jwks = readJwks(reader, at('JWKS'))
  const jwksUri = reader.url(at('JWKS_URI'), 'https://app.example.com/jwks.json', { httpsOnly: production })
  const federated = reader.text(at('FEDERATED_ISSUER')) ? 'federated_jwt' : 'none'
  const fallback = secret ? 'client_secret_basic' : jwks || jwksUri ? 'private_key_jwt' : federated
  const method = reader.choice(at('TOKEN_AUTH_METHOD'), authMethods, fallback)
  const named = reader.text(at('TOKEN_AUTH_METHOD')) !== null
  checkCredentials(reader, at, method, secrets, Boolean(jwks || jwksUri))
  if (production && secrets.some((secret) => secret.length < 16))
    reader.warn(
      `INSECURE: the secret of client ${id} is shorter than 16 characters and can be guessed; generate one with: openssl rand -base64 32`,
    )
  const tokenAuthMethods = named ? [method] : acceptedMethods(method)
  return { secretDigests: secrets.map(digestOfSecret), method, tokenAuthMethods, jwks, jwksUri }
}

/** Libraries differ in where they put a secret, and few let it be chosen. Both are equally good: the client has one secret. */
const acceptedMethods = (method: AuthMethod): readonly AuthMethod[] =>
  method === 'client_secret_basic' ? ['client_secret_basic', 'client_secret_post'] : [method]

function checkCredentials(
  reader: EnvironmentReader,
  at: (setting: string) => string,
  method: AuthMethod,
  secrets: readonly string[],
  hasKeys: boolean,
): void {
  if ((method === 'none' || method === 'federated_jwt') && secrets.length > 0) {
    reader.fault(
      at('TOKEN_AUTH_METHOD'),
      `is ${method}, but the client has a secret; remove one of them`,
      'client_secret_basic',
    )
  }
  if (method.startsWith('client_secret') && !secrets[0]) {
    reader.fault(
      at('SECRET'),
      `is missing, but TOKEN_AUTH_METHOD is ${method}`,
      'the output of: openssl rand -base64 32',
    )
  }
  if (method === 'private_key_jwt' && !hasKeys) {
    reader.fault(
      at('JWKS_URI'),
      'or JWKS is missing, but TOKEN_AUTH_METHOD is private_key_jwt',
      'https://app.example.com/jwks.json',
    )
  }
  if (method === 'federated_jwt' && hasKeys) {
    reader.fault(
      at('TOKEN_AUTH_METHOD'),
      'is federated_jwt, but JWKS or JWKS_URI is set; the keys of the issuer are FEDERATED_JWKS or FEDERATED_JWKS_URI',
      'private_key_jwt',
    )
  }
}

/** Public keys, as a JSON Web Key Set or as the list in it. */
export function readJwks(reader: EnvironmentReader, name: string): JWK[] | null {
  const text = reader.secret(name)
  if (text === null) return null
  try {
    const parsed = parseJson(text)
    return parsePublicKeys(Array.isArray(parsed) ? { keys: parsed } : parsed, maxKeys)
  } catch (error) {
    const fault = error instanceof JsonFault ? 'is not a JSON Web Key Set' : (error as Error).message
    reader.fault(name, fault, '{"keys":[{"kty":"EC","crv":"P-256","x":"...","y":"..."}]}')
    return null
  }
}
