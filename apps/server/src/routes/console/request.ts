import type { Context } from 'hono'
import type { SignedIn } from '../../flows/identity/signed-in.ts'
import { mayOperate, type OperatorPermission, type OperatorRole } from '../../flows/management/operator-permissions.ts'
import { findOperator } from '../../flows/management/operators.ts'
import { shortenAddresses } from '../../flows/platform/addresses.ts'
import type { Actor } from '../../flows/platform/audit.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { formField, formParams } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import type { Params } from '../../oidc/params.ts'
import type { ConsoleFrame } from '../../pages/console/layout.tsx'
import { accountFrame } from '../account/request.ts'
import type { PageContext } from '../page-context.ts'
import { redirectToOwnSignIn, redirectToSignIn, requireSignedIn, type Submitted } from '../signed-in.ts'
import { sectionsFor } from './sections.ts'

export interface ConsoleRequest {
  context: PageContext
  deps: Deps
  /** The path of the issuer. */
  base: string
  c: Context
  actor: Actor & { kind: 'operator' }
  role: OperatorRole
  signedIn: SignedIn
  frame: ConsoleFrame
  /** What the operator's role allows. */
  may(permission: OperatorPermission): boolean
  /** An address as the operator may see it: whole, or shortened for a viewer. */
  addressText(address: string): string
}

/** A request that submitted a form. */
export interface ConsoleForm extends ConsoleRequest {
  params: Params
  /** The value of a field that was sent exactly once, else an empty string. */
  value(name: string): string
}

/**
 * Opens a page of the console for an operator whose role has the permission, in a session by passkey if they have one.
 * An operator without the permission gets 403, anyone else 404.
 */
export const openConsole = (context: PageContext, c: Context, permission: OperatorPermission) =>
  open(context, c, permission)

/** What changes something. */
interface ConsoleAct {
  /** What was submitted. */
  form?: Submitted
  /** The page to return to, below the issuer. Default: that of the path. */
  back?: string
}

/** The same for what changes something: the sign-in must also be of the last five minutes. */
export const openConsoleToAct = (
  context: PageContext,
  c: Context,
  permission: OperatorPermission,
  act: ConsoleAct = {},
) => open(context, c, permission, act)

/** The same for a submitted form, whose `action` may need a permission of its own. */
export async function openForm(
  context: PageContext,
  c: Context,
  permission: OperatorPermission,
  acts?: ReadonlyMap<string, { permission?: OperatorPermission }>,
): Promise<ConsoleForm> {
  const params = await formParams(c.req.raw)
  const value = (name: string) => formField(params, name)
  const request = await openConsoleToAct(context, c, acts?.get(value('action'))?.permission ?? permission, {
    form: params,
  })
  return { ...request, params, value }
}

async function open(
  context: PageContext,
  c: Context,
  permission: OperatorPermission,
  act?: ConsoleAct,
): Promise<ConsoleRequest> {
  const { deps, base } = context
  const own = `${c.req.path.slice(base.length).replace(/[^\w/-]/g, '')}${addressIn(c)}`
  const request = { back: act?.back ?? own, form: act?.form }
  const signedIn = await requireSignedIn(context, c, request)
  const operator = await findOperator(deps, signedIn, context.visitor(c).network, permission)
  const again = act !== undefined
  if (operator.missing === 'own-sign-in') return redirectToOwnSignIn(context, c, { ...request, signedIn })
  if (operator.missing === 'passkey-needed')
    return redirectToSignIn(context, c, { ...request, signedIn, again, acr: 'phr' })
  if (act && !signedIn.recent) return redirectToSignIn(context, c, { ...request, signedIn, again })
  const { actor, role } = operator
  const frame = consoleFrame({ context, c, signedIn }, role)
  const may = (wanted: OperatorPermission) => mayOperate(role, wanted)
  const addressText = may('people:addresses') ? (address: string) => address : shortenAddresses
  return { context, deps, base, c, actor, role, signedIn, frame, may, addressText }
}

/** The frame of the pages of the console, with the sections that the role may open. */
export const consoleFrame = (request: Parameters<typeof accountFrame>[0], role: OperatorRole): ConsoleFrame => ({
  ...accountFrame(request),
  sections: sectionsFor(role, request.context.deps),
})

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

/** Whoever may see or write applications has every right that a management scope gives. */
export const managerOf = ({ actor }: ConsoleRequest) => ({ actor, apiScopes: 'all' }) as const

/** The version of what a form shows, so that nobody overwrites what someone else has changed meanwhile. */
export const versionOf = ({ value }: ConsoleForm): number | undefined =>
  /^\d{1,9}$/.test(value('version')) ? Number(value('version')) : undefined
