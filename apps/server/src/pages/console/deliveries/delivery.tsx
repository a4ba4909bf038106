import { ActForm } from '../../act-form.tsx'
import { Code, Facts, Snippet } from '../../facts.tsx'
import { Technical } from '../../layout.tsx'
import { Status } from '../../status.tsx'
import { Time } from '../../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { type DeliveryState, deliveryStates } from './endpoint.tsx'

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
  return (
    <ConsoleLayout
      frame={frame}
      section="webhooks"
      title={words.delivery}
      above={[{ href: path, label: endpoint.name }]}
      status={<Status kind={deliveryStates[state]}>{words.states[state]}</Status>}
      acts={
        mayReplay && payload !== null && <ActForm action={`${path}/${eventId}`} act="replay" label={words.replayOne} />
      }
      notice={notice}
    >
      <Facts
        facts={[
          [
            <Technical>webhook-id</Technical>,
            <Code copy={frame.words.lists} about="webhook-id">
              {eventId}
            </Code>,
          ],
          [words.queuedAt, <Time frame={frame} at={queuedAt} seconds />],
          state === 'waiting' && dueAt && [words.dueAt, <Time frame={frame} at={dueAt} seconds />],
        ]}
      />
      {maySeeContent ? (
        <>
          <h2>{words.payload}</h2>
          {payload === null ? <p>{words.payloadGone}</p> : <Snippet copy={frame.words.lists}>{payload}</Snippet>}
        </>
      ) : (
        <p class="quiet">{words.contentHidden}</p>
      )}
      <h2>{words.attempts}</h2>
      {attemptsMade.length === 0 && <p>{words.noAttempts}</p>}
      {attemptsMade.map(({ at, status, durationMs, answer }) => (
        <section>
          <p>
            <strong>
              <Time frame={frame} at={at} seconds />
            </strong>{' '}
            · {status === null ? words.noAnswer({ ms: durationMs }) : words.answered({ status, ms: durationMs })}
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
