import { Action } from '../../action.tsx'
import { ConsoleLayout } from '../layout.tsx'
import { ResourceFields, type ResourceFieldsProps, settingsOf } from './resource-fields.tsx'

interface ResourcePageProps extends ResourceFieldsProps {
  resource: {
    id: string
    identifier: string
    name: string
    scopes: readonly string[]
    variable: string | null
    /** Null for one of the environment. */
    version: number | null
  }
  issuer: string
  mayChange: boolean
  /** Someone else has changed it since the form was opened. */
  outdated?: boolean
}

export const ResourcePage = (props: ResourcePageProps) => {
  const { frame, resource, faults, mayChange, outdated = false } = props
  const { applications, resources: words } = frame.words.console
  const action = `${frame.base}/admin/resources/${encodeURIComponent(resource.id)}`
  const changeable = mayChange && resource.version !== null
  return (
    <ConsoleLayout frame={frame} section="resources" title={resource.name}>
      <p>
        {words.identifier}:{' '}
        <code>
          <bdi dir="ltr">{resource.identifier}</bdi>
        </code>
      </p>
      {resource.variable && <p class="quiet">{words.readOnly({ variable: resource.variable })}</p>}
      <h2>{applications.settings}</h2>
      {Object.keys(faults).length > 0 && <p class="problem">{applications.refusedSettings}</p>}
      {outdated && (
        <p class="problem" role="alert">
          {words.changedMeanwhile}
        </p>
      )}
      {changeable ? (
        <form method="post" action={action} novalidate>
          <input type="hidden" name="version" value={String(resource.version)} />
          <ResourceFields {...props} />
          <button type="submit" name="action" value="save" class="primary">
            {frame.words.me.save}
          </button>
        </form>
      ) : (
        <SettingsList {...props} />
      )}
      <Snippet {...props} />
      {changeable && <Action action={action} fields={{ action: 'delete' }} label={applications.delete} danger />}
    </ConsoleLayout>
  )
}

/** The same to read, for a resource of the environment, or an operator who may not change it. */
const SettingsList = ({ frame, values }: ResourcePageProps) => (
  <dl class="facts">
    {settingsOf(frame)
      .map(({ choices, ...setting }) => ({ ...setting, value: values[setting.name] ?? '', choices }))
      .filter(({ value }) => value !== '')
      .map(({ name, label, value, choices }) => (
        <>
          <dt>{label}</dt>
          <dd>{choices?.[value] ?? <bdi dir={name === 'name' ? undefined : 'ltr'}>{value}</bdi>}</dd>
        </>
      ))}
  </dl>
)

/** What the API is set up with: its half is `@vestibule/core/mcp`, or any library that verifies access tokens. */
const Snippet = ({ frame, issuer, resource: { identifier, scopes } }: ResourcePageProps) => {
  const { applications, resources: words } = frame.words.console
  const code = [
    "import { protectedResource } from '@vestibule/core/mcp'",
    '',
    'export const api = protectedResource({',
    `  resource: ${JSON.stringify(identifier)},`,
    `  issuer: ${JSON.stringify(issuer)},`,
    `  scopes: [${scopes.map((scope) => JSON.stringify(scope)).join(', ')}],`,
    '})',
  ].join('\n')
  return (
    <>
      <h2>{applications.frameworks}</h2>
      <dl class="facts">
        <dt>{applications.discovery}</dt>
        <dd>
          <code>
            <bdi dir="ltr">{`${issuer}/.well-known/openid-configuration`}</bdi>
          </code>
        </dd>
        <dt>{words.identifier}</dt>
        <dd>
          <code>
            <bdi dir="ltr">{identifier}</bdi>
          </code>
        </dd>
      </dl>
      <pre class="snippet" dir="ltr">
        {code}
      </pre>
    </>
  )
}
