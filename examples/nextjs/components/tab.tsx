'use client'

import Link, { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

/** The link to a page of the application. While the page is being loaded, it shows a progress bar. */
export function Tab({ path, children }: { path: string; children: ReactNode }) {
  const isCurrent = `${usePathname()}/`.startsWith(`${path}/`)
  return (
    <Link href={path} aria-current={isCurrent ? 'page' : undefined}>
      {children}
      <Progress />
    </Link>
  )
}

const Progress = () => (useLinkStatus().pending ? <span className="progress" /> : null)
