import type { Problem } from '../flows/platform/operation-refused.ts'
import type { Frame } from '../pages/layout.tsx'

/** What was wrong with a form, in the language of the page. */
export const problemText = ({ words }: Frame, problem: Problem | null | undefined): string | undefined =>
  problem ? words.problems[problem] : undefined

/** The same for every field of a form. */
export const problemTexts = (frame: Frame, problems: Partial<Record<string, Problem>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, problemText(frame, problem) ?? '']))

/** A form that is shown again because of a problem is answered with 422 (RFC 9110 section 15.5.21). */
export const formStatus = (problem: unknown): { status: 200 | 422 } => ({ status: problem ? 422 : 200 })
