import type { ReactNode } from 'react'
import { AuthState } from './auth-state'
import { PopoverMenu } from './popover-menu'
import { UserAvatar } from './user-avatar'

/**
 * The signed-in person, and a menu: the items that you put into it (`<li>`), the account at the provider, and the sign-out, which
 * is a form because a logout is a POST request.
 */
export const UserButton = ({
  accountUrl,
  basePath = '/auth',
  children,
}: {
  /** The page of the provider: `${VESTIBULE_ISSUER}/account`. */
  accountUrl?: string
  basePath?: string
  children?: ReactNode
}) => (
  <AuthState>
    {(session) => {
      if (!session) return null
      const { name, email, sub, picture } = session.user
      const shownName = name ?? email ?? sub
      const button = (
        <>
          <UserAvatar name={shownName} picture={picture} />
          <span>{shownName}</span>
        </>
      )
      return (
        <PopoverMenu className="user-button" title="Your menu" button={button}>
          <p>
            <strong>{shownName}</strong>
            <span>{email}</span>
          </p>
          <ul>
            {children}
            {accountUrl && (
              <li>
                <a href={accountUrl}>Your account</a>
              </li>
            )}
            <li>
              <form method="post" action={`${basePath}/logout`}>
                <button type="submit">Sign out</button>
              </form>
            </li>
          </ul>
        </PopoverMenu>
      )
    }}
  </AuthState>
)
