import { hostOfClientId, plainName } from '../oidc/dynamic-clients/third-party-clients.ts'
import { scopeText } from './authorization/consent.tsx'
import { type Frame, Technical } from './layout.tsx'

/** What a connected application is called in a list: the host that vouches for it, and beside it what it says of itself. */
export function connectionName({ clientId, clientName }: { clientId: string; clientName: string }): {
  title: string
  calledItself: string | null
} {
  const host = hostOfClientId(clientId)
  const name = plainName(clientName)
  return host === null ? { title: name || clientId, calledItself: null } : { title: host, calledItself: name || null }
}

interface ConnectionScopesProps {
  frame: Frame
  connection: { resource: readonly string[]; scope: readonly string[] }
}

/** The API that a connected application may use, and what for. */
export const ConnectionScopes = ({ frame, connection: { resource, scope } }: ConnectionScopesProps) => (
  <>
    {resource.map((identifier) => (
      <p class="hint">
        <Technical>{identifier}</Technical>
      </p>
    ))}
    <ul class="scopes hint">
      {scope.map((name) => (
        <li>
          <ScopeName frame={frame} name={name} />
        </li>
      ))}
    </ul>
  </>
)

/** In words where there are any; else the name itself. */
export const ScopeName = ({ frame: { words }, name }: { frame: Frame; name: string }) =>
  Object.hasOwn(words.consent.scopes, name) ? scopeText(words.consent, name) : <code dir="ltr">{name}</code>
