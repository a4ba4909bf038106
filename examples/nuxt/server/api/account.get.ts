/** Where people manage their account and organization. */
export default defineEventHandler(() => {
  const issuer = process.env.VESTIBULE_ISSUER ?? ''
  return { issuer, url: `${issuer}/account` }
})
