/** Calls an API with the person's access token. The token never reaches the browser. */
export default defineAuthHandler({}, async (event): Promise<unknown> => {
  const token = await getAccessToken(event)
  const { href } = new URL('/api/notes', process.env.VESTIBULE_URL ?? getRequestURL(event))
  return $fetch<unknown>(href, { headers: { Authorization: `Bearer ${token}` } })
})
