import type { Person, PersonOptions } from './person.ts'

/**
 * Who signs in, and to which application.
 *
 * @example
 * ```ts
 * import { type SignInOptions, startVestibule } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * const owner: SignInOptions = { email: 'ada@example.com', organization: 'Acme', role: 'owner', acr: 'phr' }
 * const { headers } = await vestibule.signInAs(owner)
 * const page = await fetch('http://localhost:3000/dashboard', { headers })
 * ```
 */
export interface SignInOptions extends PersonOptions {
  /** Default: the first client. */
  clientId?: string
  /** How they sign in: by a mailed code, or by a passkey (`phr`). Default: by a code. */
  acr?: 'urn:vestibule:acr:mail' | 'phr'
}

/**
 * A cookie as Playwright writes it.
 *
 * @example
 * ```ts
 * import { type Cookie, startVestibule } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * const { storageState } = await vestibule.signInAs({ email: 'ada@example.com' })
 * const session: Cookie | undefined = storageState.cookies.find(({ httpOnly }) => httpOnly)
 * ```
 */
export interface Cookie {
  name: string
  value: string
  domain: string
  path: string
  /** Seconds since the epoch; -1 for a cookie that ends with the browser. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

/**
 * What Playwright's `browser.newContext({ storageState })` takes.
 *
 * @example
 * ```ts
 * import { writeFile } from 'node:fs/promises'
 * import { startVestibule, type StorageState } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * const state: StorageState = (await vestibule.signInAs({ email: 'ada@example.com' })).storageState
 * await writeFile('ada.json', JSON.stringify(state))
 * ```
 */
export interface StorageState {
  cookies: Cookie[]
  origins: []
}

/**
 * A person with a session in the application under test, which the application made itself.
 *
 * @example
 * ```ts
 * import { type SignedIn, startVestibule } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * const ada: SignedIn = await vestibule.signInAs({ email: 'ada@example.com', organization: 'Acme' })
 * await fetch('http://localhost:3000/api/me', { headers: ada.headers })
 * ```
 */
export interface SignedIn {
  person: Person
  /** The value of a `Cookie` header for the application. */
  cookie: string
  /** The same as headers of a request. */
  headers: { cookie: string }
  /** The cookies of the application and of the test server, as a browser has them. */
  storageState: StorageState
}
