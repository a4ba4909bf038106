import { type Frame, Layout } from '../../layout.tsx'

export const AccountChoicePage = ({ frame, action, address }: { frame: Frame; action: string; address: string }) => {
  const words = frame.words.account
  return (
    <Layout frame={frame} title={words.title}>
      <p>
        {words.intro} <strong>{address}</strong>
      </p>
      <form method="post" action={action}>
        <button type="submit" name="decision" value="keep" class="primary">
          {words.keep({ address })}
        </button>
        <button type="submit" name="decision" value="other" class="secondary">
          {words.other}
        </button>
      </form>
    </Layout>
  )
}
