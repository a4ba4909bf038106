// Writes the types of the management API from the document that the server makes: `generate` of `@vestibule/core`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { openApi } from '../../apps/server/src/routes/management-api/openapi.ts'

// As comments, the examples would be a thousand lines of the package.
const document = JSON.parse(
  JSON.stringify(openApi('https://id.example.com'), (key, value) => (key === 'example' ? undefined : value)),
)
const types = astToString(await openapiTS(document))
const folder = join(import.meta.dirname, '../../packages/core/src/generated')
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'management-api.ts'),
  `// Made from /api/v1/openapi.json by \`npm run generate\`. Not edited by hand.\n\n${types}`,
)
