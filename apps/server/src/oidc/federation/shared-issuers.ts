/**
 * What an assertion of an issuer has to name, if it serves many companies: by its host, since `https://claude.ai` and
 * `https://claude.ai/` are of the same. Null for one that serves a single company.
 */
export function sharedDemand(
  sharedIssuers: ReadonlyMap<string, 'tenant' | 'email'>,
  issuer: string,
): 'tenant' | 'email' | null {
  if (!URL.canParse(issuer)) return null
  const { host } = new URL(issuer)
  const exact = sharedIssuers.get(issuer)
  return exact ?? [...sharedIssuers].find(([shared]) => new URL(shared).host === host)?.[1] ?? null
}

/** Whether an issuer speaks for every customer of it, so that nobody may be trusted by its name alone. */
export const lacksTenant = (
  { sharedIssuers }: { sharedIssuers: ReadonlyMap<string, 'tenant' | 'email'> },
  { issuer, tenant }: { issuer: string; tenant: string },
): boolean => tenant === '' && sharedDemand(sharedIssuers, issuer) === 'tenant'
