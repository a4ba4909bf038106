import Link from 'next/link'
import { Message } from '../../../components/message'
import { getSession } from '../../../lib/auth'

export default async function Forbidden() {
  const session = await getSession()
  return (
    <Message
      code="403"
      title="For owners only"
      text={`Ask an owner of ${session?.user.organization_name ?? 'your organization'} to open this page for you, or to change your role.`}
    >
      <Link className="button primary" href="/dashboard">
        Back to your notes
      </Link>
    </Message>
  )
}
