// Mistakes of an application that end at a page of this server, because nobody may be redirected. Each is a row of
// docs/troubleshooting.md, beside those of the SDKs (packages/core/src/model/mistakes.ts).

export const meanings = {
  'unknown-client': {
    cause: 'No client of this server has the client_id of the request.',
    next: 'Set: OIDC_CLIENT_ID_<n>=<client_id> OIDC_CLIENT_<n>_REDIRECT_URIS=<redirect_uri>',
  },
  'misspelled-client': {
    cause: 'No client of this server has the client_id of the request. Another one has nearly the same.',
    next: 'Set in the application: VESTIBULE_CLIENT_ID=<client_id>',
  },
  'client-without-sign-in': {
    cause: 'The client of the request signs nobody in: it has neither the grant type authorization_code nor implicit.',
    next: 'Set: OIDC_CLIENT_<n>_GRANT_TYPES=authorization_code,refresh_token',
  },
  'redirect-uri': {
    cause: 'The redirect_uri of the request is not registered for the client: it is compared character by character.',
    next: 'Set: OIDC_CLIENT_<n>_REDIRECT_URIS=<redirect_uris>',
  },
  'redirect-uri-in-console': {
    cause: 'The redirect_uri of the request is not registered for the client, which is set up in the console.',
    next: 'Add to the redirect URIs of the application, in the console: <redirect_uri>',
  },
  'loopback-name': {
    cause: 'The application was opened at another name of this machine than the redirect URI of its client has.',
    next: 'Open: <url>',
  },
} as const

export type Meaning = keyof typeof meanings

/** What a developer does about a refused request. `next` begins with `Set`, `Add` or `Open`, and has what to type after the first colon. */
export interface ErrorHelp {
  mistake: Meaning
  cause: string
  next: string
  url: string
}

const documentation = 'https://github.com/vestibule-id/vestibule/blob/main/docs/troubleshooting.md'

/** @param values what replaces the names in angle brackets. A value that could be more than a value in a shell replaces none. */
export function helpWith(mistake: Meaning, values: Readonly<Record<string, string | undefined>>): ErrorHelp {
  const { cause, next } = meanings[mistake]
  const filled = next.replaceAll(/<(\w{1,20})>/g, (name, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    return value && /^[\w.,:/?=%@[\]~-]{1,1000}$/.test(value) ? value : name
  })
  return { mistake, cause, next: filled, url: `${documentation}#${mistake}` }
}
