import type { AccountFrame } from '../account/layout.tsx'
import { Field, Form, Layout } from '../layout.tsx'
import { SignedInAs } from './signed-in-as.tsx'

interface DeviceCodePageProps {
  frame: AccountFrame
  action: string
  /** What a link filled in, or what was typed. */
  code: string
  problem?: string
}

/** The person types the code that their device shows. A link only fills it in. */
export const DeviceCodePage = ({ frame, action, code, problem }: DeviceCodePageProps) => {
  const words = frame.words.device
  return (
    <Layout frame={frame} title={words.title} scripts={['forms']}>
      <p>{words.intro}</p>
      <Form action={action} submit={frame.words.continue}>
        <Field
          name="user_code"
          label={words.code}
          value={code}
          class="code"
          maxlength={64}
          autofocus
          required
          problem={problem}
        />
      </Form>
      <SignedInAs frame={frame} />
    </Layout>
  )
}
