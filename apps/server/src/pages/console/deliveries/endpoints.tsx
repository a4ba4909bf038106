import { Field, Form, Technical } from '../../layout.tsx'
import { Status, Tag } from '../../status.tsx'
import { type Column, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { SecretPage } from '../secret.tsx'

export interface EndpointValues {
  name: string
  url: string
  actions: string
}

interface ListedEndpoint {
  id: string
  name: string
  url: string
  environment: boolean
  disabled: boolean
  waiting: string
  failed: string
  /** Since when the oldest event waits. */
  oldest: Date | null
}

interface EndpointsPageProps {
  frame: ConsoleFrame
  notice: string
  endpoints: readonly ListedEndpoint[]
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
        label={frame.words.console.sections.webhooks}
        empty={words.noEndpoints}
        columns={columnsOf(frame)}
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

function columnsOf(frame: ConsoleFrame): Column<ListedEndpoint>[] {
  const { webhooks: words, applications } = frame.words.console
  return [
    {
      head: words.endpoint,
      width: 'wide',
      title: ({ url }) => url,
      cell: ({ id, name, url, environment }) => (
        <NameCell
          name={name}
          href={`${frame.base}/admin/webhooks/${id}`}
          detail={name !== url && <Technical>{url}</Technical>}
        >
          {environment && <Tag>{applications.ofEnvironment}</Tag>}
        </NameCell>
      ),
    },
    { head: words.state, cell: (endpoint) => <EndpointStatus frame={frame} {...endpoint} /> },
    {
      head: frame.words.lists.columns.since,
      width: 'narrow',
      title: ({ oldest, waiting }) => oldest && words.waiting({ count: waiting, since: frame.date(oldest) }),
      cell: ({ oldest }) => oldest && <Time frame={frame} at={oldest} />,
    },
  ]
}

type EndpointState = Pick<ListedEndpoint, 'disabled' | 'waiting' | 'failed'> & { frame: ConsoleFrame }

/** Whether it works, and how many events it did not get, or has not got yet. */
export const EndpointStatus = ({ frame, disabled, waiting, failed }: EndpointState) => {
  const { webhooks: words } = frame.words.console
  return (
    <>
      {disabled && <Status kind="neutral">{words.disabled}</Status>}
      {failed !== '0' && <Status kind="bad">{words.failed({ count: failed })}</Status>}
      {waiting !== '0' && <Status kind="warning">{`${words.states.waiting}: ${waiting}`}</Status>}
      {!disabled && failed === '0' && waiting === '0' && <Status kind="good">{frame.words.lists.states.active}</Status>}
    </>
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
