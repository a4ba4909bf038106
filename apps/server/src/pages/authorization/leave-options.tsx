import type { Words } from '../../words/index.ts'

/** Where the person is in a sign-in, and how they leave it. */
export interface LeaveOptionsProps {
  action: string
  /** Who is signed in, where they are asked anything. */
  address: string | null
  /** The page of the answer before this one. */
  back: string | null
  /** Whether the page itself has no button to leave by. */
  cancel: boolean
  /** The application to return to; null on the way to a page of ours. */
  application: string | null
}

/** At the foot of every page of a sign-in: who is signed in, a way on as somebody else, a way back and a way out. */
export const LeaveOptions = ({ words, leaveOptions }: { words: Words; leaveOptions: LeaveOptionsProps }) => {
  const { address, back, cancel, application } = leaveOptions
  if (!address && !back && !cancel) return null
  return (
    <div class="leave-options">
      {address && (
        <p>
          {words.account.intro} <bdi dir="ltr">{address}</bdi>
        </p>
      )}
      {back && <a href={back}>{words.account.back}</a>}
      <form method="post" action={leaveOptions.action}>
        {address && (
          <button type="submit" name="decision" value="other" class="link">
            {words.account.notYou}
          </button>
        )}
        {cancel && (
          <button type="submit" name="decision" value="cancel" class="link">
            {application === null ? words.passkey.cancel : words.manage.backTo({ application })}
          </button>
        )}
      </form>
    </div>
  )
}
