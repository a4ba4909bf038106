// Writes the types of the management API from the document that the server makes: `generate` of `@vestibule/core`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { openApi } from '../../apps/server/src/routes/management-api/openapi.ts'

const types = astToString(await openapiTS(openApi('https://id.example.com')))
const folder = join(import.meta.dirname, '../../packages/core/src/generated')
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'management-api.ts'),
  `// Made from /api/v1/openapi.json by \`npm run generate\`. Not edited by hand.\n\n${types}`,
)
