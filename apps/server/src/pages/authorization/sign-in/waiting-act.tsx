import type { Words } from '../../../words/index.ts'

/** What waits for a sign-in to a page of ours. */
export interface WaitingActProps {
  words: Words
  /** The label of a button, whose act goes on after the sign-in. */
  act?: string
  /** A form was sent that could not be kept. */
  formLost?: boolean
}

/** Says what somebody confirms for that it is them, or that they will have to fill in a form again. */
export const WaitingAct = ({ words, act, formLost }: WaitingActProps) =>
  act ? <p class="done">{words.kept.why({ act })}</p> : formLost ? <p class="problem">{words.kept.lost}</p> : null
