import * as z from 'zod'
import { listTermsVersions } from '../../../flows/management/server/terms-versions.ts'
import { at } from '../fields.ts'
import { list } from '../operation.ts'

const termsVersion = z
  .object({
    version: z.string(),
    first_shown_at: at,
    current: z.boolean().describe('The version that people accept now.'),
  })
  .meta({ id: 'TermsVersion' })

export const termsVersionOperations = [
  list({
    path: '/terms-versions',
    id: 'listTermsVersions',
    summary: 'List the versions of the terms that were shown',
    scope: 'terms:read',
    item: termsVersion,
    run: async ({ deps, actor }) => {
      const data = (await listTermsVersions(deps, actor)).map(({ version, firstSeenAt, current }) => ({
        version,
        first_shown_at: firstSeenAt.toISOString(),
        current,
      }))
      return { data, next_cursor: null }
    },
  }),
]
