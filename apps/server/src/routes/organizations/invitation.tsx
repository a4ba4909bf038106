import { type Context, Hono } from 'hono'
import { closeSession } from '../../flows/identity/sessions.ts'
import { findSignedIn, type SignedIn } from '../../flows/identity/signed-in.ts'
import {
  acceptInvitation,
  declineInvitation,
  type InvitationView,
  previewInvitation,
  viewInvitation,
} from '../../flows/organizations/invitations/received-invitations.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { clearCookie } from '../../http/cookies.ts'
import { formParams } from '../../http/forms.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page, seeOther } from '../../http/responses.ts'
import { loginUrlOf } from '../../oidc/clients.ts'
import { NoticePage } from '../../pages/notice.tsx'
import { InvitationPage, OtherInvitationPage } from '../../pages/organizations/invitation.tsx'
import { accountFrame } from '../account/request.ts'
import type { PageContext } from '../page-context.ts'
import { redirectToSignIn, requireSignedIn } from '../signed-in.ts'
import { invitedBy } from './inviter.ts'

interface OpenedInvitation {
  /** The address of its page. */
  address: string
  signedIn: SignedIn
  view: InvitationView
}

/** The page of a mailed link. A GET changes nothing: mail scanners follow links. */
export const invitationRoutes = (context: PageContext) =>
  new Hono()
    .get('/invitations/:token', async (c) => showInvitation(context, c, await openInvitation(context, c)))
    .post('/invitations/:token', async (c) => {
      const decision = (await formParams(c.req.raw)).get('decision')
      return answerInvitation(context, c, await openInvitation(context, c), decision)
    })

async function openInvitation(context: PageContext, c: Context): Promise<OpenedInvitation> {
  const { deps, base } = context
  const token = pathParameter(c, 'token')
  const path = `/invitations/${token}`
  // The sign-in page says who sent the invitation and fills in the address.
  if (!(await findSignedIn(deps, context.visitor(c)))) {
    const preview = await previewInvitation(deps, token)
    return redirectToSignIn(context, c, { back: path, email: preview?.email })
  }
  const signedIn = await requireSignedIn(context, c, { back: path })
  return { address: `${base}${path}`, signedIn, view: await viewInvitation(deps, signedIn.person.id, token) }
}

async function showInvitation(
  context: PageContext,
  c: Context,
  { address, signedIn, view }: OpenedInvitation,
): Promise<Response> {
  const frame = accountFrame({ context, c, signedIn })
  const { link, problems } = frame.words
  switch (view.kind) {
    case 'gone':
      return page(<NoticePage frame={frame} title={link.goneTitle} text={problems['invitation-void'] ?? ''} />, {
        status: 404,
      })
    case 'someone-else':
      return page(<OtherInvitationPage frame={frame} action={address} />, { status: 403 })
    case 'member':
      return seeOther(invitationDestination(context, view))
  }
  const organization = view.invitation.organizationName ?? ''
  return page(
    <InvitationPage
      frame={frame}
      action={address}
      organization={organization}
      invited={invitedBy(frame, view.inviter, organization)}
      roles={view.invitation.roles.split(' ')}
    />,
  )
}

async function answerInvitation(
  context: PageContext,
  c: Context,
  { address, signedIn, view }: OpenedInvitation,
  decision: string | undefined,
): Promise<Response> {
  const { deps, base } = context
  if (decision === 'other') {
    await closeSession(deps, signedIn.session.id)
    return seeOther(address, [clearCookie(deps.config, 'session')])
  }
  if (view.kind === 'someone-else') throw new OperationRefused('forbidden')
  if (view.kind !== 'open') return seeOther(address)
  const actor = { kind: 'user', id: signedIn.person.id, network: context.visitor(c).network } as const
  if (decision === 'decline') {
    await declineInvitation(deps, actor, view.invitation)
    return seeOther(`${base}/account/organizations`)
  }
  // It was withdrawn meanwhile, or its sender may not invite any more: the page says so.
  if (decision !== 'accept' || !(await acceptInvitation(deps, actor, view.invitation))) return seeOther(address)
  return seeOther(invitationDestination(context, view))
}

/** Where an invitee goes next: the inviting application (OIDC Core section 4), else the page of the organization. */
function invitationDestination(
  { deps, base }: PageContext,
  { invitation }: InvitationView & { kind: 'open' | 'member' },
): string {
  const { clientId, organizationId } = invitation
  const client = clientId ? deps.clients.find(clientId) : null
  const url = client && loginUrlOf(client, { iss: deps.config.issuer, organization: organizationId ?? '' })
  return url ?? `${base}/organizations/${organizationId}`
}
