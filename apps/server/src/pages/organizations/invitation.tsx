import type { AccountFrame } from '../account/account.tsx'
import { Layout } from '../layout.tsx'

interface InvitationPageProps {
  around: AccountFrame
  action: string
  organization: string
  /** Who invites whom to what. */
  invited: string
  roles: readonly string[]
}

export const InvitationPage = ({ around, action, organization, invited, roles }: InvitationPageProps) => {
  const { words } = around.frame
  return (
    <Layout frame={around.frame} title={words.org.joinTitle(organization)}>
      <p>{invited}</p>
      <p>
        {words.org.joinIntro(around.address)}{' '}
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

export const OtherInvitationPage = ({ around, action }: { around: AccountFrame; action: string }) => {
  const { words } = around.frame
  return (
    <Layout frame={around.frame} title={words.org.otherTitle}>
      <p>{words.org.otherIntro(around.address)}</p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="other" class="primary">
          {words.org.otherAccount}
        </button>
      </form>
    </Layout>
  )
}
