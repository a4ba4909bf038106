import type { ServerMetadata } from 'openid-client'
import type { Params } from '../../../oidc/params.ts'
import { UpstreamRefused } from './refusal.ts'

/** What of an answer is read. Everything else, such as tokens in it, is not. */
const parameters = ['state', 'code', 'iss', 'error', 'error_description'] as const

/** How much of a parameter is read. */
const mostCharacters = 4096

/**
 * Checks the answer that a browser brings from a provider, before anything is sent there: the provider that it names is the one
 * that was asked (RFC 9207), and it has a code. GitHub has no metadata. @throws UpstreamRefused
 */
export function checkAnswer(
  params: Params,
  metadata: Pick<ServerMetadata, 'issuer' | 'authorization_response_iss_parameter_supported'> | null,
): Readonly<Record<string, string>> & { code: string } {
  for (const name of parameters)
    if (params.repeats(name) || (params.get(name)?.length ?? 0) > mostCharacters)
      throw new UpstreamRefused('response-invalid', 'response', { received: `${name} is there twice, or too long` })
  const given = parameters.flatMap((name): [string, string][] => {
    const value = params.get(name)
    return value === undefined ? [] : [[name, value]]
  })
  const answer: Readonly<Record<string, string>> = Object.fromEntries(given)
  if (metadata) checkIssuer(answer.iss, metadata)
  if (answer.error !== undefined) {
    const received = [answer.error, answer.error_description].filter(Boolean).join(': ').slice(0, 200)
    throw new UpstreamRefused('upstream-refused', 'response', { received })
  }
  const { code } = answer
  if (code === undefined) throw new UpstreamRefused('response-invalid', 'response', { received: 'no code' })
  return { ...answer, code }
}

function checkIssuer(
  received: string | undefined,
  { issuer, authorization_response_iss_parameter_supported: announced }: Parameters<typeof checkAnswer>[1] & object,
): void {
  if (received === undefined ? announced === true : received !== issuer)
    throw new UpstreamRefused('response-issuer', 'response-issuer', { expected: issuer, received: received ?? 'none' })
}
