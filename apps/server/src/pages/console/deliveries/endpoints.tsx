import { Field, Form, Technical } from '../../layout.tsx'
import { Table } from '../../table.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { SecretPage } from '../secret.tsx'

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
      <Table
        frame={frame}
        rows={endpoints}
        empty={words.noEndpoints}
        columns={{
          name: ({ name }) => name,
          href: ({ id }) => `${frame.base}/admin/webhooks/${id}`,
          status: ({ disabled, environment }) => [disabled && words.disabled, environment && words.fromEnvironment],
          facts: ({ url, oldest, waiting, failed }) => [
            <Technical>{url}</Technical>,
            oldest && words.waiting({ count: waiting, since: frame.date(oldest) }),
            failed !== '0' && words.failed({ count: failed }),
          ],
        }}
      />
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
  const field = (key: keyof EndpointValues, label: string, more: Partial<Parameters<typeof Field>[0]>) => (
    <Field name={key} label={label} value={values[key]} problem={problems[key]} {...more} />
  )
  return (
    <>
      {field('url', words.url, { type: 'url', maxlength: 2000, required: true })}
      {field('name', words.name, { hint: words.nameHint, maxlength: 100 })}
      {field('actions', words.actions, { hint: words.actionsHint, maxlength: 4000 })}
    </>
  )
}

interface SecretPageProps {
  frame: ConsoleFrame
  endpoint: { id: string; name: string }
  secret: string
  rotated: boolean
}

export const EndpointSecretPage = ({ frame, endpoint, secret, rotated }: SecretPageProps) => {
  const words = frame.words.console.webhooks
  const notice = rotated ? words.rotated : words.added
  const back = { href: `${frame.base}/admin/webhooks/${endpoint.id}`, label: words.toEndpoint }
  return (
    <SecretPage frame={frame} section="webhooks" title={endpoint.name} notice={notice} secret={secret} back={back}>
      <h2>{words.secret}</h2>
      <p>{words.secretOnce}</p>
    </SecretPage>
  )
}
