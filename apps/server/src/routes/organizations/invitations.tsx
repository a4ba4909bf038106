import { type Context, Hono } from 'hono'
import type { OpenInteraction } from '../../flows/authorization/interactions.ts'
import { closeSession } from '../../flows/identity/sessions.ts'
import { findSignedIn } from '../../flows/identity/signed-in.ts'
import type { Inviter } from '../../flows/organizations/invitations/invitations.ts'
import {
  acceptInvitation,
  declineInvitation,
  type InvitationView,
  previewInvitation,
  viewInvitation,
} from '../../flows/organizations/invitations/received-invitations.ts'
import { firstPartyClientId } from '../../flows/platform/first-party-client.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { clearCookie } from '../../http/cookies.ts'
import { formParams } from '../../http/forms.ts'
import { page, seeOther } from '../../http/responses.ts'
import type { Frame } from '../../pages/layout.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import { InvitationPage, OtherInvitationPage } from '../../pages/organizations/invitation.tsx'
import { accountFrame } from '../account/frame.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn, SignInRequired } from '../signed-in.ts'

/** The page of a mailed link. A GET changes nothing: mail scanners follow links. */
export const invitationRoutes = (context: PageContext) => {
  const { deps, base } = context
  const invitation = async (c: Context) => {
    const token = c.req.param('token') ?? ''
    const path = `/invitations/${token}`
    // Who is not signed in reads there who invites them, and finds the address filled in.
    if (!(await findSignedIn(deps, context.visitor(c)))) {
      const preview = await previewInvitation(deps, token)
      throw new SignInRequired({ path: `${base}${path}`, again: false, person: null, email: preview?.email })
    }
    const signedIn = await requireSignedIn(context, c, { back: path })
    return { token, here: signedIn, view: await viewInvitation(deps, signedIn.person.id, token) }
  }

  return new Hono()
    .get('/invitations/:token', async (c) => {
      const { token, here: signedIn, view } = await invitation(c)
      const frame = accountFrame(context, c, signedIn)
      const action = `${base}/invitations/${token}`
      const { words } = frame
      if (view.kind === 'gone')
        return page(
          <NoticePage frame={frame} title={words.link.goneTitle} text={words.problems['invitation-void'] ?? ''} />,
          { status: 404 },
        )
      if (view.kind === 'someone-else')
        return page(<OtherInvitationPage frame={frame} action={action} />, { status: 403 })
      if (view.kind === 'member') return seeOther(landing(view))
      const organization = view.invitation.organizationName ?? ''
      return page(
        <InvitationPage
          frame={frame}
          action={action}
          organization={organization}
          invited={invitedBy(frame, view.inviter, organization)}
          roles={view.invitation.roles.split(' ')}
        />,
      )
    })
    .post('/invitations/:token', async (c) => {
      const decision = (await formParams(c.req.raw)).get('decision')
      const { token, here: signedIn, view } = await invitation(c)
      const again = `${base}/invitations/${token}`
      if (decision === 'other') {
        await closeSession(deps, signedIn.session.id)
        return seeOther(again, [clearCookie(deps.config, 'session')])
      }
      if (view.kind === 'someone-else') throw new OperationRefused('forbidden')
      if (view.kind !== 'open') return seeOther(again)
      const actor = { kind: 'user', id: signedIn.person.id, network: context.visitor(c).network } as const
      if (decision === 'decline') {
        await declineInvitation(deps, actor, view.invitation)
        return seeOther(`${base}/account/organizations`)
      }
      // Taken back, or its sender lost the right, at this moment: the page says so.
      if (decision !== 'accept' || !(await acceptInvitation(deps, actor, view.invitation))) return seeOther(again)
      return seeOther(landing(view))
    })

  /** Where an invitee lands: the application that invited (OIDC Core section 4), else the organization's page. */
  function landing({ invitation }: InvitationView & { kind: 'open' | 'member' }): string {
    const { clientId, organizationId } = invitation
    const uri = clientId && deps.config.clients.get(clientId)?.initiateLoginUri
    if (!uri) return `${base}/organizations/${organizationId}`
    const query = new URLSearchParams({ iss: deps.config.issuer, organization: organizationId ?? '' })
    return `${uri}${uri.includes('?') ? '&' : '?'}${query}`
  }
}

/** Who invites to what, at a sign-in that the link of an invitation began. */
export async function invitedFor(
  { deps, base }: PageContext,
  frame: Frame,
  { client, interaction }: Pick<OpenInteraction, 'client' | 'interaction'>,
): Promise<string | null> {
  const start = `${base}/invitations/`
  const path = interaction.request.redirectUri
  if (client.id !== firstPartyClientId || !path.startsWith(start)) return null
  const preview = await previewInvitation(deps, path.slice(start.length))
  return preview && invitedBy(frame, preview.inviter, preview.organization)
}

/** Who invites to what, in words. */
export function invitedBy({ words, brand }: Frame, inviter: Inviter, organization: string): string {
  const { manage } = words
  if (inviter.kind === 'person') return manage.invitedByPerson(inviter.name, organization)
  if (inviter.kind === 'operators') return manage.invitedByOperators(brand.name, organization)
  return manage.invitedByOrganization(organization)
}
