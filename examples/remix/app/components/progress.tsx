import { useNavigation } from '@remix-run/react'

/** A bar at the top of the window, while the next page is on its way. */
export function Progress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div className="progress" role="progressbar" aria-label="Loading" />
}
