'use client'

import { useState } from 'react'
import { initialsOf } from '../lib/words'

/** The picture of a person, or their initials if there is none or it cannot be loaded. */
export function Avatar({ name, picture }: { name: string; picture?: string | null }) {
  const [failed, setFailed] = useState(false)
  if (!picture || failed)
    return (
      <span className="avatar" aria-hidden="true">
        {initialsOf(name)}
      </span>
    )
  return (
    // biome-ignore lint/performance/noImgElement: the picture comes from the provider, at its final size
    <img
      className="avatar"
      src={picture}
      alt=""
      width="36"
      height="36"
      referrerPolicy="no-referrer"
      // It may have failed before this script was there.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(true)
      }}
      onError={() => setFailed(true)}
    />
  )
}
