import { Form, type Frame, Layout } from '../../layout.tsx'
import { CanMakePasskeys, passkeyScript } from '../passkey-form.tsx'

export const LinkButtonPage = ({ frame, action, passkeys }: { frame: Frame; action: string; passkeys: boolean }) => {
  const words = frame.words.link
  return (
    <Layout frame={frame} title={words.title} scripts={passkeys ? [passkeyScript] : []}>
      <p>{words.intro}</p>
      <Form action={action} submit={words.button}>
        <CanMakePasskeys />
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
