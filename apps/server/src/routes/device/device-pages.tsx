import type { Context } from 'hono'
import { findMissingSignIn } from '../../flows/device-grant/proof.ts'
import { findSignedIn, type SignedIn } from '../../flows/identity/signed-in.ts'
import { page } from '../../http/responses.ts'
import { NoticePage } from '../../pages/notice.tsx'
import type { PageContext } from '../page-context.ts'
import { openTexts, sealTexts } from '../sealed-links.ts'
import { redirectToSignIn } from '../signed-in.ts'

export const codePath = '/device'
export const decisionPath = '/device/decision'

/** Whoever is signed in, freshly and with a passkey where they have one; anybody else signs in first. */
export async function requireFreshSignIn(context: PageContext, c: Context, back: string): Promise<SignedIn> {
  const signedIn = await findSignedIn(context.deps, context.visitor(c))
  if (!signedIn) return redirectToSignIn(context, c, { back })
  const missing = await findMissingSignIn(context.deps, signedIn)
  return missing ? redirectToSignIn(context, c, { back, signedIn, ...missing }) : signedIn
}

const purpose = 'device decision'

/** Names a request on the pages of one session: nobody else can use it, and no other site can make one. */
export const sealRequest = ({ deps }: PageContext, id: string, { session }: Pick<SignedIn, 'session'>): string =>
  sealTexts(deps, purpose, [id, session.id])

/** The id of the request; null if it was sealed for another session, or not here. */
export function openRequest({ deps }: PageContext, sealed: string, { session }: Pick<SignedIn, 'session'>) {
  const [id, sessionId] = openTexts(deps, purpose, sealed) ?? []
  return id !== undefined && sessionId === session.id ? id : null
}

/** Says what became of the code. */
export function showCodeGone(context: PageContext, c: Context, { person }: SignedIn): Promise<Response> {
  const frame = context.frame(c, null, person.locale ? [person.locale] : [])
  const { goneTitle, gone } = frame.words.device
  return page(<NoticePage frame={frame} title={goneTitle} text={gone} />, { status: 400 })
}
