import { type Frame, Layout } from '../layout.tsx'

interface ConsentPageProps {
  frame: Frame
  action: string
  application: string
  scope: readonly string[]
  organization: string | null
}

export const ConsentPage = ({ frame, action, application, scope, organization }: ConsentPageProps) => {
  const words = frame.words.consent
  return (
    <Layout frame={frame} title={words.title(application)}>
      <p>{words.intro(application)}</p>
      <ul class="scopes">
        {scope.map((name) => (
          <li>{Object.hasOwn(words.scopes, name) ? words.scopes[name] : words.otherScope(name)}</li>
        ))}
      </ul>
      {organization && <p class="quiet">{words.organization(organization)}</p>}
      <form method="post" action={action}>
        <button type="submit" name="decision" value="allow" class="primary">
          {words.allow}
        </button>
        <button type="submit" name="decision" value="deny" class="secondary">
          {words.deny}
        </button>
      </form>
    </Layout>
  )
}
