import type { Step } from '../../../oidc/next-step.ts'
import type { InteractionPage } from '../interaction-page.ts'

/** Whether a mailed code may sign in. */
export const takesCode = ({ kind }: Step): boolean => kind === 'ask-email' || kind === 'choose-way'

/** Whether an address may be typed: also another one, where the first led to an organization. */
export const takesAddress = (step: Step): boolean =>
  takesCode(step) || (step.kind === 'sign-in-at' && step.connectionId !== null)

/** Whether a passkey may sign in. */
export const takesPasskey = (step: Step): boolean =>
  takesCode(step) || step.kind === 'sign-in-at' || step.kind === 'use-passkey'

/** Where the sign-in at an identity provider begins: the form, or the step, says at which. */
export const startPath = ({ context, handle }: Pick<InteractionPage, 'context' | 'handle'>): string =>
  `${context.base}/sso/start/${handle}`
