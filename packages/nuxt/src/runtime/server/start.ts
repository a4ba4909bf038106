import { AuthError } from '@vestibule/core'
import { auth } from './auth.ts'

/** What is missing stops a server of production at its start, and is told in development, where other pages go on. */
export default function start(): void {
  if (import.meta.prerender) return
  try {
    auth()
  } catch (error) {
    if (!(import.meta.dev && error instanceof AuthError)) throw error
    console.error(`[@vestibule/nuxt] ${error.message}`)
  }
}
