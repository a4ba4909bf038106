import { Form, type Frame, Layout, Technical } from '../layout.tsx'
import { DocumentationLink } from './documentation.tsx'
import { meaningOf } from './error-meanings.ts'

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
