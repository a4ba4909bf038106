import { raw } from 'hono/html'
import { type Frame, Layout } from './layout.tsx'

/** The operator's own terms. `html` was made from their Markdown with every tag escaped. */
export const TermsTextPage = ({ frame, version, html }: { frame: Frame; version: string; html: string }) => (
  <Layout frame={frame} title={frame.words.terms}>
    <p class="quiet">{frame.words.termsStep.version(version)}</p>
    <div class="prose">{raw(html)}</div>
  </Layout>
)
