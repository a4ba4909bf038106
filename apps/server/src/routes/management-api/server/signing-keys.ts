import * as z from 'zod'
import { listManagedKeys, rotateManagedKeys } from '../../../flows/management/server/key-rotation.ts'
import { at } from '../fields.ts'
import { list, operation } from '../operation.ts'

const signingKey = z
  .object({
    kid: z.string(),
    alg: z.string(),
    state: z.enum(['current', 'next', 'retired']),
    since: at.describe('Since when it signs; of a next key, since when it is published.'),
    rotates_at: at.nullable().describe('When the current key is replaced by itself.'),
  })
  .meta({ id: 'SigningKey' })
const rotation = z
  .strictObject({
    force: z
      .boolean()
      .optional()
      .describe('Rotate although clients may not know the next key yet. Only after a key has leaked.'),
  })
  .meta({ id: 'KeyRotation' })
const rotated = z.object({ kids: z.array(z.string()) }).meta({ id: 'RotatedKeys' })

export const signingKeyOperations = [
  list({
    path: '/signing-keys',
    id: 'listSigningKeys',
    summary: 'List the signing keys',
    scope: 'signing_keys:read',
    item: signingKey,
    run: async ({ deps, actor }) => {
      const data = listManagedKeys(deps, actor).map(({ kid, alg, state, since, rotatesAt }) => ({
        ...{ kid, alg, state, since: since.toISOString() },
        rotates_at: rotatesAt?.toISOString() ?? null,
      }))
      return { data, next_cursor: null }
    },
  }),
  operation({
    method: 'post',
    path: '/signing-keys/rotate',
    id: 'rotateSigningKeys',
    summary: 'Let the next keys sign, within two minutes',
    scope: 'signing_keys:write',
    body: rotation,
    answer: rotated,
    run: async ({ deps, actor, body }) => ({
      body: { kids: await rotateManagedKeys(deps, actor, body.force ?? false) },
    }),
  }),
]
