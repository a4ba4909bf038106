import type { Context } from 'hono'
import { HttpError } from './http-error.ts'

/** A parameter of the path. One with a NUL character is 404: PostgreSQL cannot store it, and refuses a query for it. */
export function pathParameter(c: Context, name: string): string {
  const value = c.req.param(name) ?? ''
  if (value.includes('\0')) throw new HttpError(404, 'there is nothing here')
  return value
}
