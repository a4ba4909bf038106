// Pages of the provider that the application links to.

const issuer = (): string => process.env.VESTIBULE_ISSUER ?? ''

export const accountUrl = (): string => `${issuer()}/account`
export const organizationUrl = (slug: string): string => `${issuer()}/organizations/${encodeURIComponent(slug)}`
