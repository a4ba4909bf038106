import { Confirmation } from '../act-form.tsx'
import { joinParts, Table } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

export interface SessionRow {
  id: string
  current: boolean
  device: string
  place: string
  byPasskey: boolean
  impersonated: boolean
  since: Date
  seenAt: Date
}

interface SessionsPageProps {
  frame: AccountFrame
  sessions: readonly SessionRow[]
  /** How many there are, on all pages. */
  count: number
  /** Where older sessions are listed. */
  older: string | null
  /** What operators did as this person; null where they can't. */
  impersonationUrl: string | null
}

export const SessionsPage = ({ frame, sessions, count, older, impersonationUrl }: SessionsPageProps) => {
  const { words, base } = frame
  const labels = words.me.sessions
  return (
    <AccountLayout frame={frame} tab="sessions">
      <p>{labels.intro}</p>
      {count > sessions.length && <p>{labels.count({ count })}</p>}
      <Table
        frame={frame}
        rows={sessions}
        columns={{
          name: ({ device }) => device,
          status: ({ current }) => [current && labels.current],
          facts: (session) => [
            sessionFacts(frame, session),
            joinParts(
              labels.since({ date: frame.date(session.since) }),
              labels.seen({ date: frame.date(session.seenAt) }),
            ),
          ],
          acts: ({ id, current, device }) =>
            !current && (
              <Confirmation
                action={`${base}/account/sessions/end`}
                fields={{ id }}
                label={labels.end}
                about={device}
                question={words.recovery.endSession({ device })}
                look="secondary"
              />
            ),
        }}
      />
      {older && (
        <p>
          <a href={older}>{labels.older}</a>
        </p>
      )}
      {impersonationUrl && (
        <p>
          <a href={impersonationUrl}>{words.console.impersonation.ownTitle}</a>
        </p>
      )}
      {count > 1 && (
        <Confirmation
          action={`${base}/account/sessions/end-others`}
          label={labels.endOthers}
          question={words.recovery.endOthers}
          look="secondary"
        />
      )}
    </AccountLayout>
  )
}

/** How a session began, and from where. */
export function sessionFacts({ words }: AccountFrame, { impersonated, byPasskey, place }: SessionRow): string {
  const { byPasskey: withPasskey, byMail } = words.me.sessions
  return joinParts(impersonated ? words.console.impersonation.session : byPasskey ? withPasskey : byMail, place)
}
