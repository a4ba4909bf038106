import { type Frame, Layout, Problem, Sentence } from '../../layout.tsx'

interface TermsPageProps {
  frame: Frame
  action: string
  version: string
  url: string
  problem?: string
}

export const TermsPage = ({ frame, action, version, url, problem }: TermsPageProps) => {
  const words = frame.words.termsStep
  return (
    <Layout frame={frame} title={words.title} scripts={['forms']}>
      <p>{words.intro({ brand: frame.brand.instanceName })}</p>
      <p>
        <a href={url} target="_blank" rel="noopener">
          {words.read}
        </a>{' '}
        <span class="hint">
          <Sentence text={words.version({ version })} technical={version} />
        </span>
      </p>
      <form method="post" action={action} novalidate>
        <input type="hidden" name="version" value={version} />
        <label class="choice">
          <input
            type="checkbox"
            name="accept_terms"
            value="yes"
            required
            aria-describedby={problem ? 'accept_terms-problem' : undefined}
          />
          <span>{words.accept}</span>
        </label>
        <Problem id="accept_terms-problem" text={problem} />
        <button type="submit" class="primary">
          {frame.words.continue}
        </button>
        <button type="submit" name="decision" value="decline" class="secondary" formnovalidate>
          {words.decline}
        </button>
      </form>
    </Layout>
  )
}
