import { Link, NavLink } from '@remix-run/react'
import { Mark } from '~/components/icons'
import { OrganizationSwitcher } from '~/components/organization-switcher'
import { Protect } from '~/components/protect'
import { SignedIn } from '~/components/signed-in'
import { SignedOut } from '~/components/signed-out'
import { UserButton } from '~/components/user-button'

export const signInPath = '/auth/login?returnTo=%2Fdashboard'

export const Header = ({ accountUrl }: { accountUrl: string }) => (
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
        <SignedIn>
          <nav className="tabs" aria-label="Main">
            <NavLink to="/dashboard">Dashboard</NavLink>
            <NavLink to="/members">Members</NavLink>
            <NavLink to="/settings">Settings</NavLink>
            <Protect requirement={{ role: 'owner' }}>
              <NavLink to="/billing">Billing</NavLink>
            </Protect>
          </nav>
        </SignedIn>
        <div className="bar-end">
          <OrganizationSwitcher returnTo="/dashboard" />
          <UserButton accountUrl={accountUrl} />
          <SignedOut>
            <a className="button primary small" href={signInPath}>
              Sign in
            </a>
          </SignedOut>
        </div>
      </div>
    </header>
  </>
)
