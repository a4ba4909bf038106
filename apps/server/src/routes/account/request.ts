import type { Context } from 'hono'
import { hasOwnFields } from '../../flows/account/own-fields.ts'
import { keyedResources } from '../../flows/api-keys/api-keys.ts'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import { type MissingProof, proofOf, type SensitiveChange } from '../../flows/identity/step-up.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import type { Visitor } from '../../flows/platform/visitor.ts'
import { formField, formParams } from '../../http/forms.ts'
import { seeOther } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import type { AccountFrame } from '../../pages/account/layout.tsx'
import type { DoneNotice } from '../../pages/done-notices.ts'
import { timeFormat, timesOf } from '../../words/dates.ts'
import { avatarOf } from '../appearance.ts'
import { addressWithNotice, type DoneAct, doneActOf } from '../done-notices.ts'
import type { PageContext } from '../page-context.ts'
import { type PageSignIn, requireSignedIn } from '../signed-in.ts'

/** A request of a signed-in person to a page of their account. */
export interface AccountRequest {
  context: PageContext
  deps: Deps
  c: Context
  /** The path of the page, below the issuer: a sign-in returns to it, and a submitted form leads to it. */
  path: string
  signedIn: PageSignIn
  visitor: Visitor
}

/** A request that submitted a form. */
interface AccountForm extends AccountRequest {
  has(name: string): boolean
  /** The value of a field that was sent exactly once, else an empty string. */
  value(name: string): string
}

/**
 * Opens a page for a signed-in person; anyone else signs in first and returns to `path`. `recent` requires a sign-in of
 * the last minutes. A guarded change also requires a passkey if the account has one.
 */
export async function openAccount(
  context: PageContext,
  c: Context,
  path: string,
  needs?: 'recent' | SensitiveChange,
  form?: Params,
): Promise<AccountRequest> {
  const demands = needs === 'recent' ? { recent: true } : { change: needs }
  const signedIn = await requireSignedIn(context, c, { back: path, form, ...demands })
  return { context, deps: context.deps, c, path, signedIn, visitor: context.visitor(c) }
}

/** The same for a submitted form. */
export async function openAccountForm(
  context: PageContext,
  c: Context,
  path: string,
  needs?: 'recent' | SensitiveChange,
): Promise<AccountForm> {
  const params = await formParams(c.req.raw)
  return {
    ...(await openAccount(context, c, path, needs, params)),
    has: (name) => params.get(name) !== undefined,
    value: (name) => formField(params, name),
  }
}

/** Redirects to a page that says what was done. */
export const saved = (
  { context, deps, path }: AccountRequest,
  said: DoneNotice,
  { to = path, cookies }: { to?: string; cookies?: string[] | undefined } = {},
): Response => seeOther(addressWithNotice(deps, `${context.base}${to}`, said), cookies)

/** The frame of a page for a signed-in person, in their language and time zone. */
export function accountFrame(
  {
    context,
    c,
    signedIn,
    act = doneActOf(context.deps, c),
  }: Pick<AccountRequest, 'context' | 'c'> & { signedIn: SignedIn | PageSignIn; act?: DoneAct },
  missing?: MissingProof | null,
): AccountFrame {
  const { person, recent } = signedIn
  const frame = context.frame(c, null, person.locale ? [person.locale] : [])
  return {
    ...frame,
    address: person.email ?? '',
    person: avatarOf(context.base, person),
    menu: 'menu' in signedIn ? signedIn.menu : null,
    ...act,
    hasKeys: keyedResources(context.deps).length > 0,
    hasFields: hasOwnFields(context.deps),
    recent: missing === undefined ? recent : missing === null,
    needsPasskey: missing === 'passkey-needed',
    date: timeFormat(frame.words.lang, person.zoneinfo),
    times: timesOf(frame.words.lang, person.zoneinfo, context.deps.now()),
  }
}

/** The frame of a page whose changes require a passkey if the account has one. */
export async function guardedFrame(request: AccountRequest, change: SensitiveChange): Promise<AccountFrame> {
  const { missing } = await proofOf(request.deps, request.signedIn, change)
  return accountFrame(request, missing)
}
