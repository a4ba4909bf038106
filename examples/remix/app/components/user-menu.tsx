import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Avatar } from '~/components/avatar'
import { Check, Chevron } from '~/components/icons'
import type { Visitor } from '~/root'

const signIn = (parameters: Record<string, string>) =>
  `/auth/login?${new URLSearchParams({ returnTo: '/dashboard', ...parameters })}`

/** Works without scripts. Where they run, Escape, a click elsewhere and the next page close it. */
export function UserMenu({ visitor, issuer }: { visitor: Visitor; issuer: string }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()

  const shown = useRef(key)
  useEffect(() => {
    // Not on the first page: a person may have opened it before its scripts ran.
    if (shown.current !== key) menu.current?.removeAttribute('open')
    shown.current = key
  }, [key])
  useEffect(() => {
    const closeOnClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) menu.current?.removeAttribute('open')
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('click', closeOnClick)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('click', closeOnClick)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [])

  const { name, email, picture, organization, organizations } = visitor
  return (
    <details className="menu" ref={menu} suppressHydrationWarning>
      <summary>
        <Avatar name={name} picture={picture} />
        <span className="menu-name">{name}</span>
        <span className="unseen">Your menu</span>
        <Chevron />
      </summary>
      <div className="menu-sheet">
        <p className="menu-person">
          <strong>{name}</strong>
          <span>{email}</span>
        </p>
        <p className="menu-title" id="menu-organizations">
          Organizations
        </p>
        <ul aria-labelledby="menu-organizations">
          {organizations.map(({ id, name: other }) => (
            <li key={id}>
              {id === organization ? (
                <span aria-current="true">
                  {other}
                  <Check />
                </span>
              ) : (
                <a href={signIn({ organization: id })}>Switch to {other}</a>
              )}
            </li>
          ))}
          <li>
            <a href={signIn({ prompt: 'select_organization' })}>Create an organization</a>
          </li>
        </ul>
        <ul>
          <li>
            <a href={`${issuer}/account`}>Your account</a>
          </li>
          <li>
            <form method="post" action="/auth/logout">
              <button type="submit">Sign out</button>
            </form>
          </li>
        </ul>
      </div>
    </details>
  )
}
