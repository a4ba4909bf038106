import { Field, Form, Technical } from '../../layout.tsx'
import { Pager } from '../../pager.tsx'
import { Row, Rows } from '../../rows.tsx'
import { Select } from '../../select.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { EndpointFields, type EndpointValues } from './endpoints.tsx'
import { choicesOf } from './mail.tsx'

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
  deliveries: readonly {
    eventId: string
    type: string
    state: DeliveryState
    attempts: number
    at: Date | null
    answer: string
  }[]
  next: string | null
  first: string | null
}

export const EndpointPage = (props: EndpointPageProps) => {
  const { frame, endpoint, notice, mayAct } = props
  return (
    <ConsoleLayout frame={frame} section="webhooks" title={endpoint.name} notice={notice}>
      <Facts {...props} />
      {mayAct && !endpoint.disabled && <Test {...props} />}
      <Deliveries {...props} />
      {mayAct && !endpoint.disabled && <Replay {...props} />}
      {mayAct && !endpoint.environment && <Settings {...props} />}
    </ConsoleLayout>
  )
}

const pathOf = ({ frame, endpoint }: Pick<EndpointPageProps, 'frame' | 'endpoint'>) =>
  `${frame.base}/admin/webhooks/${endpoint.id}`

const Facts = ({ frame, endpoint, backlog }: EndpointPageProps) => {
  const words = frame.words.console.webhooks
  const { secretAt, previousSecretUntil } = endpoint
  return (
    <dl class="facts">
      <dt>{words.url}</dt>
      <dd>
        <Technical>{endpoint.url}</Technical>
        {endpoint.disabled && (
          <>
            {' '}
            <span class="tag">{words.disabled}</span>
          </>
        )}
      </dd>
      <dt>{words.actions}</dt>
      <dd>{endpoint.actions ? <Technical>{endpoint.actions}</Technical> : words.everyAction}</dd>
      <dt>{words.secret}</dt>
      <dd>
        {secretAt ? words.secretSince({ at: frame.date(secretAt) }) : words.secretInEnvironment}
        {previousSecretUntil && <> {words.previousUntil({ at: frame.date(previousSecretUntil) })}</>}
      </dd>
      <dt>{words.queue}</dt>
      <dd>
        {backlog.oldest
          ? words.waiting({ count: backlog.waiting, since: frame.date(backlog.oldest) })
          : words.nothingWaits}
        {backlog.failed !== '0' && <> · {words.failed({ count: backlog.failed })}</>}
      </dd>
    </dl>
  )
}

const Test = (props: EndpointPageProps) => {
  const words = props.frame.words.console.webhooks
  return (
    <form method="post" action={pathOf(props)}>
      <button type="submit" name="action" value="test" class="secondary">
        {words.test}
      </button>
    </form>
  )
}

const Deliveries = (props: EndpointPageProps) => {
  const { frame, deliveries, state, next, first } = props
  const words = frame.words.console.webhooks
  return (
    <>
      <h2>{words.deliveries}</h2>
      <form method="get" action={pathOf(props)} class="toolbar">
        <Select name="state" label={words.state} value={state} choices={choicesOf(words.any, words.states)} />
        <button type="submit" class="secondary">
          {words.show}
        </button>
      </form>
      {deliveries.length === 0 && <p role="status">{words.noDeliveries}</p>}
      <Rows>
        {deliveries.map(({ eventId, type, state, attempts, at, answer }) => (
          <Row
            title={
              <a href={`${pathOf(props)}/${eventId}`}>
                <Technical>{type || eventId}</Technical>
              </a>
            }
            tags={[words.states[state]]}
            hints={[
              at && words.attempt({ count: attempts, at: frame.date(at) }),
              answer && <Technical>{answer}</Technical>,
            ]}
          />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
    </>
  )
}

const Replay = (props: EndpointPageProps) => {
  const { frame, backlog, problems } = props
  const words = frame.words.console.webhooks
  return (
    <>
      <h2>{words.replay}</h2>
      <p class="quiet">{words.replayText}</p>
      {backlog.failed !== '0' && (
        <form method="post" action={pathOf(props)}>
          <button type="submit" name="action" value="replay-failed" class="secondary">
            {words.replayFailed}
          </button>
        </form>
      )}
      <form method="post" action={pathOf(props)} class="toolbar" novalidate>
        <Field name="from" type="datetime-local" label={words.from} problem={problems.from} />
        <Field name="to" type="datetime-local" label={words.to} problem={problems.to} />
        <button type="submit" name="action" value="replay-range" class="secondary">
          {words.replayRange}
        </button>
      </form>
    </>
  )
}

const Settings = (props: EndpointPageProps) => {
  const { frame, endpoint, values, problems } = props
  const words = frame.words.console.webhooks
  const act = (action: string, label: string, style: 'secondary' | 'danger' = 'secondary') => (
    <button type="submit" name="action" value={action} class={style}>
      {label}
    </button>
  )
  return (
    <>
      <h2>{words.settings}</h2>
      <Form action={pathOf(props)}>
        <input type="hidden" name="version" value={endpoint.version} />
        <EndpointFields frame={frame} values={values} problems={problems} />
        <button type="submit" name="action" value="save" class="primary">
          {frame.words.me.save}
        </button>
      </Form>
      <form method="post" action={pathOf(props)} class="toolbar-links">
        <input type="hidden" name="version" value={endpoint.version} />
        {act('rotate', words.rotate)}
        {endpoint.disabled ? act('enable', words.enable) : act('disable', words.disable)}
        {act('delete', words.remove, 'danger')}
      </form>
    </>
  )
}
