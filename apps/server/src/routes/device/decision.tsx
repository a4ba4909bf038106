import { type Context, Hono } from 'hono'
import { approveDevice, denyDevice } from '../../flows/device-grant/decision.ts'
import { type DeviceOffer, findOpenRequest, type OpenDeviceRequest, offerOf } from '../../flows/device-grant/offer.ts'
import { findMissingSignIn } from '../../flows/device-grant/proof.ts'
import { findSignedIn, type SignedIn } from '../../flows/identity/signed-in.ts'
import { formField, formParams } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import type { Params } from '../../oidc/params.ts'
import { LinkDonePage } from '../../pages/account/notice-links.tsx'
import { DeviceDecisionPage } from '../../pages/device/decision.tsx'
import { accountFrame } from '../account/request.ts'
import type { PageContext } from '../page-context.ts'
import { redirectToSignIn } from '../signed-in.ts'
import { codePath, decisionPath, openRequest, sealRequest, showCodeGone } from './device-pages.tsx'

/** Where the person decides about the device whose code they typed. */
export const deviceDecisionRoutes = (context: PageContext) =>
  new Hono()
    .get(decisionPath, async (c) => {
      const decision = await openDecision(context, c, queryParams(c.req.raw))
      return decision.open ? showDecision(decision) : showCodeGone(context, c, decision.signedIn)
    })
    .post(decisionPath, async (c) => {
      const params = await formParams(c.req.raw)
      const decision = await openDecision(context, c, params)
      return decision.open ? submitDecision(decision, params) : showCodeGone(context, c, decision.signedIn)
    })

interface Decision {
  context: PageContext
  c: Context
  signedIn: SignedIn
  open: OpenDeviceRequest
}

type GoneDecision = Pick<Decision, 'signedIn'> & { open: null }

/** A request that is open in this session. `open` is null if it is none any more. */
async function openDecision(context: PageContext, c: Context, params: Params): Promise<Decision | GoneDecision> {
  const signedIn = await findSignedIn(context.deps, context.visitor(c))
  if (!signedIn) return redirectToSignIn(context, c, { back: codePath })
  const id = openRequest(context, formField(params, 'request'), signedIn)
  const open = id === null ? null : await findOpenRequest(context.deps, signedIn, id)
  return { context, c, signedIn, open }
}

/** Back to the question, after a sign-in. */
const backTo = ({ context, signedIn, open }: Decision): string =>
  `${decisionPath}?request=${sealRequest(context, open.request.id, signedIn)}`

/** What the sign-in lacks. A person who lacks what the device demands is told before they are asked for it. */
const missingOf = ({ context, signedIn, open }: Decision) =>
  findMissingSignIn(context.deps, signedIn, open.request.demandedAcr)

const offer = ({ context, c, signedIn, open }: Decision): Promise<DeviceOffer> =>
  offerOf(context.deps, signedIn, open, context.visitor(c))

async function showDecision(decision: Decision): Promise<Response> {
  const { context, c, signedIn, open } = decision
  const missing = await missingOf(decision)
  if (missing && open.request.demandedAcr === null)
    return redirectToSignIn(context, c, { back: backTo(decision), signedIn, ...missing })
  const offered = await offer(decision)
  const frame = accountFrame({ context, c, signedIn })
  const choices = [
    ...offered.organizations.map(({ organizationId, name }) => ({ value: organizationId, label: name })),
    ...(offered.withoutOrganization ? [{ value: '', label: frame.words.agents.noOrganization }] : []),
  ]
  const lacks = offered.incomplete ? 'profile' : choices.length === 0 ? 'organization' : null
  return page(
    <DeviceDecisionPage
      frame={frame}
      action={`${context.base}${decisionPath}`}
      request={sealRequest(context, open.request.id, signedIn)}
      application={open.client.name}
      access={offered.access}
      choices={choices}
      requestedAt={open.request.createdAt}
      device={offered.device}
      network={offered.network}
      missing={missing ? 'passkey' : lacks}
    />,
  )
}

async function submitDecision(decision: Decision, params: Params): Promise<Response> {
  const { context, c, signedIn, open } = decision
  const visitor = context.visitor(c)
  const answer = formField(params, 'decision')
  if (answer === 'cancel') {
    const denied = await denyDevice(context.deps, signedIn, open, visitor)
    return denied ? showDone(decision, 'denied') : showCodeGone(context, c, signedIn)
  }
  const missing = await missingOf(decision)
  if (missing) return redirectToSignIn(context, c, { back: backTo(decision), signedIn, ...missing })
  if (answer !== 'allow') return showDecision(decision)
  const organizationId = formField(params, 'organization') || null
  const result = await approveDevice(context.deps, signedIn, await offer(decision), organizationId, visitor)
  if (result === 'forbidden') throw new HttpError(403, 'the device may not act for this organization')
  return result === 'approved' ? showDone(decision, 'approved') : showCodeGone(context, c, signedIn)
}

function showDone({ context, c, signedIn }: Decision, what: 'approved' | 'denied'): Promise<Response> {
  const frame = accountFrame({ context, c, signedIn })
  const words = frame.words.device
  const [title, text] = what === 'approved' ? [words.doneTitle, words.done] : [words.deniedTitle, words.denied]
  return page(<LinkDonePage frame={frame} title={title} text={text} />)
}
