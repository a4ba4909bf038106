'use client'

import Link from 'next/link'
import { Message } from '../components/message'

/** What a page shows if it fails. The server has logged why. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <Message
      code="Error"
      title="Something went wrong"
      text="Nothing was lost. Try again, and tell us if it happens once more."
    >
      <button className="button primary" type="button" onClick={reset}>
        Try again
      </button>
      <Link className="button" href="/">
        Back to the start
      </Link>
    </Message>
  )
}
