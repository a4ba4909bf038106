import { type Frame, Layout, Problem } from '../../layout.tsx'

interface InvitationOnlyPageProps {
  frame: Frame
  action: string
  application: string
  /** The address to invite. */
  address: string
  /** Further information, such as a pending request to join. */
  notes: readonly string[]
  problem?: string
}

/** Shown to a person without an organization where nobody may create one: how to be invited, and how to leave. */
export const InvitationOnlyPage = ({
  frame,
  action,
  application,
  address,
  notes,
  problem,
}: InvitationOnlyPageProps) => {
  const { words } = frame
  return (
    <Layout frame={frame} title={words.manage.invitationOnlyTitle}>
      <p>{words.manage.invitationOnly({ application, address })}</p>
      {notes.map((note) => (
        <p class="done" role="status">
          {note}
        </p>
      ))}
      <Problem id="organization-problem" text={problem} />
      <form method="post" action={action}>
        <button type="submit" name="decision" value="other" class="primary">
          {words.org.otherAccount}
        </button>
        <button type="submit" name="decision" value="back" class="secondary">
          {words.manage.backTo({ application })}
        </button>
      </form>
    </Layout>
  )
}
