import type { Child } from 'hono/jsx'
import type { AuthMethod, ConnectionSettings, ConnectionState, Provider } from '../../../oidc/federation/connection.ts'
import { ActForm, Confirmation } from '../../act-form.tsx'
import { Breadcrumbs } from '../../breadcrumbs.tsx'
import { Code, Facts } from '../../facts.tsx'
import { AtTheProvider, type OurAddresses } from '../../federation/provider-fields.tsx'
import { Problem, Technical } from '../../layout.tsx'
import { Status } from '../../status.tsx'
import { Time } from '../../time.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from '../layout.tsx'
import { ConnectionDomains, type ConnectionDomainsProps } from './connection-domains.tsx'
import { ConnectionSettingsForm, Groups, type GroupsProps } from './connection-settings.tsx'
import { stateKinds } from './overview.tsx'

/** A connection as its page shows it. */
export interface ShownConnection {
  id: string
  name: string
  provider: Provider
  state: ConnectionState
  inUse: boolean
  issuer: string
  clientId: string
  authMethod: AuthMethod
  settings: ConnectionSettings
  version: number
  replaces: string | null
  testedAt: Date | null
  /** The test is recent enough to activate. */
  isTested: boolean
  activatedAt: Date | null
  lastSuccessAt: Date | null
}

interface ConnectionPageProps {
  frame: OrganizationFrame
  connection: ShownConnection
  addresses: OurAddresses
  domains: Omit<ConnectionDomainsProps, 'frame' | 'connection' | 'isOwner'>
  roles: GroupsProps['roles']
  groups: Pick<GroupsProps, 'mappings' | 'gives'>
  /** The last test, and the recent attempts. */
  attempts: Child
  isOwner: boolean
}

export const ConnectionPage = (props: ConnectionPageProps) => {
  const { frame, connection, addresses, domains, roles, groups, attempts, isOwner } = props
  const { sso, org, lists, federation } = frame.words
  const { problems } = frame
  const above = { href: organizationPath(frame, '/sso'), label: org.tabs.sso }
  return (
    <OrganizationLayout
      frame={frame}
      tab="sso"
      title={connection.name}
      status={<Status kind={stateKinds[connection.state]}>{federation.states[connection.state]}</Status>}
    >
      <Breadcrumbs label={lists.breadcrumbs} trail={[above]} />
      <Problem id="sso-problem" text={problems.passkey ?? problems.connection ?? problems.policy} />
      {connection.replaces !== null && <p>{sso.replaces({ name: connection.replaces })}</p>}
      <ConnectionFacts frame={frame} connection={connection} />
      {isOwner && <ConnectionActs frame={frame} connection={connection} />}
      {attempts}
      <ConnectionDomains frame={frame} connection={connection} isOwner={isOwner} {...domains} />
      {connection.replaces === null ? (
        <>
          {isOwner && <ConnectionSettingsForm frame={frame} connection={connection} roles={roles} />}
          <Groups frame={frame} connection={connection} roles={roles} isOwner={isOwner} {...groups} />
        </>
      ) : (
        <p class="hint">{frame.words.problems['successor-settings']}</p>
      )}
      <p>{sso.atProvider}</p>
      <AtTheProvider frame={frame} addresses={addresses} withKeys={connection.authMethod === 'private_key_jwt'} />
    </OrganizationLayout>
  )
}

type Shown = Pick<ConnectionPageProps, 'frame' | 'connection'>

const ConnectionFacts = ({ frame, connection }: Shown) => {
  const { sso, federation, lists } = frame.words
  const { provider, issuer, clientId, authMethod, testedAt, activatedAt, lastSuccessAt } = connection
  return (
    <Facts
      facts={[
        [sso.provider, sso.providers[provider]],
        [federation.issuer, <Code copy={lists}>{issuer}</Code>],
        [<Technical>client_id</Technical>, <Code copy={lists}>{clientId}</Code>],
        [<Technical>token_endpoint_auth_method</Technical>, <Code>{authMethod}</Code>],
        testedAt && [federation.states.tested, <Time frame={frame} at={testedAt} />],
        activatedAt && connection.inUse && [federation.states.active, <Time frame={frame} at={activatedAt} />],
        lastSuccessAt && [lists.columns.lastUsed, <Time frame={frame} at={lastSuccessAt} />],
      ]}
    />
  )
}

/** The next step first: a test, and then the activation. */
const ConnectionActs = ({ frame, connection }: Shown) => {
  const { sso, me, console } = frame.words
  const { id, name, state, inUse, isTested } = connection
  const action = (path: string) => organizationPath(frame, `/sso/${path}`)
  const mayActivate = state === 'tested' && isTested
  return (
    <>
      <p class="hint">{sso.testIntro}</p>
      <div class="acts">
        <ActForm
          action={action('test')}
          fields={{ id }}
          label={sso.test}
          about={name}
          look={mayActivate || inUse ? 'secondary' : 'primary'}
        />
        {mayActivate && (
          <Confirmation
            action={action('activate')}
            fields={{ id }}
            label={sso.activate}
            about={name}
            question={sso.activateText}
            look="primary"
          />
        )}
        <a class="button secondary" href={`${action(id)}/edit`}>
          {sso.edit}
        </a>
        {inUse && (
          <Confirmation
            action={action('disable')}
            fields={{ id }}
            label={console.applications.disable}
            about={name}
            question={sso.disableText}
          />
        )}
        {!inUse && (
          <Confirmation
            action={action('remove')}
            fields={{ id }}
            label={me.remove}
            about={name}
            question={sso.removeText}
          />
        )}
      </div>
    </>
  )
}
