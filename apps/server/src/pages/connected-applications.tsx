import type { ShownConsent, ShownResource } from '../oidc/consent.ts'
import { hostOfClientId, plainName } from '../oidc/dynamic-clients/third-party-clients.ts'
import { isStandardScope, type StandardScope } from '../oidc/scopes.ts'
import type { Words } from '../words/index.ts'
import type { AccountFrame } from './account/layout.tsx'
import { type Frame, Technical } from './layout.tsx'
import { NameCell } from './table.tsx'

/** What a connected application is called in a list: the host that vouches for it, and beside it what it says of itself. */
export function connectionName({ clientId, clientName }: { clientId: string; clientName: string }): {
  title: string
  calledItself: string | null
} {
  const host = hostOfClientId(clientId)
  const name = plainName(clientName)
  return host === null ? { title: name || clientId, calledItself: null } : { title: host, calledItself: name || null }
}

/** The name of an application, or the host that vouches for it, beside its face. */
export const ApplicationTitle = ({ id, name }: { id: string; name: string }) => (
  <NameCell name={name} face={{ id, name, kind: 'application' }} />
)

/** Since when it has access, and when it used that last. */
export const SinceAndUsed = ({ frame, since, usedAt }: { frame: AccountFrame; since: Date; usedAt: Date | null }) => {
  const { me } = frame.words
  return (
    <>
      {me.applications.since({ date: frame.date(since) })}
      {usedAt && ` · ${me.sessions.seen({ date: frame.date(usedAt) })}`}
    </>
  )
}

/** What it says of itself, beside the host that vouches for it. */
export function calledItself({ words }: Frame, client: { clientId: string; clientName: string }) {
  const name = connectionName(client).calledItself
  return (
    name && (
      <>
        {words.agents.callsItself}: <bdi>{name}</bdi>
      </>
    )
  )
}

/** What an application may do: at this server, and at each API. */
export const ConsentedAccess = ({ frame, access }: { frame: Frame; access: ShownConsent }) => (
  <>
    <ScopeList frame={frame} scope={access.scope} />
    {access.resources.map((resource) => (
      <>
        <p class="hint">
          <ApiName {...resource} />
        </p>
        <ScopeList frame={frame} scope={resource.scope} />
      </>
    ))}
  </>
)

const scopesOf = ({ scope, resources }: ShownConsent) => [...scope, ...resources.flatMap((resource) => resource.scope)]

/** What an application may do, as one text. */
export const accessText = ({ words }: Frame, access: ShownConsent): string =>
  scopesOf(access)
    .map((name) => (isStandardScope(name) ? scopeText(words.consent, name) : name))
    .join(' · ')

/** The same in a cell of a list. */
export const AccessNames = ({ frame, access }: { frame: Frame; access: ShownConsent }) => {
  return (
    <>
      {scopesOf(access).map((name, index) => (
        <>
          {index > 0 && ' · '}
          <ScopeName frame={frame} name={name} />
        </>
      ))}
    </>
  )
}

const ScopeList = ({ frame, scope }: { frame: Frame; scope: readonly string[] }) =>
  scope.length === 0 ? null : (
    <ul class="scopes hint">
      {scope.map((name) => (
        <li>
          <ScopeName frame={frame} name={name} />
        </li>
      ))}
    </ul>
  )

/** In words where there are any; else the name itself. */
export const ScopeName = ({ frame: { words }, name }: { frame: Frame; name: string }) =>
  isStandardScope(name) ? scopeText(words.consent, name) : <code dir="ltr">{name}</code>

/** What a scope allows, in words. A scope of the operator's own has its name. */
export function scopeText(words: Words['consent'], scope: string): string {
  const known: Record<StandardScope, string> = words.scopes
  return isStandardScope(scope) ? known[scope] : words.otherScope({ scope })
}

/** An API that tokens are for: its name, and where it is. One that is not registered has no name. */
export const ApiName = ({ name, host, identifier }: Pick<ShownResource, 'name' | 'host' | 'identifier'>) =>
  name === null ? (
    <Technical>{identifier}</Technical>
  ) : (
    <>
      <bdi>{name}</bdi>{' '}
      <span class="hint">
        <Technical>{host}</Technical>
      </span>
    </>
  )
