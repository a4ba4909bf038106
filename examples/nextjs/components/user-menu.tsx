'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Avatar } from './avatar'
import { Chevron } from './icons'

/** The menu is a `<details>`: it opens without scripts. With them, Escape and a click elsewhere close it. */
export function UserMenu({ name, picture, children }: { name: string; picture: string | null; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = () => menu.current?.removeAttribute('open')
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return
      close()
      menu.current.querySelector('summary')?.focus()
    }
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onClick)
    }
  }, [])
  return (
    // It may be open before the scripts are there.
    <details className="menu" ref={menu} suppressHydrationWarning>
      <summary>
        <Avatar name={name} picture={picture} />
        <span className="menu-name">{name}</span>
        <span className="unseen">Your menu</span>
        <Chevron />
      </summary>
      <div className="menu-sheet">{children}</div>
    </details>
  )
}
