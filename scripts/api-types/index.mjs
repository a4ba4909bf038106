import openapiTS, { astToString } from 'openapi-typescript'

/**
 * The types of the management API, as a module.
 *
 * @param {object} document OpenAPI 3.1
 * @returns {Promise<string>} TypeScript
 */
export async function apiTypes(document) {
  const types = astToString(await openapiTS(document))
  return `// Made by \`npm run api:types\` from /api/v1/openapi.json. Not edited by hand.\n\n${types}`
}
