import { deleteCookie, getCookie } from 'h3'
import { type FormAnswer, formAnswerCookie } from '#shared/utils/form-answer'

/** What the server said to a form that was sent without scripts: shown once, on the page that follows. */
export default defineNuxtPlugin(() => {
  const event = useRequestEvent()
  const cookie = event && getCookie(event, formAnswerCookie)
  if (!cookie) return
  deleteCookie(event, formAnswerCookie, { path: '/' })
  useFormAnswers().value = parseAnswers(cookie)
})

function parseAnswers(text: string): Record<string, FormAnswer> {
  try {
    const { action, ...answer } = JSON.parse(text)
    // Another application of this machine or domain may have written the cookie.
    return typeof action === 'string' && action.startsWith('/api/') ? { [action]: answer } : {}
  } catch {
    return {}
  }
}
