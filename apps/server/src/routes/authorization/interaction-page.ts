import type { Context } from 'hono'
import {
  decline,
  type OpenInteraction,
  openInteraction,
  proceed,
  requestedLanguages,
  type SignedInInteraction,
} from '../../flows/authorization/interactions.ts'
import { organizationOfRequest } from '../../flows/authorization/request-organization.ts'
import type { SignInResult } from '../../flows/authorization/sign-in/attempt.ts'
import { loadAppearance } from '../../flows/platform/themes/appearance.ts'
import type { Visitor } from '../../flows/platform/visitor.ts'
import { setCookie } from '../../http/cookies.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { seeOther } from '../../http/responses.ts'
import type { Step } from '../../oidc/next-step.ts'
import type { Frame } from '../../pages/layout.tsx'
import { errorAsPage } from '../error-pages.tsx'
import { sendOutcome } from '../outcomes.tsx'
import { type PageContext, pathOfStep } from '../page-context.ts'
import { leaveOptionsOf, positionOf } from './leave-options.ts'

/** A request to a page of an open interaction: the interaction, the visitor, and the frame of the page. */
export interface InteractionPage extends OpenInteraction {
  context: PageContext
  c: Context
  visitor: Visitor
  frame: Frame
}

/** An interaction page at a given step, with a person signed in. */
export type StepPage<Kind extends Step['kind'] = Step['kind']> = InteractionPage &
  SignedInInteraction & { step: Extract<Step, { kind: Kind }> }

/** Opens the interaction that the path names. Throws `InteractionExpired` if this browser has none under that handle. */
export async function openInteractionPage(context: PageContext, c: Context): Promise<InteractionPage> {
  const visitor = context.visitor(c)
  const interaction = await openInteraction(context.deps, pathParameter(c, 'handle'), visitor)
  const { client } = interaction
  const look = await loadAppearance(context.deps, {
    client,
    organization: await organizationOfRequest(context.deps, interaction),
  })
  const frame = context.frame(c, client, requestedLanguages(interaction, visitor), look)
  return framed({
    ...interaction,
    context,
    c,
    visitor,
    frame: { ...frame, languageChoice: { back: c.req.path, languages: context.deps.languages.choices } },
  })
}

/** The page with what belongs to its step: the number of the step, who is signed in, and the ways back and out. */
export const framed = (current: InteractionPage): InteractionPage => ({
  ...current,
  frame: {
    ...current.frame,
    position: current.progress && positionOf(current.progress, current.step.kind),
    leaveOptions: leaveOptionsOf(current, current.step.kind, current.context.base),
  },
})

export const isAtStep = <Kind extends Step['kind']>(current: InteractionPage, kind: Kind): current is StepPage<Kind> =>
  current.step.kind === kind && current.session !== null && current.person !== null

/** The path of the open step. A page is shown only at its step; any other redirects to the open one. */
export const stepPath = ({ context, handle, step }: InteractionPage): string => pathOfStep(context.base, handle, step)

export const redirectToStep = (current: InteractionPage): Response => seeOther(stepPath(current))

/** The path of a page of sign-in, such as `/code`. */
export const signInPath = (
  { context, handle }: { context: Pick<PageContext, 'base'>; handle: string },
  page = '',
): string => `${context.base}/sign-in/${handle}${page}`

/**
 * Redirects to the next step, or to the client if there is none. An answer that is an error sets the cookies too: what they
 * stand for is done, such as a session that began and ended the one before it.
 */
export const sendNextStep = async (
  { context, c, handle, visitor }: InteractionPage,
  { cookies = [], sessionCookie = visitor.sessionCookie }: { cookies?: readonly string[]; sessionCookie?: string } = {},
): Promise<Response> => {
  const response = await proceed(context.deps, handle, { ...visitor, sessionCookie }).then(
    (outcome) => sendOutcome(context, c, outcome),
    (error) => errorAsPage(context, error, c),
  )
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/** Sets the cookies of the new session and redirects to the next step. */
export const completeSignIn = (
  current: InteractionPage,
  { sessionCookie, deviceCookie }: SignInResult & { ok: true },
): Promise<Response> => {
  const { config } = current.context.deps
  const cookies = [setCookie(config, 'session', sessionCookie), setCookie(config, 'device', deviceCookie)]
  return sendNextStep(current, { sessionCookie, cookies })
}

/** Ends the interaction with an error for the client, because the person declined. */
export const sendDenial = async (
  current: InteractionPage,
  description: string,
  code?: 'access_denied' | 'unmet_authentication_requirements',
): Promise<Response> =>
  sendOutcome(current.context, current.c, await decline(current.context.deps, current, description, code))
