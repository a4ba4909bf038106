import { Form, type Frame, Layout } from '../../layout.tsx'
import { BrowserFields, signInScript } from '../passkey-form.tsx'

export const LinkButtonPage = ({ frame, action }: { frame: Frame; action: string }) => {
  const words = frame.words.link
  return (
    <Layout frame={frame} title={words.title} scripts={[signInScript]}>
      <p>{words.intro}</p>
      <Form action={action} submit={words.button}>
        <BrowserFields />
      </Form>
    </Layout>
  )
}

export const LinkCodePage = ({ frame, code }: { frame: Frame; code: string }) => {
  const words = frame.words.link
  return (
    <Layout frame={frame} title={words.elsewhereTitle}>
      <p>{words.elsewhere}</p>
      <p class="shown-code" translate="no">
        {code}
      </p>
      <p class="quiet">{words.warning}</p>
    </Layout>
  )
}
