import { SignInLink, SignOutButton } from '@vestibule/nextjs/client'
import Link from 'next/link'
import { getSession } from '../lib/auth'
import { nameOf } from '../lib/people'
import { accountUrl } from '../lib/provider'
import { Check, Mark } from './icons'
import { Tabs } from './tabs'
import { UserMenu } from './user-menu'

export async function Header() {
  const session = await getSession()
  return (
    <header className="bar">
      <div className="bar-inner">
        <Link className="brand" href="/">
          <Mark />
          Notes
        </Link>
        {session ? (
          <>
            <Tabs owner={session.user.roles.includes('owner')} />
            <div className="bar-end">
              <PersonMenu />
            </div>
          </>
        ) : (
          <div className="bar-end">
            <SignInLink className="button primary small" returnTo="/dashboard" />
          </div>
        )}
      </div>
    </header>
  )
}

async function PersonMenu() {
  const session = await getSession()
  if (!session) return null
  const { user } = session
  return (
    <UserMenu name={nameOf(user)} picture={user.picture}>
      <p className="menu-person">
        <strong>{nameOf(user)}</strong>
        <span>{user.email}</span>
      </p>
      <p className="menu-title" id="menu-organizations">
        Organizations
      </p>
      <ul aria-labelledby="menu-organizations">
        {user.organization && (
          <li>
            <span aria-current="true">
              {user.organization_name}
              <Check />
            </span>
          </li>
        )}
        {user.organizations
          .filter(({ id }) => id !== user.organization)
          .map(({ id, name }) => (
            <li key={id}>
              <SignInLink organization={id} returnTo="/dashboard">
                Switch to {name}
              </SignInLink>
            </li>
          ))}
        <li>
          <SignInLink prompt="select_organization" returnTo="/dashboard">
            Create an organization
          </SignInLink>
        </li>
      </ul>
      <ul>
        <li>
          <a href={accountUrl()}>Your account</a>
        </li>
        <li>
          <SignOutButton>Sign out</SignOutButton>
        </li>
      </ul>
    </UserMenu>
  )
}
