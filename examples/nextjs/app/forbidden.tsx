import Link from 'next/link'
import { Message } from '../components/message'
import { getSession } from '../lib/auth'

/** 403: the page is for owners and admins. Billing has its own. */
export default async function Forbidden() {
  const session = await getSession()
  return (
    <Message
      code="403"
      title="For owners and admins only"
      text={`Ask an owner or an admin of ${session?.user.organization_name ?? 'your organization'} to do this for you, or to change your role.`}
    >
      <Link className="button primary" href="/dashboard">
        Back to your notes
      </Link>
    </Message>
  )
}
