import { type Frame, Layout } from './layout.tsx'

export const HomePage = ({ frame, issuer }: { frame: Frame; issuer: string }) => (
  <Layout frame={frame} title={frame.words.home.title(frame.brand.name)}>
    <p>{frame.words.home.intro}</p>
    <dl class="details">
      <dt>{frame.words.home.issuer}</dt>
      <dd>
        <code>{issuer}</code>
      </dd>
      <dt>{frame.words.home.metadata}</dt>
      <dd>
        <a href={`${frame.base}/.well-known/openid-configuration`}>/.well-known/openid-configuration</a>
      </dd>
    </dl>
  </Layout>
)
