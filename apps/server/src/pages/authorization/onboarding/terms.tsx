import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { type Frame, Layout, Problem, Sentence } from '../../layout.tsx'

/** The operator's terms. `html` comes from their Markdown, with every tag escaped. */
export const TermsTextPage = ({ frame, version, html }: { frame: Frame; version: string; html: string }) => (
  <Layout frame={frame} title={frame.words.terms}>
    <p class="quiet">
      <Version frame={frame} version={version} />
    </p>
    <div class="prose">{raw(html)}</div>
  </Layout>
)

interface AnswerFormProps {
  frame: Frame
  action: string
  version: string
  problem?: string
  /** Another answer, below the button that accepts. */
  later?: Child
  children?: Child
}

export const TermsPage = ({ url, ...props }: Omit<AnswerFormProps, 'later' | 'children'> & { url: string }) => {
  const { frame, version } = props
  const words = frame.words.termsStep
  return (
    <Layout frame={frame} title={words.title} scripts={['forms']}>
      <p>{words.intro({ brand: frame.brand.instanceName })}</p>
      <p>
        <a href={url} target="_blank" rel="noopener">
          {words.read}
        </a>{' '}
        <span class="hint">
          <Version frame={frame} version={version} />
        </span>
      </p>
      <AnswerForm {...props} />
    </Layout>
  )
}

interface OrganizationTermsStepProps extends Omit<AnswerFormProps, 'later' | 'children'> {
  /** Whose terms they are. */
  organization: string
  /** The text, rendered as that of strangers. */
  html: string
  /** Until when they may be put off; null if they may not. */
  until: string | null
  /** The page on which another organization can be chosen. */
  others: string | null
}

export const OrganizationTermsStepPage = (props: OrganizationTermsStepProps) => {
  const { organization, html, until, others, ...form } = props
  const { frame, version } = form
  const words = frame.words.termsStep
  const title = words.organizationTitle({ organization })
  const later = until && (
    <>
      <p class="hint">{words.laterUntil({ date: until })}</p>
      <button type="submit" name="decision" value="later" class="secondary" formnovalidate>
        {frame.words.passkey.later}
      </button>
    </>
  )
  return (
    <Layout frame={frame} title={title} scripts={['forms']}>
      <p>{words.organizationIntro({ organization, brand: frame.brand.instanceName })}</p>
      <p class="hint">
        <Version frame={frame} version={version} />
      </p>
      <section class="prose scrolling" dir="auto" tabindex={0} aria-label={title}>
        {raw(html)}
      </section>
      <AnswerForm {...form} later={later}>
        {others && <a href={others}>{words.otherOrganization}</a>}
      </AnswerForm>
    </Layout>
  )
}

const Version = ({ frame, version }: { frame: Frame; version: string }) => (
  <Sentence text={frame.words.termsStep.version({ version })} technical={version} />
)

/** Accepts or declines the version that was shown. */
const AnswerForm = ({ frame, action, version, problem, later, children }: AnswerFormProps) => {
  const words = frame.words.termsStep
  return (
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
      {later}
      <button type="submit" name="decision" value="decline" class="secondary" formnovalidate>
        {words.decline}
      </button>
      {children}
    </form>
  )
}
