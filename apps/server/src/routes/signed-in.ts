import type { Context } from 'hono'
import { findPersonMenu, type PersonMenu } from '../flows/account/person-menu.ts'
import { signInForPage } from '../flows/authorization/page-sign-in.ts'
import { findSignedIn, type SignedIn } from '../flows/identity/signed-in.ts'
import { proofOf, type SensitiveChange } from '../flows/identity/step-up.ts'
import { sendOutcome } from './outcomes.tsx'
import type { PageContext } from './page-context.ts'

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

interface SignInRequest {
  /** A path of our own below the issuer, to return to. It never comes from a request. */
  back: string
  /** Whoever is signed in, and has to sign in once more or with a passkey. */
  person?: SignedIn['person']
  /** Asks for a sign-in even though there is a session. */
  again?: boolean
  acr?: string
  /** An address to fill in. */
  email?: string
}

/** Stores a request to sign in for a page, and throws the redirect to it as a `SignInRequired`. */
export async function redirectToSignIn(
  context: PageContext,
  c: Context,
  { back, person, again = false, acr, email }: SignInRequest,
): Promise<never> {
  const request = { path: `${context.base}${back}`, again, person: person ?? null, acr, email }
  const outcome = await signInForPage(context.deps, context.visitor(c), request)
  throw new SignInRequired(await sendOutcome(context, c, outcome))
}

/** Whoever is signed in, and where they can go from the page. */
export interface PageSignIn extends SignedIn {
  menu: PersonMenu
}

/**
 * Whoever is signed in, for a page that needs a person. Redirects to sign-in, with `back` as the way back, if nobody is
 * signed in, or if the sign-in is too old or too weak for a change.
 */
export async function requireSignedIn(
  context: PageContext,
  c: Context,
  { back, recent = false, change }: { back: string; recent?: boolean; change?: SensitiveChange },
): Promise<PageSignIn> {
  const signedIn = await findSignedIn(context.deps, context.visitor(c))
  if (!signedIn) return redirectToSignIn(context, c, { back })
  const { person } = signedIn
  if (change) {
    const { missing } = await proofOf(context.deps, signedIn, change)
    if (missing === 'sign-in-again') return redirectToSignIn(context, c, { back, person, again: true })
    // A session that began with a passkey has this acr already, so only a new sign-in can prove more.
    const again = !signedIn.recent || signedIn.session.passkeyId !== null
    if (missing === 'passkey-needed') return redirectToSignIn(context, c, { back, person, again, acr: 'phr' })
  }
  if (recent && !signedIn.recent) return redirectToSignIn(context, c, { back, person, again: true })
  return { ...signedIn, menu: await findPersonMenu(context.deps, signedIn) }
}
