import type { Environment } from '../../src/config/environment.ts'

/** Turns on what adds a member or a value to the metadata documents, beside the client `hybrid` with every response type. */
export const metadataFeatures = {
  PRIVACY_URL: 'https://www.example.test/privacy',
  IMPERSONATION: 'notice',
  DYNAMIC_CLIENTS: 'open',
  REGISTRATION: 'open',
  OIDC_RESOURCE_9: 'https://metadata.example.test/mcp',
  OIDC_RESOURCE_9_SCOPES: 'notes:read,notes:write',
  OIDC_RESOURCE_9_DYNAMIC_CLIENTS: 'any',
} satisfies Environment
