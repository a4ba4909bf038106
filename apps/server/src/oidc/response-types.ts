export const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials', 'implicit'] as const
/** RFC 7523, for identity assertions (ID-JAG) alone. */
export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** RFC 8628. Only clients of the environment have it. */
export const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'
/** RFC 8693. An API key is exchanged without a client, a token of a person by a client that has rules for it. */
export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
/** Those that a client can be registered for. */
export const clientGrantTypes = [...grantTypes, jwtBearer, tokenExchange, deviceCode] as const

export type GrantType = (typeof clientGrantTypes)[number]

export type ResponseMode = 'query' | 'fragment' | 'form_post'

export interface ResponseType {
  name: string
  code: boolean
  idToken: boolean
  token: boolean
  /** The response mode if the request names none (OAuth 2.0 Multiple Response Types, section 2.1). */
  defaultMode: 'query' | 'fragment'
}

const type = (name: string): [string, ResponseType] => {
  const parts = name.split(' ')
  const code = parts.includes('code')
  const front = parts.includes('id_token') || parts.includes('token')
  return [
    name,
    {
      name,
      code,
      idToken: parts.includes('id_token'),
      token: parts.includes('token'),
      defaultMode: front ? 'fragment' : 'query',
    },
  ]
}

/** Every response type this server knows, under its canonical name. */
export const responseTypes: ReadonlyMap<string, ResponseType> = new Map(
  ['code', 'id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token'].map(type),
)

/** The canonical name, whatever the order of the words: "token id_token" is "id_token token". */
export function findResponseType(text: string | undefined): ResponseType | null {
  if (!text) return null
  const wanted = text.split(' ')
  if (new Set(wanted).size !== wanted.length) return null
  for (const known of responseTypes.values()) {
    const parts = known.name.split(' ')
    if (parts.length === wanted.length && wanted.every((part) => parts.includes(part))) return known
  }
  return null
}
