/** What an error of an authorization, token or userinfo response means, for a developer who meets it in the playground. */
const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    login_required:
      'The request said prompt=none, and nobody is signed in who would do for it. An application then asks again without prompt=none.',
    interaction_required:
      'The request said prompt=none, but a page has to be shown first: terms, profile or organization. An application then asks again without prompt=none.',
    consent_required:
      'The request said prompt=none, but the person has to be asked first. An application then asks again without prompt=none.',
    account_selection_required:
      'The request said prompt=none, but the person has to choose an account first. An application then asks again without prompt=none.',
    access_denied:
      'The person said no, or may not use the organization that the request names. An application shows a page with a way to try again.',
    unmet_authentication_requirements:
      'The acr was essential, and this person cannot reach it. An application asks for less, or tells the person what is needed, such as a passkey.',
    invalid_request:
      'The request is malformed, or a parameter has a value that does not exist. The description names it.',
    invalid_scope: 'The request asks for a scope that the client is not registered with.',
    invalid_grant:
      'The code or the refresh token is no longer valid: it was used or revoked, is too old, or its session has ended. An application signs the person in again.',
    invalid_token:
      'The access token is no longer valid: it has expired or was revoked, such as by a sign-out elsewhere. An application refreshes it or signs the person in again.',
    unauthorized_client: 'The client is not registered for this response type or grant type.',
    temporarily_unavailable: 'The server is busy or its database is away. An application tries again later.',
  }),
)

export const meaningOf = (code: string): string | null => meanings.get(code) ?? null
