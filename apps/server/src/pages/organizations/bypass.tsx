import { Form, type Frame, Layout } from '../layout.tsx'

interface BypassPageProps {
  frame: Frame
  action: string
  organization: string
}

/** What an owner is told before they open the settings of company sign-in without it. */
export const BypassPage = ({ frame, action, organization }: BypassPageProps) => {
  const words = frame.words.company
  return (
    <Layout frame={frame} title={words.bypassTitle}>
      <p>{words.bypassText({ organization })}</p>
      <Form action={action} submit={words.openSettings} />
    </Layout>
  )
}
