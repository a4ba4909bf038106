import type { Context } from 'hono'
import { HttpError } from './forms.ts'

/** A parameter of the path. Nothing has a name with a NUL character: PostgreSQL can't hold one, or be asked for one. */
export function pathParameter(c: Context, name: string): string {
  const value = c.req.param(name) ?? ''
  if (value.includes('\0')) throw new HttpError(404, 'there is nothing here')
  return value
}
