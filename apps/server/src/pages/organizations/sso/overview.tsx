import type { ConnectionState, Provider } from '../../../oidc/federation/connection.ts'
import type { SsoPolicy } from '../../../oidc/organization-rules.ts'
import { ActForm } from '../../act-form.tsx'
import { Radios } from '../../fields.tsx'
import { Field, Problem } from '../../layout.tsx'
import { Status } from '../../status.tsx'
import { type Column, EmptyState, joinParts, Lines, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../layout.tsx'
import { SetupLinks, type SetupLinksProps } from './setup-links.tsx'

/** A connection as a list shows it. */
export interface ListedConnection {
  id: string
  name: string
  provider: Provider
  state: ConnectionState
  domains: readonly string[]
  /** The name of the connection that it will replace. */
  replaces: string | null
  lastSuccessAt: Date | null
}

interface OverviewProps {
  frame: OrganizationFrame
  connections: readonly ListedConnection[]
  rules: RulesProps['rules']
  links: Omit<SetupLinksProps, 'frame'>
  /** Admins look; owners decide. */
  isOwner: boolean
}

export const stateKinds = {
  draft: 'neutral',
  tested: 'neutral',
  active: 'good',
  failing: 'bad',
  disabled: 'neutral',
} as const satisfies Record<ConnectionState, 'good' | 'bad' | 'neutral'>

/** The identity providers of an organization, its rules for sign-in, and the links for who sets them up. */
export const SsoPage = ({ frame, connections, rules, links, isOwner }: OverviewProps) => {
  const { sso } = frame.words
  return (
    <OrganizationLayout frame={frame} tab="sso">
      <p>{sso.intro}</p>
      <Problem id="sso-problem" text={frame.problems.passkey ?? frame.problems.connection} />
      <ConnectionTable frame={frame} connections={connections} mayAdd={isOwner} />
      <Rules frame={frame} rules={rules} isOwner={isOwner} />
      {isOwner && <SetupLinks frame={frame} {...links} />}
    </OrganizationLayout>
  )
}

const ConnectionTable = ({
  frame,
  connections,
  mayAdd,
}: Pick<OverviewProps, 'frame' | 'connections'> & { mayAdd: boolean }) => {
  const { sso, lists, federation, org } = frame.words
  const columns: Column<ListedConnection>[] = [
    {
      head: sso.provider,
      cell: ({ id, name, provider }) => (
        <NameCell name={name} href={organizationPath(frame, `/sso/${id}`)} detail={sso.providers[provider]} />
      ),
    },
    {
      head: org.tabs.domains,
      cell: ({ domains, replaces }) =>
        replaces === null ? (
          domains.length > 0 && <Lines text={<bdi>{domains.join(', ')}</bdi>} />
        ) : (
          <Lines text={sso.replaces({ name: replaces })} />
        ),
    },
    {
      head: lists.state,
      width: 'narrow',
      cell: ({ state }) => <Status kind={stateKinds[state]}>{federation.states[state]}</Status>,
    },
    {
      head: lists.columns.lastUsed,
      width: 'narrow',
      cell: ({ lastSuccessAt }) => lastSuccessAt && <Time frame={frame} at={lastSuccessAt} />,
    },
  ]
  const add = mayAdd && (
    <a class="button primary" href={organizationPath(frame, '/sso/new')}>
      {sso.add}
    </a>
  )
  return (
    <Table
      frame={frame}
      rows={connections}
      columns={columns}
      label={sso.provider}
      listActs={connections.length > 0 && add}
      empty={<EmptyState text={sso.none}>{add}</EmptyState>}
    />
  )
}

interface RulesProps {
  frame: OrganizationFrame
  rules: {
    policy: SsoPolicy
    /** Members who have never signed in by an identity provider of the organization. */
    withoutIdentity: number
    networks: string
  }
  isOwner: boolean
}

/** What the organization asks of every sign-in that acts for it. */
const Rules = ({ frame, rules, isOwner }: RulesProps) => {
  const { sso, me, org, keys } = frame.words
  const { policy, withoutIdentity, networks } = rules
  const choices = (['off', 'offered', 'required'] as const).map((value) => ({ value, label: sso.policies[value] }))
  return (
    <section>
      <h2>{sso.rules}</h2>
      {isOwner ? (
        <>
          <ActForm action={organizationPath(frame, '/sso/policy')} label={me.save}>
            <Radios name="policy" legend={org.tabs.sso} value={policy} choices={choices} />
            {policy !== 'required' && <p class="hint">{sso.policyConditions}</p>}
            {withoutIdentity > 0 && <p class="hint">{sso.withoutIdentity({ count: withoutIdentity })}</p>}
            <Problem id="policy-problem" text={frame.problems.policy} />
          </ActForm>
          <ActForm action={organizationPath(frame, '/sso/networks')} class="below" label={me.save}>
            <Field
              name="allowed_networks"
              label={keys.networks}
              hint={keys.networksHint}
              value={networks}
              maxlength={500}
              class="technical"
              problem={frame.problems.allowed_networks}
            />
          </ActForm>
        </>
      ) : (
        <p>{sso.policies[policy]}</p>
      )}
      <p class="hint">
        <a href={organizationPath(frame, '/settings')}>{joinParts(org.requirePasskey, org.sessionHours)}</a>
      </p>
    </section>
  )
}
