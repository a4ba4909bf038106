import { AuthError } from '@vestibule/core'
import { auth } from './auth'

/** Missing variables stop a production server when it starts. In development they are logged, and other pages work. */
export default function start(): void {
  if (import.meta.prerender) return
  try {
    auth()
  } catch (error) {
    if (!(import.meta.dev && error instanceof AuthError)) throw error
    console.error(`[@vestibule/nuxt] ${error.message}`)
  }
}
