/**
 * Refuses what a form or a script of another site posts in the name of a person. The session's cookie is `SameSite=Lax`, but
 * another port or another subdomain is the same site. Requests with an access token carry no cookie's authority, and the routes
 * of the SDK check for themselves.
 */
export default defineEventHandler((event) => {
  if (['GET', 'HEAD', 'OPTIONS'].includes(event.method)) return
  if (event.path.startsWith('/auth/') || getRequestHeader(event, 'authorization')) return
  const own = process.env.VESTIBULE_URL ? new URL(process.env.VESTIBULE_URL).origin : getRequestURL(event).origin
  if (getRequestHeader(event, 'origin') === own) return
  throw createError({ statusCode: 403, statusMessage: 'Forbidden', message: 'This request came from another site.' })
})
