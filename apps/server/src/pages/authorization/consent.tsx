import type { Words } from '../../words/index.ts'
import { type Frame, Layout } from '../layout.tsx'

/** What a scope allows, in words. A scope of the operator's own has its name. */
export function scopeText(words: Words['consent'], scope: string): string {
  const known: Record<string, string> = words.scopes
  return (Object.hasOwn(known, scope) && known[scope]) || words.otherScope({ scope })
}

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
    <Layout frame={frame} title={words.title({ application })} scripts={['forms']}>
      <p>{words.intro({ application })}</p>
      <ul class="scopes">
        {scope.map((name) => (
          <li>{scopeText(words, name)}</li>
        ))}
      </ul>
      {organization && <p class="quiet">{words.organization({ name: organization })}</p>}
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
