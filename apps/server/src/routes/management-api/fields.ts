import * as z from 'zod'
import { roleNames } from '../../flows/organizations/rules.ts'
import { maxFieldClaims } from '../../oidc/fields/field.ts'

/** Fields that several resources have. */

/** No id has a NUL character, and PostgreSQL refuses a query for one. */
export const id = z
  .string()
  .refine((text) => !text.includes('\0'), 'an id cannot contain a NUL character')
  .describe('Opaque and stable; never reused.')
export const at = z.string().meta({ format: 'date-time', description: 'RFC 3339, in UTC.' })
export const text = z.string().max(500)
export const roles = z
  .array(z.enum(roleNames))
  .min(1)
  .refine((given) => new Set(given).size === given.length, 'each role once')
  .describe('At least one of owner, admin and member, each at most once.')
export const emailAddress = z.string().max(254).meta({ format: 'email' })

/** An image of at most so many bytes. */
export const imageOfSize = (bytes: number) =>
  z.strictObject({
    data: z
      .base64()
      .max(Math.ceil(bytes / 3) * 4)
      .describe('A PNG, JPEG or WebP image in base64.'),
  })
/** The settings of what a client or a resource has of declared fields. */
export const fieldClaims = z
  .array(z.string().max(200))
  .max(maxFieldClaims)
  .describe('Declared fields as claims, each as `claim:field`, such as `plan:organization.plan`.')
