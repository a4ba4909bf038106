import type { RequestedClaims } from './claims-parameter.ts'

/**
 * The strength of a sign-in, weakest first: a mailed code or link; phishing-resistant; phishing-resistant with a key that
 * can't leave its device (OpenID Connect EAP ACR Values 1.0). Each satisfies those before it and none after it.
 */
export const acrValuesSupported = ['urn:vestibule:acr:mail', 'phr', 'phrh'] as const
export type Acr = (typeof acrValuesSupported)[number]

/** An operator acts as the person, who did not sign in. It has no rank: it satisfies nothing, and nothing asks for it. */
export const impersonatedAcr = 'urn:vestibule:acr:impersonated'

/** An identity provider signed the person in. It satisfies nothing. */
export const federatedAcr = 'urn:vestibule:acr:federated'

/**
 * The same, where the provider says that it was phishing-resistant and its organization trusts it with that. It satisfies what
 * that organization itself demands (`missingRule`), and nothing else: nobody else has decided to trust that provider.
 */
export const trustedFederatedAcr = 'urn:vestibule:acr:federated:phr'

/** Whether an identity provider signed the person in, of a company or a social one, and nothing of this server did. */
export const isFederatedAcr = (acr: string): boolean => acr === federatedAcr || acr === trustedFederatedAcr

/** An API key is nobody's sign-in: nothing is satisfied by it. */
export const keyAcr = 'urn:vestibule:acr:key'

export const mailAcr: Acr = 'urn:vestibule:acr:mail'

const rank = (acr: string): number => (acrValuesSupported as readonly string[]).indexOf(acr)

export const isAcr = (text: string): text is Acr => rank(text) >= 0

/** True if a sign-in with this acr is at least as strong as the wanted one. Nothing satisfies an unknown value. */
export const satisfies = (reached: string, wanted: string): boolean =>
  rank(wanted) >= 0 && rank(reached) >= rank(wanted)

/** What an authorization request says about the sign-in that it wants. */
interface AcrRequest {
  claims?: RequestedClaims | undefined
  acrValues: readonly string[]
}

/** The values of an essential acr claim (OIDC Core 5.5.1.1), or null when there is none. */
export function essentialAcr(request: Pick<AcrRequest, 'claims'>): readonly string[] | null {
  const wanted = request.claims?.idToken.acr
  if (!wanted?.essential) return null
  const values = (wanted.values ?? [wanted.value]).filter((value): value is string => typeof value === 'string')
  return values.length > 0 ? values : null
}

/**
 * The acr for the token: the first requested value that this sign-in satisfies (they are in order of preference, OIDC
 * Core 3.1.2.1), otherwise the acr of the sign-in itself. Never one below `least`, which a resource demands.
 */
export function acrClaim(request: AcrRequest, reached: string, least: Acr | null = null): string {
  const voluntary = request.claims?.idToken.acr
  const named = (voluntary?.values ?? [voluntary?.value]).filter((value): value is string => typeof value === 'string')
  const enough = (value: string): boolean => satisfies(reached, value) && (least === null || satisfies(value, least))
  return [...named, ...request.acrValues].find(enough) ?? reached
}
