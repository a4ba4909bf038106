import type { ShownConsent } from '../../oidc/consent.ts'
import { ActForm, Menu } from '../act-form.tsx'
import {
  AccessNames,
  accessText,
  ConsentedAccess,
  calledItself,
  connectionName,
  throughIssuer,
} from '../connected-applications.tsx'
import { Radios } from '../fields.tsx'
import { Field, Form, Problem } from '../layout.tsx'
import { Status } from '../status.tsx'
import { type Column, type List, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface Connection {
  id: string
  userId: string
  person: string
  clientId: string
  clientName: string
  /** The issuer that connected it, if the member did not. */
  via?: string
  blocked?: boolean
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
  connections: List<Connection>
  /** What owners and admins decide; null for a member, who sees what they connected. */
  policy: {
    value: string
    rules: readonly ApplicationRule[]
    /** What was typed into a form that was refused. */
    typed: string
  } | null
}

/** The connected applications of an organization, and which ones may connect. */
export const ApplicationsPage = ({ frame, connections, policy }: ApplicationsPageProps) => {
  const { console, lists, org } = frame.words
  const words = org.connected
  return (
    <OrganizationLayout frame={frame} tab="applications">
      <p>{policy ? words.intro : words.ownIntro}</p>
      <Table
        frame={frame}
        {...connections}
        empty={words.none}
        label={org.tabs.applications}
        columns={[
          {
            head: org.application,
            width: 'wide',
            cell: (connection) => {
              const { title: name } = connectionName(connection)
              return (
                <NameCell
                  name={name}
                  detail={calledItself(frame, connection) ?? throughIssuer(frame, connection)}
                  face={{ id: connection.clientId, name, kind: 'application' }}
                />
              )
            },
          },
          {
            head: org.person,
            cell: ({ person }) => <bdi>{person}</bdi>,
            title: ({ person }) => person,
          },
          {
            head: console.applications.scopes,
            cell: ({ access }) => <AccessNames frame={frame} access={access} />,
            title: ({ access }) => accessText(frame, access),
          },
          { head: lists.columns.since, width: 'narrow', cell: ({ since }) => <Time frame={frame} at={since} /> },
          {
            head: lists.columns.lastUsed,
            width: 'narrow',
            cell: ({ usedAt }) => usedAt && <Time frame={frame} at={usedAt} />,
          },
        ]}
        acts={(connection) => <ConnectionMenu frame={frame} connection={connection} manages={policy !== null} />}
      />
      {policy && <PolicyForm frame={frame} value={policy.value} />}
      {policy && <ApplicationRules frame={frame} {...policy} />}
    </OrganizationLayout>
  )
}

interface ConnectionMenuProps {
  frame: OrganizationFrame
  connection: Connection
  manages: boolean
}

const ConnectionMenu = ({ frame, connection, manages }: ConnectionMenuProps) => {
  const { org, me, lists } = frame.words
  const { id, person, clientId } = connection
  const { title } = connectionName(connection)
  const about = `${title}, ${person}`
  const act = (path: string, label: string, fields: Record<string, string>, name = title) => (
    <ActForm action={organizationPath(frame, path)} fields={fields} label={label} about={name} look="danger" />
  )
  const blocked = clientId.startsWith('https://') ? title : clientId
  return (
    <Menu label={lists.actions} about={about}>
      <div class="details">
        <ConsentedAccess frame={frame} access={connection.access} />
      </div>
      {act('/applications/end', me.applications.revoke, { id }, about)}
      {manages && act('/applications/end-all', org.connected.endAll, { application: clientId })}
      {manages && act('/applications/block', org.connected.block, { application: blocked })}
    </Menu>
  )
}

const PolicyForm = ({ frame, value }: { frame: OrganizationFrame; value: string }) => {
  const words = frame.words.org.connected
  const choices = (['nobody', 'listed', 'any'] as const).map((name) => ({ value: name, label: words.policies[name] }))
  return (
    <>
      <h2>{words.policy}</h2>
      <Problem id="policy-problem" text={frame.problems.policy} />
      <Form action={organizationPath(frame, '/applications/policy')} submit={frame.words.me.save}>
        <Radios name="policy" legend={words.policyLegend} value={value} choices={choices} />
      </Form>
    </>
  )
}

function ruleColumns(frame: OrganizationFrame): Column<ApplicationRule>[] {
  const { org, me } = frame.words
  return [
    {
      head: org.application,
      width: 'wide',
      cell: ({ name, application }) => (
        <NameCell
          name={name}
          detail={name === application ? null : application}
          face={{ id: application, name, kind: 'application' }}
        />
      ),
    },
    {
      head: frame.words.lists.state,
      cell: ({ verdict }) => <Status kind={verdict === 'allowed' ? 'good' : 'bad'}>{org.connected[verdict]}</Status>,
    },
    {
      head: frame.words.lists.actions,
      cell: ({ name, application }) => (
        <ActForm
          action={organizationPath(frame, '/applications/unrule')}
          fields={{ application }}
          label={me.remove}
          about={name}
        />
      ),
    },
  ]
}

interface ApplicationRulesProps {
  frame: OrganizationFrame
  rules: readonly ApplicationRule[]
  typed: string
}

/** The applications for which the organization has a rule of its own. */
const ApplicationRules = ({ frame, rules, typed }: ApplicationRulesProps) => {
  const { org } = frame.words
  return (
    <>
      <h2>{org.connected.rules}</h2>
      <Table frame={frame} rows={rules} label={org.connected.rules} columns={ruleColumns(frame)} />
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
