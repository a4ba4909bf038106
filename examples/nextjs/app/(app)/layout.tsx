import type { ReactNode } from 'react'
import { requireMember } from '../../lib/people'

/**
 * The pages for members. Each guards itself, because Next does not render a layout again at every navigation; this guard lets
 * strangers be redirected before a page with a loading state begins to be sent.
 */
export default async function MembersOnly({ children }: { children: ReactNode }) {
  await requireMember()
  return children
}
