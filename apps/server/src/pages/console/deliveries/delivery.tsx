import { Technical } from '../../layout.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import type { DeliveryState } from './endpoint.tsx'

interface DeliveryPageProps {
  frame: ConsoleFrame
  notice: string
  endpoint: { id: string; name: string }
  eventId: string
  state: DeliveryState
  queuedAt: Date
  dueAt: Date | null
  /** Indented. Null where the audit log has forgotten the event. */
  payload: string | null
  attempts: readonly { at: Date; status: number | null; durationMs: number; answer: string }[]
  mayReplay: boolean
  /** Events and answers may contain addresses. */
  maySeeContent: boolean
}

/** One event for one endpoint: what was sent, and what was answered. */
export const DeliveryPage = (props: DeliveryPageProps) => {
  const { frame, notice, endpoint, eventId, state, queuedAt, dueAt, payload, attempts, mayReplay } = props
  const words = frame.words.console.webhooks
  const path = `${frame.base}/admin/webhooks/${endpoint.id}`
  return (
    <ConsoleLayout frame={frame} section="webhooks" title={words.delivery} notice={notice}>
      <dl class="facts">
        <dt>{words.endpoint}</dt>
        <dd>
          <a href={path}>
            <bdi>{endpoint.name}</bdi>
          </a>
        </dd>
        <dt>
          <Technical>webhook-id</Technical>
        </dt>
        <dd>
          <Technical>{eventId}</Technical>
        </dd>
        <dt>{words.state}</dt>
        <dd>
          {words.states[state]} · {words.queuedAt({ at: frame.date(queuedAt) })}
          {state === 'waiting' && dueAt && <> · {words.dueAt({ at: frame.date(dueAt) })}</>}
        </dd>
      </dl>
      {mayReplay && payload !== null && (
        <form method="post" action={`${path}/${eventId}`}>
          <button type="submit" name="action" value="replay" class="secondary">
            {words.replayOne}
          </button>
        </form>
      )}
      {props.maySeeContent ? (
        <>
          <h2>{words.payload}</h2>
          {payload === null ? <p>{words.payloadGone}</p> : <pre dir="ltr">{payload}</pre>}
        </>
      ) : (
        <p class="quiet">{words.contentHidden}</p>
      )}
      <h2>{words.attempts}</h2>
      {attempts.length === 0 && <p>{words.noAttempts}</p>}
      {attempts.map(({ at, status, durationMs, answer }) => (
        <section>
          <p>
            <strong>{frame.date(at)}</strong> ·{' '}
            {status === null ? words.noAnswer({ ms: durationMs }) : words.answered({ status, ms: durationMs })}
          </p>
          {props.maySeeContent && answer && (
            <pre dir="ltr">
              <bdi>{answer}</bdi>
            </pre>
          )}
        </section>
      ))}
    </ConsoleLayout>
  )
}
