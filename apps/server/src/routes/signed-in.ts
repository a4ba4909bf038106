import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { signInForPage } from '../flows/authorization/page-sign-in.ts'
import { findPersonMenu, type PersonMenu } from '../flows/identity/person-menu.ts'
import { findSignedIn, type SignedIn } from '../flows/identity/signed-in.ts'
import { proofOf, type SensitiveChange } from '../flows/identity/step-up.ts'
import { mailAcr } from '../oidc/acr.ts'
import type { Params } from '../oidc/params.ts'
import { hasEntries, showForm } from './kept-forms/shown-form.ts'
import { sendOutcome } from './outcomes.tsx'
import type { PageContext } from './page-context.ts'
import { sealTexts } from './sealed-links.ts'

/** Below the issuer: where forms are shown that were kept, followed by the handle of one. */
export const keptFormsPath = '/kept-forms'

/** What the link to a kept form is sealed for: it leads back even where the form itself can't be opened any more. */
export const pageOfKeptForm = (handle: string) => `page of kept form ${handle}`

const keptPathFor =
  ({ deps, base }: PageContext, back: string) =>
  (handle: string): string =>
    `${base}${keptFormsPath}/${handle}?page=${sealTexts(deps, pageOfKeptForm(handle), [back])}`

/**
 * Ends a request with the redirect to sign-in. It is thrown, not returned: every route of these pages asks first who is
 * signed in, and none has anything to do without an answer.
 */
export class SignInRequired extends Error {
  override readonly name = 'SignInRequired'
  constructor(readonly redirect: Response) {
    super('sign-in is required')
  }
}

/** The fields of a form that was submitted; `'file'` for one that has a file, and so is never kept. */
export type Submitted = Params | 'file'

interface SignInRequest {
  /** A path of our own below the issuer, to return to. It never comes from a request. */
  back: string
  /** Whoever is signed in, and has to sign in once more or with a passkey. */
  signedIn?: SignedIn
  /** Asks for a sign-in even though there is a session. */
  again?: boolean
  acr?: string
  /** The id of an organization that requires its own sign-in. */
  organization?: string
  /** An address to fill in. */
  email?: string
  /** What was submitted, by somebody who may do it as soon as they have signed in again. */
  form?: Submitted
}

/**
 * Stores a request to sign in for a page, and throws the redirect to it as a `SignInRequired`. A form that was submitted is
 * kept, if it is one of those that may be: the sign-in then leads to a page that shows it. Otherwise the sign-in says that
 * it was not saved.
 */
export async function redirectToSignIn(
  context: PageContext,
  c: Context,
  { back, signedIn, again = false, acr, organization, email, form }: SignInRequest,
): Promise<never> {
  const person = signedIn?.person ?? null
  const path = `${context.base}${back}`
  const act = signedIn && form ? actOf(context, c, { signedIn, form, back: path }) : null
  const lost = form !== undefined && (form === 'file' || hasEntries(form))
  const request = { path, again, person, acr, organization, email, lost, act, keptPath: keptPathFor(context, path) }
  const outcome = await signInForPage(context.deps, context.visitor(c), request)
  throw new SignInRequired(await sendOutcome(context, c, outcome))
}

/**
 * Leads whom a provider signed in, where that is not enough, to the page that says so: from there they sign in by a code, if one
 * may be mailed to them.
 */
export const redirectToOwnSignIn = (
  context: PageContext,
  c: Context,
  request: SignInRequest & { signedIn: SignedIn },
): Promise<never> => redirectToSignIn(context, c, { ...request, acr: mailAcr })

/** Whoever is signed in, and where they can go from the page. */
export interface PageSignIn extends SignedIn {
  menu: PersonMenu
}

/** The act that waits for the sign-in. Null if the form may not be kept. */
function actOf(
  { base, frame }: PageContext,
  c: Context,
  { signedIn, form, back }: { signedIn: SignedIn; form: Submitted; back: string },
) {
  const route = routePath(c).slice(base.length)
  const { locale } = signedIn.person
  const shown = form === 'file' ? null : showForm(route, form, frame(c, null, locale ? [locale] : []).words)
  if (form === 'file' || !shown) return null
  const { pathname, search } = new URL(c.req.url)
  const body = new URLSearchParams(form.entries()).toString()
  return { label: shown.act, signedIn, form: { route, path: pathname + search, body, back } }
}

/**
 * Whoever is signed in, for a page that needs a person. Redirects to sign-in, with `back` as the way back, if nobody is
 * signed in, or if the sign-in is too old or too weak for a change.
 */
export async function requireSignedIn(
  context: PageContext,
  c: Context,
  { back, form, ...proof }: { back: string; form?: Submitted } & RequiredProof,
): Promise<PageSignIn> {
  const signedIn = await findSignedIn(context.deps, context.visitor(c))
  if (!signedIn) return redirectToSignIn(context, c, { back, form })
  await requireProof(context, c, { back, form, signedIn, ...proof })
  return { ...signedIn, menu: await findPersonMenu(context.deps, signedIn) }
}

interface RequiredProof {
  recent?: boolean
  change?: SensitiveChange
}

/** Redirects to sign-in if that of the person is too old or too weak for a change. */
export async function requireProof(
  context: PageContext,
  c: Context,
  { signedIn, recent = false, change, ...request }: SignInRequest & { signedIn: SignedIn } & RequiredProof,
): Promise<void> {
  const missing = change ? (await proofOf(context.deps, signedIn, change)).missing : null
  // A session that began with a passkey has this acr already, so only a new sign-in can prove more.
  const again = !signedIn.recent || signedIn.session.passkeyId !== null
  if (missing === 'own-sign-in') await redirectToOwnSignIn(context, c, { ...request, signedIn })
  if (missing === 'passkey-needed') await redirectToSignIn(context, c, { ...request, signedIn, again, acr: 'phr' })
  if (missing === 'sign-in-again' || (recent && !signedIn.recent))
    await redirectToSignIn(context, c, { ...request, signedIn, again: true })
}
