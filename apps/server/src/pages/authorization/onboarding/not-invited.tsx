import { type Frame, Layout } from '../../layout.tsx'

interface NotInvitedPageProps {
  frame: Frame
  action: string
  /** What was created. */
  organization: string
  addresses: readonly string[]
}

/** Shown after an organization was created, to say who of its first invitations could not be sent. */
export const NotInvitedPage = ({ frame, action, organization, addresses }: NotInvitedPageProps) => {
  const { words } = frame
  return (
    <Layout frame={frame} title={organization}>
      <p role="status">{words.organization.notInvited({ addresses: addresses.join(', ') })}</p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="go-on" class="primary">
          {words.continue}
        </button>
      </form>
    </Layout>
  )
}
