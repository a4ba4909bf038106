import type { Context } from 'hono'
import { findOperator } from '../../flows/management/operators.ts'
import type { Actor } from '../../flows/platform/audit.ts'
import { page } from '../../http/responses.ts'
import type { AccountFrame } from '../../pages/account/layout.tsx'
import { type Question, QuestionPage } from '../../pages/question.tsx'
import { accountFrame } from '../account/frame.ts'
import type { PageContext } from '../page-context.ts'
import { redirectToSignIn, requireSignedIn } from '../signed-in.ts'

export interface OperatorRequest {
  actor: Actor & { kind: 'operator' }
  frame: AccountFrame
}

/** Opens a page for an operator. Anyone else gets 404. */
export async function openAsOperator(context: PageContext, c: Context): Promise<OperatorRequest> {
  const back = c.req.path.slice(context.base.length).replace(/[^\w/-]/g, '')
  const signedIn = await requireSignedIn(context, c, { back })
  const { actor, passkey } = await findOperator(context.deps, signedIn, context.visitor(c).network)
  const { person } = signedIn
  if (passkey) return redirectToSignIn(context, c, { back, person, acr: 'phr' })
  if (!signedIn.recent) return redirectToSignIn(context, c, { back, person, again: true })
  return { actor, frame: accountFrame(context, c, signedIn) }
}

interface AskProps {
  question: Question
  /** The fields of the form, sent again with `confirm=yes`. */
  fields: readonly (readonly [name: string, value: string])[]
  /** Where the link that cancels leads. */
  back: string
}

/** Asks for confirmation before something is removed. */
export const askToConfirm = (c: Context, frame: AccountFrame, props: AskProps): Promise<Response> =>
  page(<QuestionPage frame={frame} action={c.req.path} {...props} />)
