import type { ShownConsent } from '../../oidc/consent.ts'
import { ApiName, ScopeList } from '../connected-applications.tsx'
import { type Frame, Layout, Problem } from '../layout.tsx'

interface ConsentPageProps {
  frame: Frame
  action: string
  application: string
  /** What it asks for. */
  access: ShownConsent
  organization: string | null
  /** Goes with the form: what was shown, where it can change meanwhile. */
  shown?: string | null
  /** What is shown is not what was shown before. */
  problem?: 'changed' | null
}

export const ConsentPage = (props: ConsentPageProps) => {
  const { frame, action, application, access, organization, shown = null, problem = null } = props
  const words = frame.words.consent
  return (
    <Layout frame={frame} title={words.title({ application })} scripts={['forms']}>
      <Problem id="consent-problem" text={problem ? words.changed : undefined} />
      <p>{words.intro({ application })}</p>
      <ScopeList frame={frame} scope={access.scope} />
      {access.resources.map((resource) => (
        <>
          <dl class="facts">
            <dt>{frame.words.agents.api}</dt>
            <dd>
              <ApiName {...resource} />
            </dd>
          </dl>
          <ScopeList frame={frame} {...resource} />
        </>
      ))}
      {organization && <p class="quiet">{words.organization({ name: organization })}</p>}
      <form method="post" action={action}>
        {shown !== null && <input type="hidden" name="shown" value={shown} />}
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
