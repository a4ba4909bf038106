import type { OpenInteraction } from '../../flows/authorization/interactions.ts'
import { firstPartyClientId } from '../../flows/platform/clients/first-party-client.ts'
import { shownName } from '../../oidc/dynamic-clients/third-party-clients.ts'
import type { Step } from '../../oidc/next-step.ts'
import { type OnboardingProgress, onboardingStepsByKind } from '../../oidc/onboarding-progress.ts'
import type { LeaveOptionsProps } from '../../pages/authorization/leave-options.tsx'
import { pathOfStep } from '../page-context.ts'

type Kind = Step['kind']

/** Pages that ask a person who is signed in, and not how to sign in. */
const signedInKinds: readonly Kind[] = [
  'accept-terms',
  'complete-profile',
  'choose-organization',
  'accept-organization-terms',
  'complete-fields',
  'choose-team',
  'offer-passkey',
  'not-allowed',
  'consent',
  'sign-in-at',
]

/** Pages that have a button of their own to leave by. */
const kindsWithOwnButton: readonly Kind[] = [
  'select-account',
  'use-passkey',
  'review-recovery',
  'accept-terms',
  'accept-organization-terms',
  'not-allowed',
  'consent',
]

/** Answers that can be given again: of the profile, and of one organization among several. */
const stepsToGoBackTo = { profile: 'complete-profile', organization: 'choose-organization' } as const

/** Whether the person may go back to a step that they have answered within this request. */
export const mayGoBackTo = (current: OpenInteraction, kind: Kind): boolean => {
  const { progress, memberships } = current
  if (kind === 'complete-profile') return progress?.done.includes('profile') === true
  if (kind !== 'choose-organization' || memberships.length < 2) return false
  return progress?.done.includes('organization') === true || mayChooseAnother(current)
}

/** Who doesn't accept the terms of an organization, or may do nothing there, may choose another one, unless the request names it. */
const mayChooseAnother = ({ step, interaction }: OpenInteraction): boolean =>
  ['accept-organization-terms', 'not-allowed', 'sign-in-at'].includes(step.kind) && !interaction.request.organization

/** What the foot of a page of sign-in leads to. `kind` is the step that it shows. */
export function leaveOptionsOf(current: OpenInteraction, kind: Kind, base: string): LeaveOptionsProps {
  const { handle, client, person, progress } = current
  const before = progress && stepBefore(progress, kind)
  return {
    action: `${base}/sign-in/${handle}/leave`,
    address: (signedInKinds.includes(kind) && person?.email) || null,
    back: before && mayGoBackTo(current, before) ? pathOfStep(base, handle, { kind: before }) : null,
    cancel: !kindsWithOwnButton.includes(kind),
    application: client.id === firstPartyClientId ? null : shownName(client),
  }
}

/** The number of a step among those of this person, from 1 on. Null if it is the only one. */
export function positionOf(progress: OnboardingProgress, kind: Kind): { step: number; steps: number } | null {
  const all = [...progress.done, ...progress.open]
  const index = all.findIndex((step) => step === onboardingStepsByKind[kind])
  return index >= 0 && all.length > 1 ? { step: index + 1, steps: all.length } : null
}

function stepBefore({ done, open }: OnboardingProgress, kind: Kind) {
  const all = [...done, ...open]
  const before = all[all.findIndex((step) => step === onboardingStepsByKind[kind]) - 1]
  return before === 'profile' || before === 'organization' ? stepsToGoBackTo[before] : null
}
