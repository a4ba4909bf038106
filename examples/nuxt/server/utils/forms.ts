import type { Requirement } from '@vestibule/nuxt/server'
import type { H3Event } from 'h3'

interface FormHandler {
  requirement?: Requirement
  /** Where a browser without scripts goes afterwards. */
  page: string
  submit(fields: Record<string, string>, member: Member, event: H3Event): Promise<FormAnswer>
}

/**
 * Handles a form of a member. Forms work without scripts: their browser is sent back to the page, which shows the answer. A script
 * gets the answer itself.
 */
export const defineFormHandler = ({ requirement, page, submit }: FormHandler) =>
  defineEventHandler(async (event) => {
    const hasScripts = !/text\/html/.test(getRequestHeader(event, 'accept') ?? '')
    try {
      const member = await requireMember(event, requirement)
      const answer = await submit(await readFields(event), member, event)
      if (hasScripts) {
        if (answer.problem) setResponseStatus(event, 422)
        return answer
      }
      rememberAnswer(event, answer)
    } catch (error) {
      // The page itself sends whoever is signed out, or signed in for too long, to the sign-in and back.
      if (hasScripts || !isError(error) || error.statusCode !== 401) throw error
    }
    return sendRedirect(event, page, 303)
  })

/** The text fields of a form, or of JSON. */
async function readFields(event: H3Event): Promise<Record<string, string>> {
  const body: unknown = await readBody(event)
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function rememberAnswer(event: H3Event, answer: FormAnswer): void {
  const value = JSON.stringify({ action: event.path, ...answer })
  setCookie(event, formAnswerCookie, value, { httpOnly: true, sameSite: 'lax', maxAge: 60, path: '/' })
}
