/** What a form answers: what was done, in words, or what is wrong, and beside which field. */
export interface FormAnswer {
  done?: string
  problem?: string
  field?: string
  /** What was typed, to be corrected. */
  values?: Record<string, string>
}

/** Carries the answer over the redirect that follows a form without scripts. */
export const formAnswerCookie = 'form_answer'
