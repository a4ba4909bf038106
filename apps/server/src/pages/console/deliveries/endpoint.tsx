import { ActForm } from '../../act-form.tsx'
import { Code, Facts } from '../../facts.tsx'
import { choicesOf } from '../../fields.tsx'
import { Field, Technical } from '../../layout.tsx'
import { Status, type StatusKind } from '../../status.tsx'
import { type Column, type List, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { Toolbar } from '../../toolbar.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { EndpointFields, EndpointStatus, type EndpointValues } from './endpoints.tsx'

type WebhookWords = ConsoleFrame['words']['console']['webhooks']
export type DeliveryState = keyof WebhookWords['states']

export interface ShownEndpoint {
  id: string
  name: string
  url: string
  actions: string
  environment: boolean
  disabled: boolean
  /** When it was read, so that nobody overwrites what someone else has changed meanwhile. */
  version: string
  secretAt: Date | null
  previousSecretUntil: Date | null
}

interface EndpointPageProps {
  frame: ConsoleFrame
  notice: string
  endpoint: ShownEndpoint
  backlog: { waiting: string; failed: string; oldest: Date | null }
  mayAct: boolean
  values: EndpointValues
  problems: Partial<Record<string, string>>
  state: string
  deliveries: List<{
    eventId: string
    type: string
    state: DeliveryState
    attempts: number
    at: Date | null
    answer: string
  }>
}

export const EndpointPage = (props: EndpointPageProps) => {
  const { frame, endpoint, notice, mayAct } = props
  return (
    <ConsoleLayout
      frame={frame}
      section="webhooks"
      title={endpoint.name}
      status={
        <>
          <EndpointStatus frame={frame} disabled={endpoint.disabled} {...props.backlog} />
          <Code copy={frame.words.lists} about={frame.words.console.webhooks.url}>
            {endpoint.url}
          </Code>
        </>
      }
      acts={
        mayAct &&
        !endpoint.disabled && <ActForm action={pathOf(props)} act="test" label={frame.words.console.webhooks.test} />
      }
      notice={notice}
    >
      <Deliveries {...props} />
      {mayAct && !endpoint.disabled && <Replay {...props} />}
      <h2>{frame.words.console.webhooks.settings}</h2>
      <EndpointFacts {...props} />
      {mayAct && !endpoint.environment && <Settings {...props} />}
    </ConsoleLayout>
  )
}

const pathOf = ({ frame, endpoint }: Pick<EndpointPageProps, 'frame' | 'endpoint'>) =>
  `${frame.base}/admin/webhooks/${endpoint.id}`

const EndpointFacts = ({ frame, endpoint, backlog }: EndpointPageProps) => {
  const words = frame.words.console.webhooks
  const { actions, secretAt, previousSecretUntil } = endpoint
  const secret = secretAt ? words.secretSince({ at: frame.date(secretAt) }) : words.secretInEnvironment
  return (
    <Facts
      facts={[
        [words.actions, actions ? <Technical>{actions}</Technical> : words.everyAction],
        [
          words.secret,
          previousSecretUntil ? `${secret} ${words.previousUntil({ at: frame.date(previousSecretUntil) })}` : secret,
        ],
        backlog.oldest && [words.queue, words.waiting({ count: backlog.waiting, since: frame.date(backlog.oldest) })],
      ]}
    />
  )
}

const Deliveries = (props: EndpointPageProps) => {
  const { frame, deliveries, state } = props
  const words = frame.words.console.webhooks
  return (
    <>
      <div class="section-head">
        <h2>{words.deliveries}</h2>
        <Toolbar
          frame={frame}
          address={pathOf(props)}
          selects={[
            { name: 'state', label: words.state, value: state, choices: choicesOf({ '': words.any, ...words.states }) },
          ]}
        />
      </div>
      <Table
        frame={frame}
        {...deliveries}
        label={words.deliveries}
        empty={words.noDeliveries}
        columns={columnsOf(props)}
      />
    </>
  )
}

export const deliveryStates: Record<DeliveryState, StatusKind> = {
  waiting: 'warning',
  delivered: 'good',
  failed: 'bad',
}

function columnsOf(props: EndpointPageProps): Column<EndpointPageProps['deliveries']['rows'][number]>[] {
  const { frame } = props
  const words = frame.words.console.webhooks
  const { columns } = frame.words.lists
  return [
    {
      head: words.actions,
      width: 'wide',
      cell: ({ type, eventId }) => (
        <NameCell name={<Technical>{type || eventId}</Technical>} href={`${pathOf(props)}/${eventId}`} />
      ),
    },
    {
      head: words.state,
      width: 'narrow',
      cell: ({ state }) => <Status kind={deliveryStates[state]}>{words.states[state]}</Status>,
    },
    { head: columns.time, width: 'time', cell: ({ at }) => at && <Time frame={frame} at={at} seconds /> },
    { head: columns.attempts, width: 'narrow', number: true, cell: ({ attempts }) => String(attempts) },
    {
      head: columns.answer,
      cell: ({ answer }) => answer && <Technical>{answer}</Technical>,
      title: ({ answer }) => answer,
    },
  ]
}

const Replay = (props: EndpointPageProps) => {
  const { frame, backlog, problems } = props
  const words = frame.words.console.webhooks
  return (
    <>
      <h2>{words.replay}</h2>
      <p class="quiet">{words.replayText}</p>
      {backlog.failed !== '0' && <ActForm action={pathOf(props)} act="replay-failed" label={words.replayFailed} />}
      <ActForm action={pathOf(props)} class="inline-form" act="replay-range" label={words.replayRange}>
        <Field name="from" type="datetime-local" label={words.from} problem={problems.from} />
        <Field name="to" type="datetime-local" label={words.to} problem={problems.to} />
      </ActForm>
    </>
  )
}

const Settings = (props: EndpointPageProps) => {
  const { frame, endpoint, values, problems } = props
  const words = frame.words.console.webhooks
  const shared = { action: pathOf(props), fields: { version: endpoint.version } }
  return (
    <>
      <ActForm {...shared} act="save" label={frame.words.me.save} look="primary">
        <EndpointFields frame={frame} values={values} problems={problems} />
      </ActForm>
      <ActForm
        {...shared}
        class="toolbar-links"
        acts={[
          { act: 'rotate', label: words.rotate },
          endpoint.disabled ? { act: 'enable', label: words.enable } : { act: 'disable', label: words.disable },
          { act: 'delete', label: words.remove, look: 'danger' },
        ]}
      />
    </>
  )
}
