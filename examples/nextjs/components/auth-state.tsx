import type { Session } from '@vestibule/nextjs'
import type { ReactNode } from 'react'
import { getSession } from '@/lib/auth'

export { missing, type Requirement, type Session } from '@vestibule/nextjs'

/** The session of the request, for server components: null if nobody is signed in. A client component calls `useAuth`. */
export async function AuthState({ children }: { children: (session: Session | null | undefined) => ReactNode }) {
  return children(await getSession())
}
