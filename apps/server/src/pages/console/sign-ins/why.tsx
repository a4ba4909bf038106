import type { Child } from 'hono/jsx'
import { ActForm } from '../../act-form.tsx'
import { Field, Problem, Sentence, Technical } from '../../layout.tsx'
import { Status } from '../../status.tsx'
import { Row, Rows } from '../../table.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { type Attempt, SignInAttempts } from './attempts.tsx'

/** A question that is answered with yes, no, or not for the reader's role (null). */
export interface Fact {
  question: string
  answer: boolean | null
  /** Whether the answer keeps someone from signing in. */
  isProblem: boolean
  /** What the answer means. `technical`: text in it that reads from left to right in every language. */
  lines: readonly { text: string; technical?: string }[]
  /** Acts that help, each a button of a form. */
  acts?: readonly { action: string; label: string }[]
  links?: readonly { path: string; label: string }[]
}

interface WhyPageProps {
  frame: ConsoleFrame
  /** What was typed, or the address that was checked. */
  address: string
  /** What is wrong with the address. */
  invalid?: string
  /** Why an act was refused. */
  problem?: string
  notice?: string | null
  check: { facts: readonly Fact[]; attempts: readonly Attempt[] } | null
}

/** Why someone can't sign in: facts about an address, each with the act that helps. */
export const WhyPage = ({ frame, address, invalid, problem, notice, check }: WhyPageProps) => {
  const words = frame.words.console.signIns
  return (
    <ConsoleLayout frame={frame} section="why" notice={notice}>
      <Problem id="why-problem" text={problem} />
      <p class="quiet">{words.intro}</p>
      <form method="get" action={`${frame.base}/admin/why`}>
        <Field
          name="address"
          type="email"
          label={frame.words.email.label}
          value={address}
          maxlength={254}
          problem={invalid}
          required
        />
        <button type="submit" class="secondary">
          {words.check}
        </button>
      </form>
      {check && (
        <>
          <section>
            <h2>
              <Sentence text={words.facts({ address })} technical={address} />
            </h2>
            <Rows>
              {check.facts.map((fact) => (
                <Row title={<FactTitle frame={frame} {...fact} />} hints={fact.lines.map(toLine)}>
                  <FactActs frame={frame} address={address} {...fact} />
                </Row>
              ))}
            </Rows>
          </section>
          <SignInAttempts frame={frame} attempts={check.attempts} />
        </>
      )}
    </ConsoleLayout>
  )
}

const FactActs = ({
  frame,
  address,
  acts = [],
  links = [],
}: Pick<Fact, 'acts' | 'links'> & { frame: ConsoleFrame; address: string }) => (
  <>
    {links.map(({ path, label }) => (
      <a href={`${frame.base}${path}`}>{label}</a>
    ))}
    {acts.length > 0 && (
      <ActForm
        action={`${frame.base}/admin/why?${new URLSearchParams({ address })}`}
        fields={{ address }}
        acts={acts.map(({ action, label }) => ({ act: action, label }))}
      />
    )}
  </>
)

const FactTitle = ({ frame, question, answer, isProblem }: Omit<Fact, 'acts' | 'links'> & { frame: ConsoleFrame }) => {
  const words = frame.words.console.signIns
  return (
    <>
      <strong>{question}</strong>{' '}
      <Status kind={isProblem ? 'bad' : answer === null ? 'neutral' : 'good'}>
        {answer === null ? words.hidden : answer ? words.yes : words.no}
      </Status>
    </>
  )
}

const toLine = ({ text, technical = '' }: Fact['lines'][number]): Child =>
  technical && !text.includes(technical) ? (
    <>
      {text} <Technical>{technical}</Technical>
    </>
  ) : (
    <Sentence text={text} technical={technical} />
  )
