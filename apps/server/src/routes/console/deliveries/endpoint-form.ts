import { countLimit } from '../../../flows/management/deliveries/webhook-deliveries.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formField } from '../../../http/forms.ts'
import type { Params } from '../../../oidc/params.ts'
import type { EndpointValues } from '../../../pages/console/deliveries/endpoints.tsx'
import type { ConsoleFrame } from '../../../pages/console/layout.tsx'
import { problemText } from '../../forms.ts'

/** Counting ends somewhere, and the number says so. */
export const countText = (count: number): string => (count < countLimit ? String(count) : `${countLimit}+`)

/** What the form of an endpoint says. */
export const valuesOf = (params: Params): EndpointValues => {
  const field = (name: string) => formField(params, name).replaceAll('\0', '').trim()
  return { name: field('name'), url: field('url'), actions: field('actions') }
}

export const actionsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** What is wrong with a form, by field. Throws what is no fault of the form. */
export function problemsOf(frame: ConsoleFrame, error: unknown): Partial<Record<string, string>> {
  if (!(error instanceof OperationRefused) || !error.field || !error.problem) throw error
  return { [error.field]: problemText(frame, error.problem) }
}
