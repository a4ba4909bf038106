import { type ErrorHelp, helpWith, type MistakeName } from '../model/mistakes.ts'

// What the error of a `fetch` says about the set-up. The codes are those of Node; other runtimes have none, and get the first row.

const byCode: readonly (readonly [pattern: RegExp, mistake: MistakeName])[] = [
  [/^(ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/, 'host-not-found'],
  [/^CERT_HAS_EXPIRED$/, 'expired-certificate'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|CERT_.*|ERR_TLS_CERT_.*)$/,
    'untrusted-certificate',
  ],
  [/^(ERR_SSL_.*|EPROTO)$/, 'https-to-http'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'provider-timeout'],
  // What a TLS server does with a request in plain text.
  [/^(HPE_.*|ECONNRESET|UND_ERR_SOCKET)$/, 'http-to-https'],
]

/** Whether no response came: the request, or its connection, failed. */
export const isNetworkFailure = (error: unknown): boolean =>
  (error instanceof TypeError && networkCode(error) !== '') ||
  (error instanceof DOMException && ['TimeoutError', 'AbortError'].includes(error.name))

/** @param issuer the configured one */
export function helpForNetwork(error: unknown, issuer: string): ErrorHelp {
  const code = networkCode(error)
  const found = byCode.find(([pattern]) => pattern.test(code))?.[1]
  const mistake = found ?? (error instanceof DOMException ? 'provider-timeout' : 'provider-not-running')
  const { protocol, host } = new URL(issuer)
  // Only https tells: a connection that plain http loses can have another reason.
  if (mistake === 'http-to-https' && protocol !== 'http:') return helpWith('provider-timeout', { issuer })
  if (mistake === 'https-to-http') return helpWith(mistake, { issuer: issuer.replace(/^https:/, 'http:') })
  if (mistake === 'http-to-https') return helpWith(mistake, { issuer: issuer.replace(/^http:/, 'https:') })
  return helpWith(mistake, { issuer, host: host.includes(':') ? host : `${host}:443` })
}

/** The code at the end of the causes. Several addresses that refuse are an AggregateError with one code. */
export function networkCode(error: unknown): string {
  let code = ''
  let current: unknown = error
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
    const { code: own, cause } = current as { code?: unknown; cause?: unknown }
    if (typeof own === 'string') code = own
    current = cause
  }
  return code
}
