import { type Context, Hono } from 'hono'
import { answerOffer, newPasskeyOptions } from '../../flows/account/passkeys.ts'
import { allow } from '../../flows/authorization/consent.ts'
import {
  decline,
  type OpenInteraction,
  openInteraction,
  proceed,
  requestedLanguages,
  type SignedInInteraction,
} from '../../flows/authorization/interactions.ts'
import {
  chooseOrganization,
  offeredInvitations,
  offeredOrganizations,
} from '../../flows/authorization/onboarding/organization.ts'
import { createOwnOrganization, mayCreate } from '../../flows/authorization/onboarding/organization-creation.ts'
import { completeProfile } from '../../flows/authorization/onboarding/profile.ts'
import type { Problems, Result } from '../../flows/authorization/onboarding/result.ts'
import { chooseTeam, createOwnTeam } from '../../flows/authorization/onboarding/team.ts'
import { acceptTerms } from '../../flows/authorization/onboarding/terms.ts'
import { useAnotherAccount } from '../../flows/authorization/sign-in/account.ts'
import { formParams, HttpError } from '../../http/forms.ts'
import { json, page, seeOther } from '../../http/responses.ts'
import type { Step } from '../../oidc/next-step.ts'
import type { Params } from '../../oidc/params.ts'
import { ConsentPage } from '../../pages/authorization/consent.tsx'
import { ChoicePage, InvitationOnlyPage, ProfilePage, TermsPage } from '../../pages/authorization/onboarding.tsx'
import { OfferPasskeyPage } from '../../pages/authorization/passkeys.tsx'
import { htmlOf } from '../../pages/markdown.ts'
import { TermsTextPage } from '../../pages/terms.tsx'
import { sendOutcome } from '../answers.tsx'
import { type PageContext, pathOfStep, termsUrl } from '../page-context.ts'

/** The steps between sign-in and answer. Each page exists only while its step is open. */
export const onboardingRoutes = (context: PageContext) => {
  const { deps, base } = context
  const frame = (c: Context, visit: OpenInteraction) => context.frame(c, visit.client, requestedLanguages(visit))
  const next = async (c: Context, { handle }: OpenInteraction) =>
    sendOutcome(context, c, await proceed(deps, handle, context.visitor(c)))

  type Show = (c: Context, one: SignedInInteraction, problems?: Problems, params?: Params) => Promise<Response>
  type Submit = (c: Context, one: SignedInInteraction, params: Params) => Promise<Result | Response>

  /** A page and its form, both only at their step. 422 shows the page again with words beside the fields. */
  const step = (app: Hono, path: string, kind: Step['kind'], show: Show, submit: Submit) =>
    app
      .get(path, async (c) => {
        const one = await openInteraction(deps, c.req.param('handle') ?? '', context.visitor(c))
        return one.step.kind === kind && isSignedIn(one)
          ? show(c, one)
          : seeOther(pathOfStep(base, one.handle, one.step))
      })
      .post(path, async (c) => {
        const params = await formParams(c.req.raw)
        const one = await openInteraction(deps, c.req.param('handle') ?? '', context.visitor(c))
        if (one.step.kind !== kind || !isSignedIn(one)) return seeOther(pathOfStep(base, one.handle, one.step))
        const result = await submit(c, one, params)
        if (result instanceof Response) return result
        return result.ok ? next(c, one) : show(c, one, result.problems, params)
      })

  const inWords = (c: Context, one: OpenInteraction, problems: Problems = {}): Record<string, string> => {
    const { words } = frame(c, one)
    return Object.fromEntries(
      Object.entries(problems).map(([field, problem]) => [field, words.problems[problem] ?? problem]),
    )
  }
  const status = (problems?: Problems) => ({ status: problems ? 422 : 200 })
  const one = (params: Params | undefined, name: string) => (params?.repeats(name) ? '' : (params?.get(name) ?? ''))
  const action = (kind: Step, { handle }: OpenInteraction) => pathOfStep(base, handle, kind)

  const app = new Hono()
  step(
    app,
    '/onboarding/:handle/terms',
    'accept-terms',
    async (c, visit, problems) => {
      const props = {
        action: action(visit.step, visit),
        version: deps.config.terms?.version ?? '',
        url: termsUrl(deps, base) ?? '',
      }
      return page(
        <TermsPage frame={frame(c, visit)} {...props} problem={inWords(c, visit, problems).accept_terms} />,
        status(problems),
      )
    },
    async (c, visit, params) => {
      if (params.get('decision') === 'decline') {
        deps.log.info({ user: visit.person.id, version: deps.config.terms?.version }, 'terms declined')
        return sendOutcome(context, c, await decline(deps, visit, 'the person declined the terms'))
      }
      return acceptTerms(
        deps,
        visit,
        one(params, 'accept_terms') !== '',
        one(params, 'version'),
        context.visitor(c).network,
      )
    },
  )
  step(
    app,
    '/onboarding/:handle/profile',
    'complete-profile',
    async (c, visit, problems, params) => {
      const props = {
        givenName: params ? one(params, 'given_name') : (visit.person.givenName ?? ''),
        familyName: params ? one(params, 'family_name') : (visit.person.familyName ?? ''),
      }
      return page(
        <ProfilePage
          frame={frame(c, visit)}
          action={action(visit.step, visit)}
          {...props}
          problems={inWords(c, visit, problems)}
        />,
        status(problems),
      )
    },
    (_c, visit, params) =>
      completeProfile(deps, visit, { givenName: one(params, 'given_name'), familyName: one(params, 'family_name') }),
  )
  step(
    app,
    '/onboarding/:handle/organization',
    'choose-organization',
    async (c, visit, problems, params) => {
      const { words } = frame(c, visit)
      const memberships = visit.interaction.request.organization ? [] : visit.memberships
      const joinable = await offeredOrganizations(deps, visit)
      const choices = [
        ...memberships.map(({ organizationId, name, slug }) => ({ id: organizationId, label: name, detail: slug })),
        ...(await offeredInvitations(deps, visit)).map(({ id, organizationName }) => ({
          id,
          label: words.organization.invited(organizationName ?? ''),
        })),
        ...joinable
          .filter(({ asked }) => !asked)
          .map(({ organizationId, name, joining }) => ({
            id: organizationId,
            label: joining === 'automatic' ? words.org.joinDomain(name) : words.org.askToJoin(name),
          })),
      ]
      const asked = joinable.filter((joinable) => joinable.asked).map(({ name }) => words.org.asked(name))
      const nothing = choices.length === 0 && asked.length === 0
      const creates = await mayCreate(deps, visit)
      if (choices.length === 0 && !creates)
        return page(
          <InvitationOnlyPage
            frame={frame(c, visit)}
            action={action(visit.step, visit)}
            address={visit.person.email ?? ''}
            application={visit.client.name}
            notes={asked}
            problem={inWords(c, visit, problems).organization}
          />,
          status(problems),
        )
      return page(
        <ChoicePage
          frame={frame(c, visit)}
          action={action(visit.step, visit)}
          field="organization"
          title={nothing ? words.organization.createTitle : words.organization.title}
          intro={nothing ? words.organization.createIntro : words.organization.intro(visit.client.name)}
          legend={words.organization.choose}
          choices={choices}
          selected={one(params, 'organization') || null}
          or={words.organization.or}
          nameLabel={words.organization.name}
          createLabel={words.organization.create}
          mayCreate={creates}
          name={one(params, 'organization_name')}
          notes={asked}
          first={{
            slug: one(params, 'organization_slug'),
            team: one(params, 'first_team_name'),
            invite: one(params, 'invite'),
          }}
          problems={inWords(c, visit, problems)}
        />,
        status(problems),
      )
    },
    async (c, visit, params) => {
      const decision = one(params, 'decision')
      if (decision === 'back')
        return sendOutcome(context, c, await decline(deps, visit, 'the person belongs to no organization'))
      if (decision === 'other') {
        await useAnotherAccount(deps, visit)
        return { ok: true }
      }
      const choice = one(params, 'organization')
      if (choice) return chooseOrganization(deps, visit, choice, context.visitor(c).network)
      if (params.get('organization_name') !== undefined) {
        const first = {
          name: one(params, 'organization_name'),
          slug: one(params, 'organization_slug').trim(),
          team: one(params, 'first_team_name').trim(),
          invite: one(params, 'invite'),
        }
        return createOwnOrganization(deps, visit, first, context.visitor(c))
      }
      return {
        ok: false,
        problems: visit.memberships.length > 0 ? { organization: 'choose-one' } : { organization_name: 'required' },
      }
    },
  )
  step(
    app,
    '/onboarding/:handle/team',
    'choose-team',
    async (c, visit, problems, params) => {
      const { words } = frame(c, visit)
      const organization = visit.memberships.find(({ organizationId }) => organizationId === teamStep(visit))
      const teams = organization?.teams ?? []
      return page(
        <ChoicePage
          frame={frame(c, visit)}
          action={action(visit.step, visit)}
          field="team"
          title={teams.length === 0 ? words.team.createTitle : words.team.title}
          intro={words.team.intro(organization?.name ?? '')}
          legend={words.team.choose}
          choices={teams.map(({ id, name }) => ({ id, label: name }))}
          selected={one(params, 'team') || null}
          or={words.team.or}
          nameLabel={words.team.name}
          createLabel={words.team.create}
          mayCreate
          name={one(params, 'team_name')}
          problems={inWords(c, visit, problems)}
        />,
        status(problems),
      )
    },
    async (c, visit, params) => {
      const choice = one(params, 'team')
      if (choice) return chooseTeam(deps, visit, teamStep(visit), choice)
      return createOwnTeam(deps, visit, teamStep(visit), one(params, 'team_name'), context.visitor(c).network)
    },
  )
  const offer = async (c: Context, visit: SignedInInteraction, problems?: Problems) => {
    const at = action(visit.step, visit)
    const place = { options: `${at}/options`, action: at, problem: inWords(c, visit, problems).passkey }
    return page(<OfferPasskeyPage frame={frame(c, visit)} place={place} action={at} />, {
      ...status(problems),
      script: true,
    })
  }
  step(app, '/onboarding/:handle/passkey', 'offer-passkey', offer, async (c, visit, params) => {
    const credential = params.get('decision') === 'later' ? null : one(params, 'credential')
    const problem = await answerOffer(deps, visit, credential, context.visitor(c))
    return problem ? { ok: false, problems: { passkey: problem } } : { ok: true }
  })
  app.post('/onboarding/:handle/passkey/options', async (c) => {
    const one = await openInteraction(deps, c.req.param('handle') ?? '', context.visitor(c))
    if (one.step.kind !== 'offer-passkey' || !isSignedIn(one)) return json({ error: 'access_denied' }, 403)
    const result = await newPasskeyOptions(deps, one)
    return result.ok ? json(result.options) : json({ error: result.problem }, 403)
  })
  step(
    app,
    '/consent/:handle',
    'consent',
    async (c, visit) => {
      const organization = visit.memberships.find(({ organizationId }) => organizationId === consentStep(visit))
      const props = {
        application: visit.client.name,
        scope: visit.interaction.request.scope,
        organization: organization?.name ?? null,
      }
      return page(<ConsentPage frame={frame(c, visit)} action={action(visit.step, visit)} {...props} />)
    },
    async (c, visit, params) => {
      const decision = one(params, 'decision')
      if (decision === 'deny') return sendOutcome(context, c, await decline(deps, visit, 'the person did not consent'))
      if (decision === 'allow') await allow(deps, visit, consentStep(visit))
      return { ok: true }
    },
  )

  return app.get('/terms', async (c) => {
    const { terms } = deps.config
    if (!terms || terms.text === null) throw new HttpError(404, 'there are no terms here')
    return page(<TermsTextPage frame={context.frame(c)} version={terms.version} html={htmlOf(terms.text)} />)
  })
}

export const isSignedIn = (one: OpenInteraction): one is SignedInInteraction =>
  one.session !== null && one.person !== null
const teamStep = ({ step }: OpenInteraction): string => (step.kind === 'choose-team' ? step.organizationId : '')
const consentStep = ({ step }: OpenInteraction): string | null => (step.kind === 'consent' ? step.organizationId : null)
