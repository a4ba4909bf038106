import type { Config } from '../../config/settings.ts'

/** The management API as a resource (RFC 8707): the audience of its access tokens. */
export const apiAudience = ({ issuer }: Pick<Config, 'issuer'>): string => `${issuer}/api/v1`
