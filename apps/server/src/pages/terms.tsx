import { raw } from 'hono/html'
import { type Frame, Layout, Sentence } from './layout.tsx'

/** The operator's terms. `html` comes from their Markdown, with every tag escaped. */
export const TermsTextPage = ({ frame, version, html }: { frame: Frame; version: string; html: string }) => (
  <Layout frame={frame} title={frame.words.terms}>
    <p class="quiet">
      <Sentence text={frame.words.termsStep.version({ version })} technical={version} />
    </p>
    <div class="prose">{raw(html)}</div>
  </Layout>
)
