import { type ReactNode, useId, version } from 'react'

// React 18 has no name of its own for the attribute, and passes it on as it is.
const popoverTarget = version.startsWith('18.') ? 'popovertarget' : 'popoverTarget'

/** A button and what it opens. The browser closes it (Escape, a click elsewhere) and moves the focus, also without scripts. */
export function PopoverMenu({
  className,
  title,
  button,
  children,
}: {
  className: string
  /** What the button is for; its name is what it shows. */
  title: string
  button: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={className}>
      <button type="button" title={title} {...{ [popoverTarget]: id }}>
        {button}
      </button>
      <div id={id} {...{ popover: 'auto' }}>
        {children}
      </div>
    </div>
  )
}
