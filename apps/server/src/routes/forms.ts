import type { Problem } from '../flows/platform/operation-refused.ts'
import type { Frame } from '../pages/layout.tsx'

/** The text of a problem, in the language of the page. */
export const problemText = ({ words }: Frame, problem: Problem | null | undefined): string | undefined =>
  problem ? words.problems[problem] : undefined

/** The texts of the problems of a form, by field. */
export const problemTexts = (frame: Frame, problems: Partial<Record<string, Problem>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, problemText(frame, problem) ?? '']))

/** 422 if the form is shown again because of a problem (RFC 9110 section 15.5.21). */
export const formStatus = (problem: unknown): { status: 200 | 422 } => ({ status: problem ? 422 : 200 })
