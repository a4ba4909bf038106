import { type ShownConsent, scopesOf } from '../../oidc/consent.ts'
import type { Destination } from '../../oidc/dynamic-clients/third-party-clients.ts'
import { ApiName, ScopeList } from '../connected-applications.tsx'
import { type Frame, Layout, Problem, Technical } from '../layout.tsx'

interface ConnectionPageProps {
  frame: Frame
  action: string
  application: {
    clientId: string
    /** The host of its document, else the one that the answer goes to. Null for an application of a device. */
    host: string | null
    /** What it says of itself, as plain text. */
    name: string
    /** Hardly anybody has connected it so far. */
    isNew: boolean
    /** Pages of its own about its terms and its privacy policy. */
    policyUri: string | null
    tosUri: string | null
  }
  destination: Destination
  /** What it asks for. */
  access: ShownConsent
  /** How long it may go on without asking again, in days; null for as long as the session. */
  days: number | null
  organizations: readonly { organizationId: string; name: string; slug: string }[]
  refusing: number
  /** Organizations that the person may let accept it. */
  permissible: readonly { organizationId: string; name: string }[]
  withoutOrganization: boolean
  selected: string | null
  /** Of what this page shows. */
  shown: string
  problem: 'changed' | 'choose-one' | null
}

/**
 * Asks whether a third-party client may have what it requests. What is known for certain comes first: the host, and where
 * the browser goes next. Its name is only what it says of itself. The focus is on Cancel, which looks like the other button.
 */
export const ConnectionPage = (props: ConnectionPageProps) => {
  const { frame, action, application, withoutOrganization, organizations, problem } = props
  const words = frame.words.agents
  const title = application.host === null ? words.titleUnknown : words.title({ application: application.host })
  const possible = withoutOrganization || organizations.length > 0
  return (
    <Layout frame={{ ...frame, application: null }} title={title} scripts={['forms']}>
      <Problem id="connection-problem" text={problem === 'changed' ? words.changed : undefined} />
      <Facts {...props} />
      <Warnings {...props} />
      {possible && <Access {...props} />}
      <form method="post" action={action}>
        <input type="hidden" name="shown" value={props.shown} />
        {possible && <OrganizationChoice {...props} />}
        <Refusing {...props} />
        <p class="equals">
          <button type="submit" name="decision" value="deny" class="secondary" formnovalidate autofocus>
            {frame.words.passkey.cancel}
          </button>
          {possible && (
            <button type="submit" name="decision" value="allow" class="secondary">
              {words.connect}
            </button>
          )}
        </p>
      </form>
      <Permissible {...props} />
    </Layout>
  )
}

const Facts = ({ frame, application, destination, access }: ConnectionPageProps) => {
  const words = frame.words.agents
  return (
    <dl class="facts">
      <dt>{words.callsItself}</dt>
      <dd>
        <bdi>{application.name}</bdi>
      </dd>
      <dt>{words.goesTo}</dt>
      <dd>{destination.kind === 'site' ? <Technical>{destination.host}</Technical> : words.thisDevice}</dd>
      {access.resources.map((resource) => (
        <>
          <dt>{words.api}</dt>
          <dd>
            <ApiName {...resource} />
          </dd>
        </>
      ))}
      <OwnPage label={frame.words.privacy} url={application.policyUri} />
      <OwnPage label={frame.words.terms} url={application.tosUri} />
    </dl>
  )
}

/** A link to a page of the application, by its host: that is what it leads to. */
const OwnPage = ({ label, url }: { label: string; url: string | null }) =>
  url?.startsWith('https://') && URL.canParse(url) ? (
    <>
      <dt>{label}</dt>
      <dd>
        <a href={url} target="_blank" rel="noopener noreferrer">
          <Technical>{new URL(url).host}</Technical>
        </a>
      </dd>
    </>
  ) : null

const Warnings = ({ frame, application, destination }: ConnectionPageProps) => {
  const words = frame.words.agents
  return (
    <>
      {destination.kind === 'device' && <p class="problem warning">{words.deviceWarning}</p>}
      {application.isNew && <p class="problem warning">{words.isNew}</p>}
    </>
  )
}

const Access = ({ frame, application, access, days }: ConnectionPageProps) => {
  const words = frame.words.agents
  // How long it lasts is a sentence of its own.
  const scope = access.scope.filter((name) => name !== 'offline_access')
  return (
    <>
      {scopesOf({ ...access, scope }).length > 0 && (
        <p>{frame.words.consent.intro({ application: application.host ?? application.name })}</p>
      )}
      <ScopeList frame={frame} scope={scope} />
      {access.resources.map((resource) => (
        <ScopeList frame={frame} {...resource} />
      ))}
      <p class="quiet">{days === null ? words.lastsSession : words.lasts({ days })}</p>
    </>
  )
}

const OrganizationChoice = (props: ConnectionPageProps) => {
  const { frame, organizations, withoutOrganization, selected, problem } = props
  const words = frame.words.agents
  if (organizations.length === 0) return <input type="hidden" name="organization" value="" />
  return (
    <fieldset aria-describedby={problem === 'choose-one' ? 'organization-problem' : undefined}>
      <legend>{words.choose}</legend>
      {organizations.map(({ organizationId, name, slug }) => (
        <Choice value={organizationId} checked={selected === organizationId}>
          <bdi>{name}</bdi>{' '}
          <span class="hint">
            <Technical>{slug}</Technical>
          </span>
        </Choice>
      ))}
      {withoutOrganization && (
        <Choice value="" checked={selected === ''}>
          {words.noOrganization}
        </Choice>
      )}
      <Problem
        id="organization-problem"
        text={problem === 'choose-one' ? frame.words.problems['choose-one'] : undefined}
      />
    </fieldset>
  )
}

const Choice = ({ value, checked, children }: { value: string; checked: boolean; children?: unknown }) => (
  <label class="choice">
    <input type="radio" name="organization" value={value} checked={checked} required />
    <span>{children}</span>
  </label>
)

/** How many organizations do not accept it. Which ones is nobody's business but their members', who know. */
const Refusing = (props: ConnectionPageProps) => {
  const { frame, application, organizations, permissible, withoutOrganization, refusing } = props
  const words = frame.words.agents
  if (organizations.length === 0 && !withoutOrganization)
    return (
      <>
        <p>{words.nobodyAllows}</p>
        {/* What an owner enters to allow it. */}
        {permissible.length === 0 && (
          <p class="hint">
            <Technical>{application.clientId}</Technical>
          </p>
        )}
      </>
    )
  return refusing > 0 ? <p class="quiet">{words.refusing({ count: refusing })}</p> : null
}

/**
 * An owner or admin allows it here, instead of looking for the page of their organization while the application waits. A form
 * of its own: the Enter key presses none of these buttons.
 */
const Permissible = ({ frame, action, shown, permissible }: ConnectionPageProps) => {
  const words = frame.words.agents
  if (permissible.length === 0) return null
  return (
    <form method="post" action={action}>
      <input type="hidden" name="shown" value={shown} />
      <p>{words.permitHint}</p>
      {permissible.map(({ organizationId, name }) => (
        <button type="submit" name="permit" value={organizationId} class="secondary">
          {words.permit({ organization: name })}
        </button>
      ))}
    </form>
  )
}
