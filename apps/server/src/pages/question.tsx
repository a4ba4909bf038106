import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import type { AccountFrame } from './account/layout.tsx'
import { Technical } from './layout.tsx'

export interface Question {
  title: string
  text?: string
  /** What it is about, where its name alone could be that of another. */
  technical?: string
  /** Markup below the text, such as those whom it is about, or a field. */
  details?: Child
  /** The label of the button that confirms. */
  button: string
  /** Default: `danger`. */
  look?: 'primary' | 'danger'
}

/** The question of an act that has nothing to add. */
export const ask = (title: string, text: string, button: string): Question => ({ title, text, button })

interface QuestionPageProps {
  frame: AccountFrame
  /** The page that the question belongs to, with its navigation. */
  PageLayout: FC<PropsWithChildren<{ title: string }>>
  question: Question
  /** The address and the fields of the form that asked. */
  action: string
  fields: readonly (readonly [name: string, value: string])[]
  /** The address for those who cancel. */
  back: string
}

/** Asks for confirmation before a removal. The form is sent again with the answer in it, so that it works without scripts. */
export const QuestionPage = ({ frame, PageLayout, question, action, fields, back }: QuestionPageProps) => (
  <PageLayout title={question.title}>
    {question.text && <p>{question.text}</p>}
    {question.technical && (
      <p class="hint">
        <Technical>{question.technical}</Technical>
      </p>
    )}
    <form method="post" action={action}>
      {question.details}
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <p class="answers">
        <button type="submit" name="confirm" value="yes" class={question.look ?? 'danger'}>
          {question.button}
        </button>
        <a href={back}>{frame.words.passkey.cancel}</a>
      </p>
    </form>
  </PageLayout>
)
