import type { OnboardingStep } from './clients.ts'
import { type Flow, findOrganization, findTeam, type Step } from './next-step.ts'

/** How far the person is in what they have to answer before the application: shown as "step 2 of 4". */
export interface OnboardingProgress {
  /** What they answered within this request, in order. */
  done: readonly OnboardingStep[]
  /** What is still to be answered, as far as it can be foreseen: the first is the one that is asked now. */
  open: readonly OnboardingStep[]
}

/** The steps of onboarding by the kind of step that asks them. */
export const onboardingStepsByKind: Readonly<Partial<Record<Step['kind'], OnboardingStep>>> = {
  'accept-terms': 'terms',
  'complete-profile': 'profile',
  'choose-organization': 'organization',
  'choose-team': 'team',
}

const order: readonly OnboardingStep[] = ['terms', 'profile', 'organization', 'team']

/**
 * Counts only what this person is asked within this request: who comes back to accept new terms meets one step. An
 * organization that is still to be chosen may turn out to have no teams, so there may be one step fewer, never more.
 * `answered` says which steps the person answered within this request.
 */
export function onboardingProgress(
  flow: Flow,
  answered: Readonly<Record<OnboardingStep, boolean>>,
): OnboardingProgress {
  const open = order.filter((step) => isOpen(flow, step))
  return { done: order.filter((step) => answered[step] && !open.includes(step)), open }
}

/** Null also where the request asks for one that the person can't act for: `nextStep` refuses that in its turn. */
function organizationOf(flow: Flow): ReturnType<typeof findOrganization> {
  try {
    return findOrganization(flow)
  } catch {
    return null
  }
}

function isOpen(flow: Flow, step: OnboardingStep): boolean {
  const { person, steps } = flow
  if (step === 'terms') return steps.includes(step) && person?.termsAccepted === false
  if (step === 'profile') return steps.includes(step) && person?.profileComplete === false
  const organization = organizationOf(flow)
  if (step === 'organization') return organization === 'ask'
  if (organization === 'ask') return steps.includes(step)
  return findTeam(flow, organization) === 'ask'
}
