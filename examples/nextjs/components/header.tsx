import { SignInLink } from '@vestibule/nextjs/client'
import Link from 'next/link'
import { accountUrl } from '../lib/provider'
import { Mark } from './icons'
import { OrganizationSwitcher } from './organization-switcher'
import { Protect } from './protect'
import { SignedIn } from './signed-in'
import { SignedOut } from './signed-out'
import { Tab } from './tab'
import { UserButton } from './user-button'

export const Header = () => (
  <header className="bar">
    <div className="bar-inner">
      <Link className="brand" href="/">
        <Mark />
        Notes
      </Link>
      <SignedIn>
        <nav className="tabs" aria-label="Main">
          <Tab path="/dashboard">Dashboard</Tab>
          <Tab path="/members">Members</Tab>
          <Tab path="/settings">Settings</Tab>
          <Protect requirement={{ role: 'owner' }}>
            <Tab path="/billing">Billing</Tab>
          </Protect>
        </nav>
      </SignedIn>
      <div className="bar-end">
        <OrganizationSwitcher returnTo="/dashboard" />
        <UserButton accountUrl={accountUrl()} />
        <SignedOut>
          <SignInLink className="button primary small" returnTo="/dashboard" />
        </SignedOut>
      </div>
    </div>
  </header>
)
