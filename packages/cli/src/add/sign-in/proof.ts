import { jsonObject, send } from '../http.ts'
import { findHeadlessBrowser } from './browsers.ts'
import { signIn } from './first-sign-in.ts'
import { takePicture } from './picture.ts'

/** What shows that somebody is signed in. */
export interface Proof {
  /** The page on which the application has the person back. */
  page: string
  /** What the application knows of the person, from the ID token. */
  claims: Record<string, unknown>
  /** The path of a picture; null where there is no browser that could take it. */
  picture: string | null
  /** Why there is none although there is a browser. */
  pictureProblem: string | null
}

/** Signs in once, from the application to the provider and back, and asks the application who is signed in. */
export async function proveSignIn(origin: string, { issuer, page }: { issuer: string; page: string }): Promise<Proof> {
  const loginUrl = `${origin}/auth/login?returnTo=${encodeURIComponent(page)}`
  const { browser, page: reached } = await signIn({ loginUrl, issuer })
  const cookies = browser.cookiesFor(reached.url)
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const session = await send(`${origin}/auth/session`, { headers: { Cookie: header, Accept: 'application/json' } })
  const user = jsonObject(session.text)?.user
  if (typeof user !== 'object' || user === null)
    throw new Error('the application has nobody signed in after the sign-in')
  const program = findHeadlessBrowser()
  // The claims are the proof; a browser that does not work is no reason to doubt them.
  const taken = program ? await takePicture(program, reached.url, cookies).catch((error: Error) => error) : null
  const isProblem = taken instanceof Error
  return {
    page: reached.url,
    claims: presentIn(user),
    picture: isProblem ? null : taken,
    pictureProblem: isProblem ? taken.message : null,
  }
}

const presentIn = (user: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(user).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
