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
      const fields = await readFields(event)
      const answer =
        fields.organization === member.organization
          ? await submit(fields, member, event)
          : otherOrganization(fields, member)
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

/**
 * Whoever switches to another organization in a second tab still sees the forms of the first one: each form names the organization
 * of its page (`<FormOrganization>`), and is refused if that is not the one of the session any more.
 */
const otherOrganization = ({ organization, ...fields }: Record<string, string>, member: Member): FormAnswer => ({
  problem: `You work in ${member.organization_name} now, and this form was for another organization. Nothing was changed. Reload the page.`,
  values: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.slice(0, 1000)])),
})

/** The text fields of a form, or of JSON. */
async function readFields(event: H3Event): Promise<Record<string, string>> {
  const body: unknown = await readBody(event)
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function rememberAnswer(event: H3Event, { values, ...answer }: FormAnswer): void {
  const withValues = JSON.stringify({ action: event.path, ...answer, values })
  // A browser drops a cookie of more than 4096 bytes (RFC 6265bis section 5.6): the reason is worth more than what was typed.
  const isLong = encodeURIComponent(withValues).length > 3800
  const value = isLong ? JSON.stringify({ action: event.path, ...answer }) : withValues
  setCookie(event, formAnswerCookie, value, { httpOnly: true, sameSite: 'lax', maxAge: 60, path: '/' })
}
