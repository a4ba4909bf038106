import { Form, type Frame, Layout, Technical } from '../layout.tsx'
import { DocumentationLink } from './documentation.tsx'

type ClaimSource = 'idToken' | 'accessToken' | 'userinfo'

interface ScopeClaims {
  scope: string
  claims: readonly { name: string; value: unknown; sources: readonly ClaimSource[] }[]
  /** Claims of the scope for which the person has no value. */
  missing: readonly string[]
}

interface Tokens {
  idToken: { header: object; claims: object }
  accessToken: { header: object; claims: object }
  userinfo: object
  scopes: readonly ScopeClaims[]
}

interface Refusal {
  code: string
  description: string
}

interface PlaygroundResultProps {
  frame: Frame
  /** The path of the playground. */
  path: string
  id: string
  result: {
    request: Record<string, string>
    response: Record<string, string>
    tokens: Tokens | null
    lastAct: { kind: 'refresh' | 'userinfo'; at: Date; refused: Refusal | null } | null
  }
}

export const PlaygroundResultPage = ({ frame, path, id, result }: PlaygroundResultProps) => {
  const { request, response, tokens, lastAct } = result
  return (
    <Layout frame={frame} title={tokens ? 'You are signed in' : 'The response is an error'} wide>
      {lastAct && <LastAct {...lastAct} />}
      {!tokens && <RefusalText code={response.error ?? ''} description={response.error_description ?? ''} />}
      <div class="acts">
        {tokens && (
          <>
            <Act action={`${path}/${id}/refresh`} label="Refresh the tokens" />
            <Act action={`${path}/${id}/userinfo`} label="Ask userinfo again" />
            <Act action={`${path}/${id}/sign-out`} label="Sign out" />
          </>
        )}
        <a class="button primary" href={`${path}?again=${encodeURIComponent(id)}`}>
          Try again
        </a>
      </div>
      {tokens && <Claims scopes={tokens.scopes} />}
      {tokens && <Decoded tokens={tokens} />}
      <h2>The request and its response</h2>
      <div class="columns">
        <Json title="Authorization request" value={request} />
        <Json title="Authorization response" value={response} />
      </div>
    </Layout>
  )
}

const Act = ({ action, label }: { action: string; label: string }) => (
  <Form action={action}>
    <button type="submit" class="secondary">
      {label}
    </button>
  </Form>
)

const timeOf = (at: Date): string => at.toLocaleTimeString('en', { timeStyle: 'medium' })
const actTexts = {
  refresh: { done: 'The tokens were refreshed', refused: 'The tokens could not be refreshed' },
  userinfo: { done: 'Userinfo answered', refused: 'Userinfo refused to answer' },
}

const LastAct = ({ kind, at, refused }: NonNullable<PlaygroundResultProps['result']['lastAct']>) => (
  <div class="done" role="status">
    {actTexts[kind][refused ? 'refused' : 'done']} at {timeOf(at)}.
    {refused ? <RefusalText {...refused} /> : ' What you see below is new.'}
  </div>
)

/** An error of the protocol, and what it means. */
const RefusalText = ({ code, description }: Refusal) => {
  const meaning = meaningOf(code)
  return (
    <>
      <p class="problem">
        <Technical>
          <code>{code}</code>
        </Technical>
        {description && `: ${description}`}
      </p>
      {meaning && <p>{meaning}</p>}
      <p>
        <DocumentationLink page="troubleshooting.md">Troubleshooting, by message</DocumentationLink>
      </p>
    </>
  )
}

const sourceNames: Record<ClaimSource, string> = {
  idToken: 'ID token',
  accessToken: 'access token',
  userinfo: 'userinfo',
}

const Claims = ({ scopes }: { scopes: readonly ScopeClaims[] }) => (
  <>
    <h2>Claims, by the scope that brought them</h2>
    {scopes.map(({ scope, claims, missing }) => (
      <section>
        <h3>
          <code>{scope}</code>
        </h3>
        {scope === 'openid' && <p class="hint">Who signed in, and the claims about the tokens themselves.</p>}
        {claims.length === 0 && missing.length === 0 && <p class="hint">This scope brings no claims.</p>}
        <ul class="claims">
          {claims.map(({ name, value, sources }) => (
            <li>
              <code>{name}</code>
              <Technical>{textOf(name, value)}</Technical>
              <span class="sources">
                {sources.map((source) => (
                  <span class="tag">{sourceNames[source]}</span>
                ))}
              </span>
            </li>
          ))}
        </ul>
        {missing.length > 0 && <p class="hint">Without a value: {missing.join(', ')}</p>}
      </section>
    ))}
  </>
)

const seconds = new Set(['iat', 'exp', 'nbf', 'auth_time', 'updated_at'])

/** A number of seconds since the epoch is also shown as the time that it is. */
function textOf(name: string, value: unknown): string {
  if (seconds.has(name) && typeof value === 'number')
    return `${value} (${new Date(value * 1000).toISOString().replace('.000', '')})`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const Decoded = ({ tokens: { idToken, accessToken, userinfo } }: { tokens: Tokens }) => (
  <>
    <h2>Decoded</h2>
    <div class="columns">
      <Json title="ID token: claims" value={idToken.claims} />
      <Json title="Access token: claims" value={accessToken.claims} />
      <Json title="Userinfo" value={userinfo} />
      <Json title="ID token: header" value={idToken.header} />
      <Json title="Access token: header" value={accessToken.header} />
    </div>
  </>
)

const Json = ({ title, value }: { title: string; value: object }) => (
  <section>
    <h3>{title}</h3>
    <pre class="mail-text">{JSON.stringify(value, null, 2)}</pre>
  </section>
)

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

const meaningOf = (code: string): string | null => meanings.get(code) ?? null
