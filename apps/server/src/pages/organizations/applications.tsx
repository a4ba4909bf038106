import type { ShownConsent } from '../../oidc/consent.ts'
import { ActForm, Menu } from '../act-form.tsx'
import { ConsentedAccess, connectionName } from '../connected-applications.tsx'
import { Field, Form, Problem, Technical } from '../layout.tsx'
import { joinParts, Pager, Row, Rows } from '../table.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface Connection {
  id: string
  userId: string
  person: string
  clientId: string
  clientName: string
  access: ShownConsent
  since: Date
  usedAt: Date | null
}

interface ApplicationRule {
  /** A host, or the id of a client. */
  application: string
  /** The name of the client; without one, as in `application`. */
  name: string
  verdict: 'allowed' | 'blocked'
}

interface ApplicationsPageProps {
  frame: OrganizationFrame
  connections: readonly Connection[]
  next: string | null
  first: string | null
  /** What owners and admins decide; null for a member, who sees what they connected. */
  policy: {
    value: string
    rules: readonly ApplicationRule[]
    /** What was typed into a form that was refused. */
    typed: string
  } | null
}

/** The connected applications of an organization, and which ones may connect. */
export const ApplicationsPage = ({ frame, connections, next, first, policy }: ApplicationsPageProps) => {
  const words = frame.words.org.connected
  return (
    <OrganizationLayout frame={frame} tab="applications">
      <p>{policy ? words.intro : words.ownIntro}</p>
      {connections.length === 0 && <p class="quiet">{words.none}</p>}
      <Rows>
        {connections.map((connection) => (
          <ConnectionRow frame={frame} connection={connection} manages={policy !== null} />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
      {policy && <PolicyForm frame={frame} value={policy.value} />}
      {policy && <ApplicationRules frame={frame} {...policy} />}
    </OrganizationLayout>
  )
}

interface ConnectionRowProps {
  frame: OrganizationFrame
  connection: Connection
  manages: boolean
}

const ConnectionRow = ({ frame, connection, manages }: ConnectionRowProps) => {
  const { org, me, lists } = frame.words
  const { id, person, clientId, since, usedAt } = connection
  const { title, calledItself } = connectionName(connection)
  const about = `${title}, ${person}`
  return (
    <Row
      title={
        <strong>
          <Technical>{title}</Technical>
        </strong>
      }
      hints={[
        <bdi>{person}</bdi>,
        calledItself && (
          <>
            {frame.words.agents.callsItself}: <bdi>{calledItself}</bdi>
          </>
        ),
        joinParts(
          me.applications.since({ date: frame.date(since) }),
          usedAt && me.sessions.seen({ date: frame.date(usedAt) }),
        ),
      ]}
      details={<ConsentedAccess frame={frame} access={connection.access} />}
    >
      <Menu label={lists.actions} about={about}>
        <ActForm
          action={organizationPath(frame, '/applications/end')}
          fields={{ id }}
          label={me.applications.revoke}
          about={about}
          look="danger"
        />
        {manages && (
          <ActForm
            action={organizationPath(frame, '/applications/end-all')}
            fields={{ application: clientId }}
            label={org.connected.endAll}
            about={title}
            look="danger"
          />
        )}
        {manages && (
          <ActForm
            action={organizationPath(frame, '/applications/block')}
            fields={{ application: clientId.startsWith('https://') ? title : clientId }}
            label={org.connected.block}
            about={title}
            look="danger"
          />
        )}
      </Menu>
    </Row>
  )
}

const PolicyForm = ({ frame, value }: { frame: OrganizationFrame; value: string }) => {
  const words = frame.words.org.connected
  const choices = (['nobody', 'listed', 'any'] as const).map((name) => [name, words.policies[name]] as const)
  return (
    <>
      <h2>{words.policy}</h2>
      <Problem id="policy-problem" text={frame.problems.policy} />
      <Form action={organizationPath(frame, '/applications/policy')} submit={frame.words.me.save}>
        <fieldset>
          <legend>{words.policyLegend}</legend>
          {choices.map(([name, label]) => (
            <label class="choice">
              <input type="radio" name="policy" value={name} checked={name === value} required />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      </Form>
    </>
  )
}

interface ApplicationRulesProps {
  frame: OrganizationFrame
  rules: readonly ApplicationRule[]
  typed: string
}

/** The applications for which the organization has a rule of its own. */
const ApplicationRules = ({ frame, rules, typed }: ApplicationRulesProps) => {
  const { org, me } = frame.words
  return (
    <>
      <h2>{org.connected.rules}</h2>
      <Rows>
        {rules.map(({ application, name, verdict }) => (
          <Row
            title={<Technical>{name}</Technical>}
            tags={[org.connected[verdict]]}
            hints={[name !== application && <Technical>{application}</Technical>]}
          >
            <ActForm
              action={organizationPath(frame, '/applications/unrule')}
              fields={{ application }}
              label={me.remove}
              about={name}
            />
          </Row>
        ))}
      </Rows>
      <Form action={organizationPath(frame, '/applications/allow')}>
        <Field
          name="application"
          label={org.connected.application}
          hint="claude.ai"
          value={typed}
          maxlength={512}
          required
          problem={frame.problems.application}
        />
        <p class="answers">
          <button type="submit" class="secondary">
            {org.connected.allow}
          </button>
          <button type="submit" class="secondary" formaction={organizationPath(frame, '/applications/block')}>
            {org.connected.block}
          </button>
        </p>
      </Form>
    </>
  )
}
