import type { AccountFrame } from '../account/layout.tsx'
import { Layout } from '../layout.tsx'
import { namesOfRoles } from '../roles.ts'

interface InvitationPageProps {
  frame: AccountFrame
  action: string
  organization: string
  /** The sentence that says who sent the invitation, and to which organization. */
  invited: string
  roles: readonly string[]
}

/** What the link in an invitation shows to the invited person. */
export const InvitationPage = ({ frame, action, organization, invited, roles }: InvitationPageProps) => {
  const { words } = frame
  return (
    <Layout frame={frame} title={words.org.joinTitle({ organization })}>
      <p>{invited}</p>
      <p>
        {words.org.joinIntro({ address: frame.address })}{' '}
        {namesOfRoles(words, roles).map((name) => (
          <span class="tag">{name}</span>
        ))}
      </p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="accept" class="primary">
          {words.org.join}
        </button>
        <button type="submit" name="decision" value="decline" class="secondary">
          {words.termsStep.decline}
        </button>
      </form>
    </Layout>
  )
}

/** What the same link shows to anyone else. */
export const OtherInvitationPage = ({ frame, action }: { frame: AccountFrame; action: string }) => {
  const { words } = frame
  return (
    <Layout frame={frame} title={words.org.otherTitle}>
      <p>{words.org.otherIntro({ address: frame.address })}</p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="other" class="primary">
          {words.org.otherAccount}
        </button>
      </form>
    </Layout>
  )
}
