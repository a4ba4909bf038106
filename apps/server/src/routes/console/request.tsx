import type { Context } from 'hono'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import { mayOperate, type OperatorPermission, type OperatorRole } from '../../flows/management/operator-permissions.ts'
import { findOperator } from '../../flows/management/operators.ts'
import { shortenAddresses } from '../../flows/platform/addresses.ts'
import type { Actor } from '../../flows/platform/audit.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import type { ConsoleFrame } from '../../pages/console/layout.tsx'
import { type Question, QuestionPage } from '../../pages/question.tsx'
import { accountFrame } from '../account/frame.ts'
import type { PageContext } from '../page-context.ts'
import { redirectToSignIn, requireSignedIn } from '../signed-in.ts'
import { sectionsFor } from './sections.ts'

export interface ConsoleRequest {
  actor: Actor & { kind: 'operator' }
  role: OperatorRole
  signedIn: SignedIn
  frame: ConsoleFrame
  /** An address as the operator may see it: whole, or shortened for a viewer. */
  addressText(address: string): string
}

/**
 * Opens a page of the console for an operator whose role has the permission, in a session by passkey if they have one.
 * An operator without the permission gets 403, anyone else 404.
 */
export const openConsole = (
  context: PageContext,
  c: Context,
  permission: OperatorPermission,
): Promise<ConsoleRequest> => open(context, c, permission, false)

/** The same for what changes something: the sign-in must also be of the last five minutes. */
export const openConsoleToAct = (
  context: PageContext,
  c: Context,
  permission: OperatorPermission,
): Promise<ConsoleRequest> => open(context, c, permission, true)

async function open(
  context: PageContext,
  c: Context,
  permission: OperatorPermission,
  acts: boolean,
): Promise<ConsoleRequest> {
  const back = `${c.req.path.slice(context.base.length).replace(/[^\w/-]/g, '')}${addressIn(c)}`
  const signedIn = await requireSignedIn(context, c, { back })
  const operator = await findOperator(context.deps, signedIn, context.visitor(c).network, permission)
  const { person } = signedIn
  if (operator.needsPasskey) return redirectToSignIn(context, c, { back, person, again: acts, acr: 'phr' })
  if (acts && !signedIn.recent) return redirectToSignIn(context, c, { back, person, again: true })
  const { actor, role } = operator
  const frame = { ...accountFrame(context, c, signedIn), sections: sectionsFor(role, context.deps.config) }
  const addressText = mayOperate(role, 'people:addresses') ? (address: string) => address : shortenAddresses
  return { actor, role, signedIn, frame, addressText }
}

/** The address that `/admin/why` is asked about: the way back from a sign-in keeps it. */
function addressIn(c: Context): string {
  const address = queryParams(c.req.raw).get('address')
  return address && address.length <= 254 ? `?${new URLSearchParams({ address })}` : ''
}

/** What the redirect after an act says: which act it was, and how many things it changed. A page knows its own acts only. */
export function noticeOf(c: Context): { done: string; count: number } {
  const params = queryParams(c.req.raw)
  const count = Number(params.get('count') ?? 0)
  return { done: params.get('done') ?? '', count: Number.isSafeInteger(count) && count >= 0 ? count : 0 }
}

interface AskProps {
  question: Question
  /** The fields of the form, sent again with `confirm=yes`. */
  fields: readonly (readonly [name: string, value: string])[]
  /** Where the link that cancels leads. */
  back: string
}

/** Asks for confirmation before something is removed. */
export const askToConfirm = (c: Context, frame: ConsoleFrame, props: AskProps): Promise<Response> =>
  page(<QuestionPage frame={frame} action={c.req.path} {...props} />)
