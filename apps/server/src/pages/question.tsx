import type { AccountFrame } from './account/layout.tsx'
import { Layout } from './layout.tsx'

export interface Question {
  title: string
  text: string
  /** Of the button that does it. */
  button: string
}

interface QuestionPageProps {
  frame: AccountFrame
  question: Question
  /** Where the form goes that was sent, and what was in it. */
  action: string
  fields: readonly (readonly [name: string, value: string])[]
  /** Where nothing happens. */
  back: string
}

/** Asks before something is taken away. The same form once more, with the answer in it, so that it works without scripts. */
export const QuestionPage = ({ frame, question, action, fields, back }: QuestionPageProps) => (
  <Layout frame={frame} title={question.title}>
    <p>{question.text}</p>
    <form method="post" action={action}>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" name="confirm" value="yes" class="danger">
        {question.button}
      </button>
    </form>
    <p class="actions">
      <a href={back}>{frame.words.passkey.cancel}</a>
    </p>
  </Layout>
)
