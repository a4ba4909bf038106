/** Every address that no other file has: the not-found page, with the header of whoever is signed in. */
export const loader = () => {
  throw new Response(null, { status: 404 })
}

export default () => null
