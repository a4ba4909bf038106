import type { ShownConsent, ShownResource } from '../oidc/consent.ts'
import { hostOfClientId, plainName } from '../oidc/dynamic-clients/third-party-clients.ts'
import { findScopeText, type ScopeTexts } from '../oidc/scope-texts.ts'
import { isStandardScope } from '../oidc/scopes.ts'
import type { AccountFrame } from './account/layout.tsx'
import { type Frame, Sentence, Technical } from './layout.tsx'
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

/** The issuer that connected it, where the person did not. */
export const throughIssuer = (
  { words }: Frame,
  { via, blocked }: { via?: string; blocked?: boolean },
): string | null =>
  via === undefined
    ? null
    : [words.issuers.via({ issuer: via }), ...(blocked ? [words.org.connected.blocked] : [])].join(' · ')

/** What an application may do: at this server, and at each API. */
export const ConsentedAccess = ({ frame, access }: { frame: Frame; access: ShownConsent }) => (
  <>
    <ScopeList frame={frame} scope={access.scope} />
    {access.resources.map((resource) => (
      <>
        <p class="hint">
          <ApiName {...resource} />
        </p>
        <ScopeList frame={frame} {...resource} />
      </>
    ))}
  </>
)

const scopesOf = ({ scope, resources }: ShownConsent) => [
  ...scope.map((name) => ({ name, texts: undefined })),
  ...resources.flatMap(({ scope: names, texts }) => names.map((name) => ({ name, texts }))),
]

/** What an application may do, as one text. */
export const accessText = ({ words }: Frame, access: ShownConsent): string =>
  scopesOf(access)
    .map(({ name, texts }) =>
      isStandardScope(name)
        ? words.consent.scopes[name]
        : ((texts && findScopeText(texts, name, words.lang)?.name) ?? words.consent.otherScope({ scope: name })),
    )
    .join(' · ')

/** The same in a cell of a list. */
export const AccessNames = ({ frame, access }: { frame: Frame; access: ShownConsent }) => (
  <>
    {scopesOf(access).map((scope, index) => (
      <>
        {index > 0 && ' · '}
        <ScopeName frame={frame} {...scope} />
      </>
    ))}
  </>
)

interface ScopeProps {
  frame: Frame
  /** Of the API that they are scopes of. */
  texts?: ScopeTexts
}

export const ScopeList = ({ scope, ...shared }: ScopeProps & { scope: readonly string[] }) =>
  scope.length === 0 ? null : (
    <ul class="scopes">
      {scope.map((name) => (
        <li>
          <ScopeName {...shared} name={name} />
          <ScopeDescription {...shared} name={name} />
        </li>
      ))}
    </ul>
  )

/** What a scope allows: in our words, in those of its API, or else by its name. */
export const ScopeName = ({ frame: { words }, texts, name }: ScopeProps & { name: string }) => {
  if (isStandardScope(name)) return words.consent.scopes[name]
  const text = texts && findScopeText(texts, name, words.lang)
  if (text) return <bdi>{text.name}</bdi>
  return <Sentence text={words.consent.otherScope({ scope: name })} technical={name} />
}

export const ScopeDescription = ({ frame: { words }, texts, name }: ScopeProps & { name: string }) => {
  const description = texts && findScopeText(texts, name, words.lang)?.description
  return description ? (
    <>
      <br />
      <bdi class="hint">{description}</bdi>
    </>
  ) : null
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
