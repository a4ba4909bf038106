import { Form, type Frame, Layout, Technical } from '../layout.tsx'

interface FirstOperatorPageProps {
  frame: Frame
  address: string
  secret: string
}

export const FirstOperatorPage = ({ frame, address, secret }: FirstOperatorPageProps) => (
  <Layout frame={frame} title="Become the first operator">
    <p>
      This server has no operator yet. <Technical>{address}</Technical> will be an administrator of the console, and can
      give roles to others. In production, the first operators are those whom <code>OPERATORS</code> names.
    </p>
    <Form action={`${frame.base}/dev/operator/${secret}`} submit="Become the first operator" />
    <p class="actions">
      <a href={`${frame.base}/logout`}>Use another account</a>
    </p>
  </Layout>
)
