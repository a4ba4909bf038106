import { type Context, Hono } from 'hono'
import { openBypass } from '../../../flows/federation/bypass.ts'
import { actingSession } from '../../../flows/identity/acting-sign-in.ts'
import { viewOrganization } from '../../../flows/organizations/access.ts'
import { rulesOf } from '../../../flows/organizations/sign-in-rules.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formParams } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { missingRule } from '../../../oidc/organization-rules.ts'
import { BypassPage } from '../../../pages/organizations/bypass.tsx'
import type { PageContext } from '../../page-context.ts'
import { redirectToSignIn, requireSignedIn, type Submitted } from '../../signed-in.ts'

/** An owner opens the pages of company sign-in without it, when it does not work. */
export const bypassRoutes = (context: PageContext) => {
  const path = '/organizations/:organization/bypass'
  return new Hono()
    .get(path, async (c) => {
      const { organization, settings } = await openOwner(context, c)
      if (settings) return seeOther(settings)
      const action = `${context.base}/organizations/${organization.slug}/bypass`
      return page(<BypassPage frame={context.frame(c)} action={action} organization={organization.name} />)
    })
    .post(path, async (c) => {
      const form = await formParams(c.req.raw)
      const { organization, signedIn } = await openOwner(context, c, form)
      await openBypass(context.deps, signedIn, organization.id, context.visitor(c))
      return seeOther(`${context.base}/organizations/${organization.slug}/sso`)
    })
}

/** The owner who asks, signed in with a passkey a moment ago. `settings`: they meet the rules, and need no other way in. */
async function openOwner(context: PageContext, c: Context, form?: Submitted) {
  const { deps } = context
  const slug = pathParameter(c, 'organization')
  const back = `/organizations/${slug}/bypass`
  const signedIn = await requireSignedIn(context, c, { back, form })
  const visitor = context.visitor(c)
  const actor = { kind: 'user', id: signedIn.person.id, network: visitor.network } as const
  const { organization } = await viewOrganization(deps, actor, slug, 'own')
  if (!deps.config.sso) throw new OperationRefused('not-found')
  const missing = missingRule(rulesOf(organization), actingSession(signedIn.session, visitor))
  if (missing && (signedIn.session.passkeyId === null || !signedIn.recent))
    return redirectToSignIn(context, c, { back, signedIn, again: true, acr: 'phr', form })
  return { organization, signedIn, settings: missing ? null : `${context.base}/organizations/${organization.slug}/sso` }
}
