import { type Context, Hono } from 'hono'
import {
  askForAddress,
  confirmAddress,
  confirmAddressLink,
  viewAddressLink,
} from '../../flows/account/address-codes.ts'
import { makePrimary, removeAddress } from '../../flows/account/addresses.ts'
import { ownApplications, revokeApplication } from '../../flows/account/applications.ts'
import { deleteAccount, exportData, soleOwnerships } from '../../flows/account/data.ts'
import { findOpenRecovery } from '../../flows/account/passkey-recovery.ts'
import { addPasskey, changePasskeyName, newPasskeyOptions, removePasskey } from '../../flows/account/passkeys.ts'
import { changeProfile } from '../../flows/account/profile.ts'
import { type ProfileForm, profileFields, profileForm } from '../../flows/account/profile-form.ts'
import { endOtherSessions, endOwnSession, ownSessions } from '../../flows/account/sessions.ts'
import { ownAddresses, ownMemberships, ownPasskeys } from '../../flows/account/views.ts'
import { relyingParty } from '../../flows/identity/passkeys/relying-party.ts'
import { knownPasskeys } from '../../flows/identity/passkeys/signals.ts'
import { findSignedIn, type SignedIn } from '../../flows/identity/signed-in.ts'
import { type Guarded, proofOf } from '../../flows/identity/step-up.ts'
import { clearCookie } from '../../http/cookies.ts'
import { formParams, HttpError, rawQuery } from '../../http/forms.ts'
import { json, page, seeOther } from '../../http/responses.ts'
import { Params } from '../../oidc/params.ts'
import { ConfirmAddressLinkPage, ConfirmAddressPage } from '../../pages/account/address-confirmation.tsx'
import { AddressesPage } from '../../pages/account/addresses.tsx'
import { ApplicationsPage } from '../../pages/account/applications.tsx'
import { DataPage } from '../../pages/account/data.tsx'
import type { AccountFrame } from '../../pages/account/layout.tsx'
import { OrganizationsPage } from '../../pages/account/organizations.tsx'
import { PasskeysPage } from '../../pages/account/passkeys.tsx'
import { AccountProfilePage } from '../../pages/account/profile.tsx'
import { SessionsPage } from '../../pages/account/sessions.tsx'
import { LinkCodePage } from '../../pages/authorization/sign-in/link.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import { locales } from '../../pages/words/index.ts'
import type { PageContext } from '../page-context.ts'
import { requireSignedIn } from '../signed-in.ts'
import { accountFrame } from './frame.ts'

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
const languages = locales.map((value) => ({ value, label: nameOfLanguage(value) }))

/** A language in its own words. What a browser sent need not be a language tag. */
function nameOfLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** A list keeps what a person has, even when it is not one of ours. */
const withOwn = (choices: typeof languages, own: string | null) =>
  own && !choices.some(({ value }) => value === own)
    ? [{ value: own, label: nameOfLanguage(own) }, ...choices]
    : choices

const confirmable = ['addresses', 'passkeys', 'data']

/** What a person may see and change about themselves. Every page is theirs alone: ids of others lead nowhere. */
export const accountRoutes = (context: PageContext) => {
  const { deps, base } = context
  const frameOf = (c: Context, { person }: SignedIn) => context.frame(c, null, person.locale ? [person.locale] : [])
  const frameFor = (c: Context, signedIn: SignedIn): AccountFrame => accountFrame(context, c, signedIn)
  /** The same for pages whose changes need a passkey, where the account has one. */
  const guardedOf = async (c: Context, signedIn: SignedIn, change: Guarded): Promise<AccountFrame> =>
    accountFrame(context, c, signedIn, (await proofOf(deps, signedIn, change)).missing)
  const one = (params: Params, name: string) => (params.repeats(name) ? '' : (params.get(name) ?? ''))
  const inWords = (c: Context, signedIn: SignedIn, problem: string | null | undefined) =>
    problem ? frameOf(c, signedIn).words.problems[problem] : undefined
  const status = (problem: unknown) => ({ status: problem ? 422 : 200 })
  const done = (path: string) => seeOther(`${base}${path}?done=1`)
  /**
   * A form of ours, filled in by someone who is signed in. `recent`: they must have signed in a moment ago; a change of
   * how they sign in also needs a passkey where they have one.
   */
  const form = async (c: Context, back: string, needs?: 'recent' | Guarded) => {
    const params = await formParams(c.req.raw)
    const demands = needs === 'recent' ? { recent: true } : { change: needs }
    return { params, here: await requireSignedIn(context, c, { back, ...demands }), visitor: context.visitor(c) }
  }

  const profilePage = (c: Context, signedIn: SignedIn, values: ProfileForm, problems: Record<string, string> = {}) => {
    const shown = Object.fromEntries(Object.entries(problems).map(([key, value]) => [key, inWords(c, signedIn, value)]))
    return page(
      <AccountProfilePage
        frame={frameFor(c, signedIn)}
        values={values}
        problems={shown}
        languages={withOwn(languages, signedIn.person.locale)}
        zones={withOwn(zones, signedIn.person.zoneinfo)}
      />,
      status(Object.keys(problems).length > 0),
    )
  }
  const addressesPage = async (c: Context, signedIn: SignedIn, problem?: string, typed = '') =>
    page(
      <AddressesPage
        frame={await guardedOf(c, signedIn, 'addresses')}
        addresses={await ownAddresses(deps, signedIn)}
        typed={typed}
        problem={inWords(c, signedIn, problem)}
      />,
      status(problem),
    )
  const passkeysPage = async (c: Context, signedIn: SignedIn, problem?: string) => {
    const place = { options: `${base}/account/passkeys/options`, action: `${base}/account/passkeys` }
    const passkeys = await ownPasskeys(deps, signedIn)
    return page(
      <PasskeysPage
        frame={await guardedOf(c, signedIn, 'passkeys')}
        passkeys={passkeys}
        recovery={await findOpenRecovery(deps, signedIn.person.id)}
        place={relyingParty(deps) ? place : null}
        known={knownPasskeys(deps, signedIn.person, passkeys)}
        problem={inWords(c, signedIn, problem)}
      />,
      { ...status(problem), script: true },
    )
  }
  const confirmAddressPage = (c: Context, signedIn: SignedIn, pending: string, problem?: string) => {
    const address = deps.keyring.open('flow', pending)
    if (address === null) throw new HttpError(400, 'the address to confirm is missing; add it again')
    const props = { address, pending, digits: deps.config.codeLength, problem: inWords(c, signedIn, problem) }
    return page(<ConfirmAddressPage frame={frameFor(c, signedIn)} {...props} />, status(problem))
  }
  const dataPage = async (c: Context, signedIn: SignedIn, problem?: string) =>
    page(
      <DataPage
        frame={frameFor(c, signedIn)}
        sole={await soleOwnerships(deps, signedIn)}
        problem={inWords(c, signedIn, problem)}
      />,
      status(problem),
    )

  return (
    new Hono()
      .get('/account', async (c) => {
        const signedIn = await requireSignedIn(context, c, { back: '/account' })
        return profilePage(c, signedIn, profileForm(signedIn.person))
      })
      .post('/account', async (c) => {
        const { params, here: signedIn } = await form(c, '/account')
        // A field that the form did not hold stays as it is.
        const before = profileForm(signedIn.person)
        const values = Object.fromEntries(
          profileFields.map((name) => [name, params.get(name) === undefined ? before[name] : one(params, name)]),
        ) as ProfileForm
        const problems = await changeProfile(deps, signedIn.person, values)
        return problems ? profilePage(c, signedIn, values, problems as Record<string, string>) : done('/account')
      })
      // Signs in once more and comes back to one of our pages, named by a word and never by an address.
      .post('/account/confirm', async (c) => {
        const wanted = (await formParams(c.req.raw)).get('back') ?? ''
        const back = `/account/${confirmable.includes(wanted) ? wanted : 'passkeys'}`
        const change = wanted === 'data' ? undefined : wanted === 'addresses' ? wanted : 'passkeys'
        await requireSignedIn(context, c, { back, recent: true, change })
        return seeOther(`${base}${back}`)
      })

      .get('/account/addresses', async (c) =>
        addressesPage(c, await requireSignedIn(context, c, { back: '/account/addresses' })),
      )
      .post('/account/addresses', async (c) => {
        const { params, here: signedIn, visitor } = await form(c, '/account/addresses', 'addresses')
        const typed = one(params, 'email')
        const result = await askForAddress(deps, signedIn, typed, visitor)
        if (!result.ok) return addressesPage(c, signedIn, result.problem, typed.slice(0, 254))
        return seeOther(`${base}/account/addresses/confirm?pending=${deps.keyring.seal('flow', result.address)}`)
      })
      .get('/account/addresses/confirm', async (c) => {
        const signedIn = await requireSignedIn(context, c, { back: '/account/addresses' })
        return confirmAddressPage(c, signedIn, Params.parse(rawQuery(c.req.raw.url)).get('pending') ?? '')
      })
      .post('/account/addresses/confirm', async (c) => {
        const { params, here: signedIn, visitor } = await form(c, '/account/addresses', 'addresses')
        const pending = one(params, 'pending')
        const address = deps.keyring.open('flow', pending) ?? ''
        const problem = await confirmAddress(deps, signedIn, address, one(params, 'code'), visitor)
        return problem ? confirmAddressPage(c, signedIn, pending, problem) : done('/account/addresses')
      })
      .post('/account/addresses/primary', async (c) => {
        const { params, here: signedIn, visitor } = await form(c, '/account/addresses', 'addresses')
        await makePrimary(deps, signedIn, one(params, 'address'), visitor)
        return done('/account/addresses')
      })
      .post('/account/addresses/remove', async (c) => {
        const { params, here: signedIn, visitor } = await form(c, '/account/addresses', 'addresses')
        await removeAddress(deps, signedIn, one(params, 'address'), visitor)
        return done('/account/addresses')
      })
      // A GET of the mailed link consumes nothing, and shows the code where nobody is signed in.
      .get('/account/addresses/link/:token', async (c) => {
        const signedIn = await findSignedIn(deps, context.visitor(c))
        const token = c.req.param('token')
        const view = await viewAddressLink(deps, signedIn, token)
        const frame = signedIn ? frameOf(c, signedIn) : context.frame(c)
        const words = frame.words.link
        if (view.kind === 'gone')
          return page(<NoticePage frame={frame} title={words.goneTitle} text={words.gone} />, { status: 400 })
        if (view.kind === 'code' || !signedIn)
          return page(<LinkCodePage frame={frame} code={view.kind === 'code' ? view.code : ''} />)
        const action = `${base}/account/addresses/link/${token}`
        return page(<ConfirmAddressLinkPage frame={frameFor(c, signedIn)} action={action} />)
      })
      .post('/account/addresses/link/:token', async (c) => {
        const { here: signedIn, visitor } = await form(c, '/account/addresses', 'addresses')
        const problem = await confirmAddressLink(deps, signedIn, c.req.param('token'), visitor)
        return problem ? addressesPage(c, signedIn, problem) : done('/account/addresses')
      })

      .get('/account/passkeys', async (c) =>
        passkeysPage(c, await requireSignedIn(context, c, { back: '/account/passkeys' })),
      )
      .post('/account/passkeys/options', async (c) => {
        const signedIn = await findSignedIn(deps, context.visitor(c))
        const result = signedIn && (await newPasskeyOptions(deps, signedIn))
        return result?.ok ? json(result.options) : json({ error: result?.problem ?? 'login_required' }, 403)
      })
      .post('/account/passkeys', async (c) => {
        const { params, here: signedIn, visitor } = await form(c, '/account/passkeys', 'passkeys')
        const problem = await addPasskey(deps, signedIn, one(params, 'credential'), visitor)
        return problem ? passkeysPage(c, signedIn, problem) : done('/account/passkeys')
      })
      .post('/account/passkeys/rename', async (c) => {
        const { params, here: signedIn } = await form(c, '/account/passkeys', 'recent')
        const problem = await changePasskeyName(deps, signedIn, one(params, 'id'), one(params, 'name'))
        return problem ? passkeysPage(c, signedIn, problem) : done('/account/passkeys')
      })
      .post('/account/passkeys/remove', async (c) => {
        const { params, here: signedIn, visitor } = await form(c, '/account/passkeys', 'passkeys')
        const problem = await removePasskey(deps, signedIn, one(params, 'id'), visitor)
        return problem ? passkeysPage(c, signedIn, problem) : done('/account/passkeys')
      })

      .get('/account/sessions', async (c) => {
        const signedIn = await requireSignedIn(context, c, { back: '/account/sessions' })
        const before = Params.parse(rawQuery(c.req.raw.url)).get('before') ?? null
        const { sessions, count, next } = await ownSessions(deps, signedIn, before)
        const older = next && `${base}/account/sessions?before=${encodeURIComponent(next)}`
        return page(<SessionsPage frame={frameFor(c, signedIn)} sessions={sessions} count={count} older={older} />)
      })
      .post('/account/sessions/end', async (c) => {
        const { params, here: signedIn, visitor } = await form(c, '/account/sessions')
        await endOwnSession(deps, signedIn, one(params, 'id'), visitor.network)
        return done('/account/sessions')
      })
      .post('/account/sessions/end-others', async (c) => {
        const { here: signedIn, visitor } = await form(c, '/account/sessions')
        await endOtherSessions(deps, signedIn, visitor.network)
        return done('/account/sessions')
      })

      .get('/account/applications', async (c) => {
        const signedIn = await requireSignedIn(context, c, { back: '/account/applications' })
        return page(
          <ApplicationsPage frame={frameFor(c, signedIn)} applications={await ownApplications(deps, signedIn)} />,
        )
      })
      .post('/account/applications/revoke', async (c) => {
        const { params, here: signedIn, visitor } = await form(c, '/account/applications')
        await revokeApplication(deps, signedIn, one(params, 'client'), visitor.network)
        return done('/account/applications')
      })

      .get('/account/organizations', async (c) => {
        const signedIn = await requireSignedIn(context, c, { back: '/account/organizations' })
        return page(
          <OrganizationsPage frame={frameFor(c, signedIn)} organizations={await ownMemberships(deps, signedIn)} />,
        )
      })

      .get('/account/data', async (c) => dataPage(c, await requireSignedIn(context, c, { back: '/account/data' })))
      .post('/account/data/export', async (c) => {
        const { here: signedIn, visitor } = await form(c, '/account/data', 'recent')
        return json(await exportData(deps, signedIn, visitor), 200, {
          'Content-Disposition': 'attachment; filename="account.json"',
        })
      })
      .post('/account/data/delete', async (c) => {
        const { params, here: signedIn, visitor } = await form(c, '/account/data', 'account')
        if (one(params, 'confirm') !== 'yes') return dataPage(c, signedIn, 'must-confirm')
        const sole = await soleOwnerships(deps, signedIn)
        const successors = new Map(
          sole.map(({ organizationId }) => [organizationId, one(params, `owner_${organizationId}`)]),
        )
        const open = await deleteAccount(deps, signedIn, successors, visitor)
        if (open.length > 0) return dataPage(c, signedIn, 'choose-owner')
        const frame = frameOf(c, signedIn)
        const words = frame.words.me.data
        return page(<NoticePage frame={frame} title={words.deletedTitle} text={words.deleted} />, {
          cookies: [clearCookie(deps.config, 'session'), clearCookie(deps.config, 'device')],
        })
      })
  )
}
