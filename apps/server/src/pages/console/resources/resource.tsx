import { ActForm } from '../../act-form.tsx'
import { Code, Facts, Snippet } from '../../facts.tsx'
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
      <Facts
        facts={[
          [
            words.identifier,
            <Code copy={frame.words.lists} about={words.identifier}>
              {resource.identifier}
            </Code>,
          ],
        ]}
      />
      {resource.variable && <p class="quiet">{words.readOnly({ variable: resource.variable })}</p>}
      <h2>{applications.settings}</h2>
      {Object.keys(faults).length > 0 && <p class="problem">{applications.refusedSettings}</p>}
      {outdated && (
        <p class="problem" role="alert">
          {words.changedMeanwhile}
        </p>
      )}
      {changeable ? (
        <ActForm
          action={action}
          fields={{ version: String(resource.version) }}
          act="save"
          label={frame.words.me.save}
          look="primary"
        >
          <ResourceFields {...props} />
        </ActForm>
      ) : (
        <SettingsList {...props} />
      )}
      <Setup {...props} />
      {changeable && <ActForm action={action} act="delete" label={applications.delete} look="danger" />}
    </ConsoleLayout>
  )
}

/** The same to read, for a resource of the environment, or an operator who may not change it. */
const SettingsList = ({ frame, values }: ResourcePageProps) => (
  <Facts
    facts={settingsOf(frame)
      .map(({ choices, ...setting }) => ({ ...setting, value: values[setting.name] ?? '', choices }))
      .filter(({ value }) => value !== '')
      .map(({ name, label, value, choices }) => [
        label,
        choices?.[value] ?? (
          <bdi class="lines" dir={name === 'name' ? undefined : 'ltr'}>
            {value}
          </bdi>
        ),
      ])}
  />
)

/** What the API is set up with: its half is `@vestibule/core/mcp`, or any library that verifies access tokens. */
const Setup = ({ frame, issuer, resource: { identifier, scopes } }: ResourcePageProps) => {
  const { lists: copy, console } = frame.words
  const { applications } = console
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
      <Facts
        facts={[
          [
            applications.discovery,
            <Code copy={copy} about={applications.discovery}>{`${issuer}/.well-known/openid-configuration`}</Code>,
          ],
        ]}
      />
      <Snippet copy={copy}>{code}</Snippet>
    </>
  )
}
