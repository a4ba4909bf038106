import { type Frame, Layout } from '../layout.tsx'

/** Sends a request again that another site began, so that the browser proves that its session is bound to it. */
export const BouncePage = ({ frame, url }: { frame: Frame; url: string }) => (
  <Layout frame={frame} title={frame.words.bound.checkingTitle} refresh={{ seconds: 0, url }}>
    <p>{frame.words.bound.checking}</p>
    <p class="actions">
      <a class="button primary" href={url}>
        {frame.words.continue}
      </a>
    </p>
  </Layout>
)
