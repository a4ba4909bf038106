import type { Context } from 'hono'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import type { Guarded } from '../../flows/identity/step-up.ts'
import type { Visitor } from '../../flows/platform/visitor.ts'
import { formField, formParams } from '../../http/forms.ts'
import { seeOther } from '../../http/responses.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'

/** A form of an account page, and whoever filled it in. */
export interface AccountForm {
  signedIn: SignedIn
  visitor: Visitor
  has(name: string): boolean
  /** The value of a field that was sent exactly once, or an empty text. */
  value(name: string): string
}

/**
 * Reads a form of someone who is signed in; others sign in first and come to `back`. With `recent`, the sign-in has to
 * be one of the last minutes; a guarded change also needs a passkey where the account has one.
 */
export async function accountForm(
  context: PageContext,
  c: Context,
  back: string,
  needs?: 'recent' | Guarded,
): Promise<AccountForm> {
  const params = await formParams(c.req.raw)
  const demands = needs === 'recent' ? { recent: true } : { change: needs }
  return {
    signedIn: await requireSignedIn(context, c, { back, ...demands }),
    visitor: context.visitor(c),
    has: (name) => params.get(name) !== undefined,
    value: (name) => formField(params, name),
  }
}

/** Leads to a page that says that the change was saved. */
export const saved = ({ base }: PageContext, path: string): Response => seeOther(`${base}${path}?done=1`)
