import { ActForm } from '../../act-form.tsx'
import { Facts } from '../../facts.tsx'
import { Technical } from '../../layout.tsx'
import { joinParts } from '../../table.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import type { DeliveryState } from './endpoint.tsx'

interface DeliveryPageProps {
  frame: ConsoleFrame
  notice: string
  endpoint: { id: string; name: string }
  delivery: {
    eventId: string
    state: DeliveryState
    queuedAt: Date
    dueAt: Date | null
    /** Indented. Null where the audit log has forgotten the event. */
    payload: string | null
    attemptsMade: readonly { at: Date; status: number | null; durationMs: number; answer: string }[]
  }
  mayReplay: boolean
  /** Events and answers may contain addresses. */
  maySeeContent: boolean
}

/** One event for one endpoint: what was sent, and what was answered. */
export const DeliveryPage = ({ frame, notice, endpoint, delivery, mayReplay, maySeeContent }: DeliveryPageProps) => {
  const { eventId, state, queuedAt, dueAt, payload, attemptsMade } = delivery
  const words = frame.words.console.webhooks
  const path = `${frame.base}/admin/webhooks/${endpoint.id}`
  const endpointLink = (
    <a href={path}>
      <bdi>{endpoint.name}</bdi>
    </a>
  )
  return (
    <ConsoleLayout frame={frame} section="webhooks" title={words.delivery} notice={notice}>
      <Facts
        facts={[
          [words.endpoint, endpointLink],
          [<Technical>webhook-id</Technical>, <Technical>{eventId}</Technical>],
          [
            words.state,
            joinParts(
              words.states[state],
              words.queuedAt({ at: frame.date(queuedAt) }),
              state === 'waiting' && dueAt && words.dueAt({ at: frame.date(dueAt) }),
            ),
          ],
        ]}
      />
      {mayReplay && payload !== null && <ActForm action={`${path}/${eventId}`} act="replay" label={words.replayOne} />}
      {maySeeContent ? (
        <>
          <h2>{words.payload}</h2>
          {payload === null ? <p>{words.payloadGone}</p> : <pre dir="ltr">{payload}</pre>}
        </>
      ) : (
        <p class="quiet">{words.contentHidden}</p>
      )}
      <h2>{words.attempts}</h2>
      {attemptsMade.length === 0 && <p>{words.noAttempts}</p>}
      {attemptsMade.map(({ at, status, durationMs, answer }) => (
        <section>
          <p>
            <strong>{frame.date(at)}</strong> ·{' '}
            {status === null ? words.noAnswer({ ms: durationMs }) : words.answered({ status, ms: durationMs })}
          </p>
          {maySeeContent && answer && (
            <pre dir="ltr">
              <bdi>{answer}</bdi>
            </pre>
          )}
        </section>
      ))}
    </ConsoleLayout>
  )
}
