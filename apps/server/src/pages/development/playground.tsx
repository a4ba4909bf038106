import { Field, Form, type Frame, Layout } from '../layout.tsx'
import { Select } from '../select.tsx'

interface PlaygroundPageProps {
  frame: Frame
  choices: {
    prompts: readonly string[]
    acrs: readonly string[]
    languages: readonly string[]
    scopes: readonly string[]
  }
}

const optional = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

export const PlaygroundPage = ({ frame, choices }: PlaygroundPageProps) => (
  <Layout frame={frame} title="Try a sign-in" wide>
    <p>
      A client of this server signs you in, as any application would, and shows what it got. The code is in the{' '}
      <a href={frame.mailboxUrl ?? `${frame.base}/dev/mailbox`}>mailbox</a>.
    </p>
    <Form action={`${frame.base}/dev/try`} submit="Sign in">
      <fieldset>
        <legend>Scopes, which decide about the claims</legend>
        {choices.scopes
          .filter((name) => name !== 'openid' && name !== 'offline_access')
          .map((name) => (
            <label class="choice">
              <input type="checkbox" name="scope" value={name} checked />
              <span>{name}</span>
            </label>
          ))}
      </fieldset>
      <details>
        <summary>More parameters</summary>
        <Select name="prompt" label="prompt" choices={optional(choices.prompts)} optional />
        <Select name="acr" label="Essential acr" choices={optional(choices.acrs)} optional />
        <Field name="organization" label="organization" hint="(id or slug)" maxlength={100} />
        <Select name="language" label="ui_locales" choices={optional(choices.languages)} optional />
      </details>
    </Form>
  </Layout>
)

interface PlaygroundResultProps {
  frame: Frame
  result: {
    request: Record<string, string>
    response: Record<string, string>
    tokens: {
      idToken: { header: object; claims: object }
      accessToken: { header: object; claims: object }
      userinfo: object
    } | null
  }
}

export const PlaygroundResultPage = ({ frame, result }: PlaygroundResultProps) => {
  const { request, response, tokens } = result
  return (
    <Layout frame={frame} title={tokens ? 'You are signed in' : 'The answer was an error'} wide>
      <p class="actions">
        <a class="button primary" href={`${frame.base}/dev/try`}>
          Try again
        </a>
        <a href={`${frame.base}/logout`}>{frame.words.logout.out}</a>
      </p>
      {tokens && (
        <>
          <Json title="Userinfo" value={tokens.userinfo} />
          <Json title="ID token: claims" value={tokens.idToken.claims} />
          <Json title="ID token: header" value={tokens.idToken.header} />
          <Json title="Access token: claims" value={tokens.accessToken.claims} />
          <Json title="Access token: header" value={tokens.accessToken.header} />
        </>
      )}
      <Json title="Authorization response" value={response} />
      <Json title="Authorization request" value={request} />
    </Layout>
  )
}

const Json = ({ title, value }: { title: string; value: object }) => (
  <section>
    <h2>{title}</h2>
    <pre class="mail-text">{JSON.stringify(value, null, 2)}</pre>
  </section>
)
