import { Hono } from 'hono'
import { ownApplications } from '../../flows/account/applications.ts'
import { ownSessions } from '../../flows/account/sessions.ts'
import { ownAddresses, ownMemberships, ownPasskeys } from '../../flows/account/views.ts'
import { linkedIdentities } from '../../flows/federation/linked-identities.ts'
import { page } from '../../http/responses.ts'
import { AccountOverviewPage } from '../../pages/account/overview.tsx'
import type { PageContext } from '../page-context.ts'
import { accountFrame, openAccount } from './request.ts'

const path = '/account'

/** The first page of an account. */
export const overviewRoutes = (context: PageContext) =>
  new Hono().get(path, async (c) => {
    const request = await openAccount(context, c, path)
    const { deps, signedIn } = request
    const [addresses, passkeys, identities, organizations, { sessions }, { applications, connections }] =
      await Promise.all([
        ownAddresses(deps, signedIn),
        ownPasskeys(deps, signedIn),
        linkedIdentities(deps, signedIn.person.id),
        ownMemberships(deps, signedIn),
        ownSessions(deps, signedIn, null),
        ownApplications(deps, signedIn),
      ])
    const { phone, phoneVerified } = signedIn.person
    return page(
      <AccountOverviewPage
        frame={accountFrame(request)}
        addresses={addresses}
        passkeys={passkeys}
        identities={identities}
        phone={phone && { number: phone, verified: phoneVerified }}
        sessions={sessions}
        organizations={organizations}
        applications={[...connections, ...applications]}
      />,
    )
  })
