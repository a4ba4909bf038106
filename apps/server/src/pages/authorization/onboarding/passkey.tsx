import { type Frame, Layout } from '../../layout.tsx'
import { createPasskeyScript, PasskeyForm, type PasskeyFormTarget } from '../passkey-form.tsx'

export const OfferPasskeyPage = ({
  frame,
  place,
  action,
}: {
  frame: Frame
  place: PasskeyFormTarget
  action: string
}) => {
  const words = frame.words.passkey
  return (
    <Layout frame={frame} title={words.offerTitle} scripts={[createPasskeyScript]}>
      <p>{words.offerIntro}</p>
      <PasskeyForm words={frame.words} place={place} label={words.create} create primary />
      <form method="post" action={action} class="below">
        <button type="submit" name="decision" value="later" class="secondary">
          {words.later}
        </button>
      </form>
    </Layout>
  )
}
