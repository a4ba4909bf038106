import { Facts } from '../facts.tsx'
import { type Frame, Layout } from '../layout.tsx'

interface KeptFormPageProps {
  frame: Frame
  /** The label of the button that was pressed. */
  act: string
  fields: readonly (readonly [label: string, value: string])[]
  /** The addresses that go on, and that forget the form. */
  action: string
  discardAction: string
}

/** What a form says that waited for its person to confirm that it is them. Nothing is done before its button is pressed. */
export const KeptFormPage = ({ frame, act, fields, action, discardAction }: KeptFormPageProps) => {
  const words = frame.words.kept
  return (
    <Layout frame={frame} title={words.title({ act })}>
      <p>{words.intro}</p>
      <Facts facts={fields.map(([label, value]) => [<bdi>{label}</bdi>, <bdi dir="auto">{value}</bdi>])} />
      <form method="post" action={action}>
        <p class="answers">
          <button type="submit" class="primary">
            {act}
          </button>
          <button type="submit" class="link" formaction={discardAction}>
            {words.discard}
          </button>
        </p>
      </form>
    </Layout>
  )
}
