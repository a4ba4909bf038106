import { type Frame, Layout } from './layout.tsx'

/** A page with a message and nothing to do. */
export const NoticePage = ({ frame, title, text }: { frame: Frame; title: string; text: string }) => (
  <Layout frame={frame} title={title}>
    <p>{text}</p>
  </Layout>
)
