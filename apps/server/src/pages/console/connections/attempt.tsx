import { Code, Facts } from '../../facts.tsx'
import { AttemptOutcome, type AttemptReport, FederationChecks, type ReportedCheck } from '../../federation/attempts.tsx'
import { Time } from '../../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

interface AttemptPageProps {
  frame: ConsoleFrame
  attempt: AttemptReport & { social: string | null; checks: readonly ReportedCheck[] }
  /** Null for social sign-in. */
  connection: { id: string; organization: string } | null
}

/** A sign-in at an identity provider, with every check. Somebody read its reference to their support. */
export const AttemptPage = ({ frame, attempt, connection }: AttemptPageProps) => {
  const { federation, lists, activity } = frame.words
  const { reference, purpose, createdAt, social, checks } = attempt
  return (
    <ConsoleLayout frame={frame} section="connections" title={federation.attempt({ reference })}>
      <Facts
        facts={[
          connection && [
            activity.filters.organization,
            <a href={`${frame.base}/admin/connections/${connection.id}`}>{connection.organization}</a>,
          ],
          social && [federation.issuer, <Code>{social}</Code>],
          purpose !== 'sign-in' && [lists.columns.method, federation.purposes[purpose]],
          [lists.columns.time, <Time frame={frame} at={createdAt} seconds />],
          [lists.state, <AttemptOutcome frame={frame} attempt={attempt} />],
        ]}
      />
      <FederationChecks frame={frame} checks={checks} />
    </ConsoleLayout>
  )
}
