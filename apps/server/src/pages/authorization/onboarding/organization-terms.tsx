import { raw } from 'hono/html'
import { type Frame, Layout, Problem, Sentence } from '../../layout.tsx'

interface OrganizationTermsStepProps {
  frame: Frame
  action: string
  /** Whose terms they are. */
  organization: string
  version: string
  /** The text, rendered as that of strangers. */
  html: string
  /** Until when they may be put off; null if they may not. */
  until: string | null
  /** The page on which another organization can be chosen. */
  others: string | null
  problem?: string
}

export const OrganizationTermsStepPage = (props: OrganizationTermsStepProps) => {
  const { frame, organization, version, html } = props
  const words = frame.words.termsStep
  const title = words.organizationTitle({ organization })
  return (
    <Layout frame={frame} title={title} scripts={['forms']}>
      <p>{words.organizationIntro({ organization, brand: frame.brand.instanceName })}</p>
      <p class="hint">
        <Sentence text={words.version({ version })} technical={version} />
      </p>
      <section class="prose scrolling" dir="auto" tabindex={0} aria-label={title}>
        {raw(html)}
      </section>
      <AnswerForm {...props} />
    </Layout>
  )
}

const AnswerForm = ({ frame, action, version, until, others, problem }: OrganizationTermsStepProps) => {
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
      {until && <p class="hint">{words.laterUntil({ date: until })}</p>}
      {until && (
        <button type="submit" name="decision" value="later" class="secondary" formnovalidate>
          {frame.words.passkey.later}
        </button>
      )}
      <button type="submit" name="decision" value="decline" class="secondary" formnovalidate>
        {words.decline}
      </button>
      {others && <a href={others}>{words.otherOrganization}</a>}
    </form>
  )
}
