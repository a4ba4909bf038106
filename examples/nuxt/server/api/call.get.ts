/** Calls an API with the person's access token. The token never reaches the browser. */
export default defineAuthHandler({}, async (event) => {
  const token = await getAccessToken(event)
  return $fetch(new URL('/api/notes', process.env.VESTIBULE_URL ?? getRequestURL(event)).href, {
    headers: { Authorization: `Bearer ${token}` },
  })
})
