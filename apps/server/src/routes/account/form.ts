import type { Context } from 'hono'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import type { SensitiveChange } from '../../flows/identity/step-up.ts'
import type { Visitor } from '../../flows/platform/visitor.ts'
import { formField, formParams } from '../../http/forms.ts'
import { seeOther } from '../../http/responses.ts'
import type { Said } from '../../pages/said.ts'
import type { PageContext } from '../page-context.ts'
import { addressOfSaid } from '../said.ts'
import { requireSignedIn } from '../signed-in.ts'

/** A submitted form of an account page, and the person who submitted it. */
export interface AccountForm {
  signedIn: SignedIn
  visitor: Visitor
  has(name: string): boolean
  /** The value of a field that was sent exactly once, else an empty string. */
  value(name: string): string
}

/**
 * Reads a form of a signed-in person; anyone else signs in first and returns to `back`. `recent` requires a sign-in of
 * the last minutes. A guarded change also requires a passkey if the account has one.
 */
export async function accountForm(
  context: PageContext,
  c: Context,
  back: string,
  needs?: 'recent' | SensitiveChange,
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

/** Redirects to a page that says what was done. */
export const saved = ({ deps, base }: PageContext, path: string, said: Said): Response =>
  seeOther(addressOfSaid(deps, `${base}${path}`, said))
