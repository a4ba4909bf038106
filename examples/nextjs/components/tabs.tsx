'use client'

import Link, { useLinkStatus } from 'next/link'
import { usePathname } from 'next/navigation'

/** The pages of the application. The page that is being loaded shows a progress bar. */
export function Tabs({ owner }: { owner: boolean }) {
  const pathname = usePathname()
  const pages = [
    ['/dashboard', 'Dashboard'],
    ['/members', 'Members'],
    ['/settings', 'Settings'],
    ...(owner ? [['/billing', 'Billing'] as const] : []),
  ] as const
  return (
    <nav className="tabs" aria-label="Main">
      {pages.map(([path, name]) => (
        <Link key={path} href={path} aria-current={`${pathname}/`.startsWith(`${path}/`) ? 'page' : undefined}>
          {name}
          <Progress />
        </Link>
      ))}
    </nav>
  )
}

const Progress = () => (useLinkStatus().pending ? <span className="progress" /> : null)
