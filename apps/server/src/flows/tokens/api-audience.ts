import type { Config } from '../../config/settings.ts'

/** The resource that the management API is (RFC 8707): the audience of its access tokens. */
export const apiAudience = ({ issuer }: Pick<Config, 'issuer'>): string => `${issuer}/api/v1`
