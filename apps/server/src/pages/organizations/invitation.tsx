import type { AccountFrame } from '../account/layout.tsx'
import { ActForm } from '../act-form.tsx'
import { Layout } from '../layout.tsx'
import { namesOfRoles } from '../roles.ts'
import { Tag } from '../status.tsx'

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
          <Tag>{name}</Tag>
        ))}
      </p>
      <ActForm
        action={action}
        name="decision"
        acts={[
          { act: 'accept', label: words.org.join, look: 'primary' },
          { act: 'decline', label: words.termsStep.decline },
        ]}
      />
    </Layout>
  )
}

/** What the same link shows to anyone else. */
export const OtherInvitationPage = ({ frame, action }: { frame: AccountFrame; action: string }) => {
  const { words } = frame
  return (
    <Layout frame={frame} title={words.org.otherTitle}>
      <p>{words.org.otherIntro({ address: frame.address })}</p>
      <ActForm action={action} name="decision" act="other" label={words.org.otherAccount} look="primary" />
    </Layout>
  )
}
