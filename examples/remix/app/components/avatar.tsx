import { useEffect, useRef, useState } from 'react'
import { initials } from '~/words'

/** A person's picture, or the initials of their name when there is none or it does not load. */
export function Avatar({ name, picture }: { name: string; picture?: string | null }) {
  const [failed, setFailed] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // It may have failed before the scripts of the page ran.
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true)
  }, [])
  if (!picture || failed)
    return (
      <span className="avatar" aria-hidden="true">
        {initials(name)}
      </span>
    )
  return (
    <img
      ref={image}
      className="avatar"
      src={picture}
      alt=""
      width={36}
      height={36}
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}
