import type { AccountFrame } from '../account/account.tsx'
import { Layout } from '../layout.tsx'

interface InvitationPageProps {
  frame: AccountFrame
  action: string
  organization: string
  /** Who invites whom to what. */
  invited: string
  roles: readonly string[]
}

export const InvitationPage = ({ frame, action, organization, invited, roles }: InvitationPageProps) => {
  const { words } = frame
  return (
    <Layout frame={frame} title={words.org.joinTitle(organization)}>
      <p>{invited}</p>
      <p>
        {words.org.joinIntro(frame.address)}{' '}
        {roles.map((role) => (
          <span class="tag">{words.roles[role] ?? role}</span>
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

export const OtherInvitationPage = ({ frame, action }: { frame: AccountFrame; action: string }) => {
  const { words } = frame
  return (
    <Layout frame={frame} title={words.org.otherTitle}>
      <p>{words.org.otherIntro(frame.address)}</p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="other" class="primary">
          {words.org.otherAccount}
        </button>
      </form>
    </Layout>
  )
}
