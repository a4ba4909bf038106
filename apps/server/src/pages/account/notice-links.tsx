import { Form, type Frame, Layout } from '../layout.tsx'

interface LinkPageProps {
  frame: Frame
  title: string
  text: string
  action: string
  submit: string
}

/** What the link in a mail leads to: one button, and nothing happens before it is pressed. */
export const LinkActionPage = ({ frame, title, text, action, submit }: LinkPageProps) => (
  <Layout frame={frame} title={title}>
    <p>{text}</p>
    <Form action={action} submit={submit} />
  </Layout>
)

interface DonePageProps {
  frame: Frame
  title: string
  text: string
}

/** Says what was done, with a link to the account. */
export const LinkDonePage = ({ frame, title, text }: DonePageProps) => (
  <Layout frame={frame} title={title}>
    <p>{text}</p>
    <p>
      <a href={`${frame.base}/account`}>{frame.words.me.title}</a>
    </p>
  </Layout>
)
