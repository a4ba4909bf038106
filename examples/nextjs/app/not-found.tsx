import Link from 'next/link'
import { Message } from '../components/message'

export const metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <Message code="404" title="This page does not exist" text="The address may be mistyped, or what was here is gone.">
      <Link className="button primary" href="/">
        Back to the start
      </Link>
    </Message>
  )
}
