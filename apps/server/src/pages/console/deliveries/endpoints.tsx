import { Field, Form, Technical } from '../../layout.tsx'
import { Row, Rows } from '../../rows.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

export interface EndpointValues {
  name: string
  url: string
  actions: string
}

interface EndpointsPageProps {
  frame: ConsoleFrame
  notice: string
  endpoints: readonly {
    id: string
    name: string
    url: string
    environment: boolean
    disabled: boolean
    waiting: string
    failed: string
    /** Since when the oldest event waits. */
    oldest: Date | null
  }[]
  mayAct: boolean
  /** What was typed into the form, and what is wrong with it. */
  values: EndpointValues
  problems: Partial<Record<string, string>>
}

export const EndpointsPage = ({ frame, notice, endpoints, mayAct, values, problems }: EndpointsPageProps) => {
  const words = frame.words.console.webhooks
  return (
    <ConsoleLayout frame={frame} section="webhooks" notice={notice}>
      <p class="quiet">{words.intro}</p>
      {endpoints.length === 0 && <p>{words.noEndpoints}</p>}
      <Rows>
        {endpoints.map(({ id, name, url, environment, disabled, waiting, failed, oldest }) => (
          <Row
            title={
              <a href={`${frame.base}/admin/webhooks/${id}`}>
                <bdi>{name}</bdi>
              </a>
            }
            tags={[disabled && words.disabled, environment && words.fromEnvironment]}
            hints={[
              <Technical>{url}</Technical>,
              oldest && words.waiting({ count: waiting, since: frame.date(oldest) }),
              failed !== '0' && words.failed({ count: failed }),
            ]}
          />
        ))}
      </Rows>
      {mayAct && (
        <>
          <h2>{words.add}</h2>
          <Form action={`${frame.base}/admin/webhooks`} submit={words.add}>
            <EndpointFields frame={frame} values={values} problems={problems} />
          </Form>
        </>
      )}
    </ConsoleLayout>
  )
}

export const EndpointFields = ({
  frame,
  values,
  problems,
}: Pick<EndpointsPageProps, 'frame' | 'values' | 'problems'>) => {
  const words = frame.words.console.webhooks
  return (
    <>
      <Field
        name="url"
        label={words.url}
        type="url"
        value={values.url}
        maxlength={2000}
        required
        problem={problems.url}
      />
      <Field
        name="name"
        label={words.name}
        hint={words.nameHint}
        value={values.name}
        maxlength={100}
        problem={problems.name}
      />
      <Field
        name="actions"
        label={words.actions}
        hint={words.actionsHint}
        value={values.actions}
        maxlength={4000}
        problem={problems.actions}
      />
    </>
  )
}

interface SecretPageProps {
  frame: ConsoleFrame
  endpoint: { id: string; name: string }
  secret: string
  rotated: boolean
}

/** The only page that ever shows a secret: the answer to the form that made it. */
export const EndpointSecretPage = ({ frame, endpoint, secret, rotated }: SecretPageProps) => {
  const words = frame.words.console.webhooks
  return (
    <ConsoleLayout
      frame={frame}
      section="webhooks"
      title={endpoint.name}
      notice={rotated ? words.rotated : words.added}
    >
      <h2>{words.secret}</h2>
      <p>{words.secretOnce}</p>
      <pre dir="ltr">{secret}</pre>
      <p class="actions">
        <a href={`${frame.base}/admin/webhooks/${endpoint.id}`}>{words.toEndpoint}</a>
      </p>
    </ConsoleLayout>
  )
}
