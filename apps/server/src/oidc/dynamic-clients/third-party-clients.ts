import { hash } from 'node:crypto'
import { type Client, isDynamic } from '../clients.ts'
import type { Consent } from '../consent.ts'
import { digestOfShown } from './digest-of-shown.ts'

/**
 * A dynamic client that the operator did not choose. `isDynamic` says how a client was made, this who vouches for it. People
 * decide about it on a page of its own, organizations may refuse it, and no error leads to it before a person has clicked.
 */
export const isThirdParty = (client: Pick<Client, 'source' | 'trust'>): boolean =>
  isDynamic(client) && client.trust !== 'own'

/** Whether people are asked what the client may have: always by a third party, by others if the operator demands it. */
export const needsConsent = (client: Pick<Client, 'source' | 'trust' | 'requireConsent'>): boolean =>
  client.requireConsent || isThirdParty(client)

/** Which third-party clients may connect to an organization, unless it allows or blocks the application by itself. */
export const applicationPolicies = ['nobody', 'listed', 'any'] as const
export type ApplicationPolicy = (typeof applicationPolicies)[number]

/** What an organization says of one application. */
export type Verdict = 'allowed' | 'blocked'

/** Whether an organization accepts a client. Of several verdicts, a block counts. */
export function acceptsClient(
  policy: ApplicationPolicy,
  verdicts: readonly Verdict[],
  { trust }: Pick<Client, 'trust'>,
): boolean {
  if (verdicts.includes('blocked')) return false
  if (verdicts.includes('allowed')) return true
  return policy === 'any' || (policy === 'listed' && trust !== 'unknown')
}

/** The host of a metadata document, which stands for the client. Null for an id that says nothing about where it is from. */
export const hostOfClientId = (id: string): string | null =>
  /^https:\/\//i.test(id) && URL.canParse(id) ? new URL(id).host : null

/** By what an organization may allow or block a client: the host of its document, and its id. */
export const namesOfClient = (id: string): [id: string, host: string] => [id, hostOfClientId(id) ?? id]

/** Where the browser goes next: to a site, or to an application on the computer or phone of the person. */
export type Destination = { kind: 'site'; host: string } | { kind: 'device' }

export function destinationOf(redirectUri: string): Destination {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' ? { kind: 'site', host } : { kind: 'device' }
}

/** A redirect URI without its path, and without the port of a loopback address, which is another one each time. */
export function originOfRedirect(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri)
  if (protocol === 'https:') return origin
  return protocol === 'http:' ? `${protocol}//${hostname}` : protocol
}

/**
 * Whether a consent may be remembered: the operator vouches for the host of the document, and the answer goes to that very
 * host. Anybody can send the link of another client, and anything on a computer can listen on a loopback address.
 */
export function remembersConsent(client: Pick<Client, 'id' | 'source' | 'trust'>, redirectUri: string): boolean {
  const destination = destinationOf(redirectUri)
  return (
    client.source === 'document' &&
    client.trust === 'listed' &&
    destination.kind === 'site' &&
    destination.host === hostOfClientId(client.id)
  )
}

/** Characters of a name that a page shows. */
const maxName = 80

/**
 * A name that a client gave itself, as one line of ordinary text: without control characters, marks that turn the
 * direction of what follows (Unicode UAX 9), and other characters that nobody sees.
 */
export const plainName = (name: string): string =>
  [
    ...name
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, maxName)
    .join('')

/** What a third-party client is called where there is room for one name: the host that vouches for it, else what it says. */
export const nameOfThirdParty = ({ id, name }: Pick<Client, 'id' | 'name'>): string =>
  hostOfClientId(id) ?? (plainName(name) || id)

/** The name of a client on a page that is not about its details. */
export const shownName = (client: Pick<Client, 'id' | 'name' | 'source' | 'trust'>): string =>
  isThirdParty(client) ? nameOfThirdParty(client) : client.name

/** Of everything that the page shows about a request. The form carries it, so that nobody agrees to what they did not see. */
export const digestOfRequest = (client: Client, redirectUri: string, asked: Consent): string =>
  hash('sha256', JSON.stringify([client.id, client.trust, digestOfShown(client), redirectUri, asked]), 'base64url')
