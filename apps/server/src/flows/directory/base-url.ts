import type { Deps } from '../platform/deps.ts'

/** What is entered in a company's directory: everything that it calls is below. Never from what a request says of its host. */
export const directoryBaseUrl = ({ config }: Pick<Deps, 'config'>, organizationId: string): string =>
  `${config.issuer}/scim/v2/${organizationId}`
