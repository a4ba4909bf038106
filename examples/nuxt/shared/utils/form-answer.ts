/** What a form answers, in words: what was done, or what is wrong. */
export interface FormAnswer {
  done?: string
  problem?: string
  /** What was typed, to be corrected. */
  values?: Record<string, string>
}

/** Carries the answer over the redirect that follows a form without scripts. */
export const formAnswerCookie = 'form_answer'
