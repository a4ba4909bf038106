import { Link, NavLink } from '@remix-run/react'
import { Mark } from '~/components/icons'
import { UserMenu } from '~/components/user-menu'
import type { Visitor } from '~/root'

export const signInPath = '/auth/login?returnTo=%2Fdashboard'

const pages = [
  { path: '/dashboard', name: 'Dashboard' },
  { path: '/members', name: 'Members' },
  { path: '/settings', name: 'Settings' },
  { path: '/billing', name: 'Billing', ownersOnly: true },
]

export function Header({ visitor, issuer }: { visitor: Visitor | null; issuer: string }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="bar">
        <div className="bar-inner">
          <Link className="brand" to="/">
            <Mark />
            Notes
          </Link>
          {visitor ? (
            <>
              <nav className="tabs" aria-label="Main">
                {pages
                  .filter(({ ownersOnly }) => !ownersOnly || visitor.isOwner)
                  .map(({ path, name }) => (
                    <NavLink key={path} to={path}>
                      {name}
                    </NavLink>
                  ))}
              </nav>
              <div className="bar-end">
                <UserMenu visitor={visitor} issuer={issuer} />
              </div>
            </>
          ) : (
            <div className="bar-end">
              <a className="button primary small" href={signInPath}>
                Sign in
              </a>
            </div>
          )}
        </div>
      </header>
    </>
  )
}
