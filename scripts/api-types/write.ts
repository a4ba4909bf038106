// `npm run api:types` writes the types of the management API from the document that the server itself makes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '../../apps/server/src/routes/management-api/openapi.ts'
import { apiTypes } from './index.mjs'

writeFileSync(
  join(import.meta.dirname, '../../packages/core/src/management-api.ts'),
  await apiTypes(openApi('https://id.example.com')),
)
