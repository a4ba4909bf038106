import type { AuthMethod } from '../../../oidc/federation/connection.ts'
import { type Act, ActForm } from '../../act-form.tsx'
import { Code, Facts } from '../../facts.tsx'
import { type AttemptReport, ConnectionStatus, FederationAttempts } from '../../federation/attempts.tsx'
import { Problem } from '../../layout.tsx'
import type { List } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import type { ListedConnection } from './list.tsx'

interface ConnectionPageProps {
  frame: ConsoleFrame
  connection: ListedConnection & { clientId: string; authMethod: AuthMethod; createdAt: Date; activatedAt: Date | null }
  attempts: List<AttemptReport>
  /** Why an act was refused. */
  problem?: string | undefined
  /** What operators can do with it. */
  acts: readonly (Act | false)[]
}

/** The identity provider of an organization: how it does, and why sign-ins there failed. Its secret is on no page. */
export const ConnectionPage = ({ frame, connection, attempts, problem, acts }: ConnectionPageProps) => {
  const { console, federation, lists, org, activity } = frame.words
  const { organization, failures, lastSuccessAt, activatedAt } = connection
  const action = `${frame.base}/admin/connections/${connection.id}`
  return (
    <ConsoleLayout
      frame={frame}
      section="connections"
      title={organization.name}
      face={{ id: organization.id, kind: 'organization', name: organization.name }}
      status={<ConnectionStatus frame={frame} state={connection.state} />}
    >
      <Problem id="connection-problem" text={problem} />
      {failures > 0 && <p class="problem">{console.signIns.companyFailing({ count: failures })}</p>}
      <Facts
        facts={[
          [
            activity.filters.organization,
            <a href={`${frame.base}/admin/organizations/${organization.id}`}>{organization.name}</a>,
          ],
          [lists.sorts.name, connection.name],
          [lists.id, <Code copy={lists}>{connection.id}</Code>],
          [federation.issuer, <Code copy={lists}>{connection.issuer}</Code>],
          [<code dir="ltr">client_id</code>, <Code copy={lists}>{connection.clientId}</Code>],
          [<code dir="ltr">token_endpoint_auth_method</code>, <Code>{connection.authMethod}</Code>],
          connection.domains.length > 0 && [
            org.tabs.domains,
            connection.domains.map((domain) => <Code>{domain}</Code>),
          ],
          [lists.created, <Time frame={frame} at={connection.createdAt} />],
          activatedAt && [federation.states.active, <Time frame={frame} at={activatedAt} />],
          lastSuccessAt && [console.people.orders['last-sign-in'], <Time frame={frame} at={lastSuccessAt} />],
        ]}
      />
      {acts.some(Boolean) && <ActForm action={action} class="acts" acts={acts} />}
      <FederationAttempts
        frame={frame}
        attempts={attempts}
        hrefOf={({ reference }) => `${frame.base}/admin/connections/attempts/${reference}`}
      />
    </ConsoleLayout>
  )
}
