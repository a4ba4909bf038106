import { Confirmation } from '../act-form.tsx'
import { Row, Rows } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface SessionRow {
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
      <Rows>
        {sessions.map((session) => (
          <SessionItem frame={frame} session={session} />
        ))}
      </Rows>
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

const SessionItem = ({ frame, session }: { frame: AccountFrame; session: SessionRow }) => {
  const { words, base } = frame
  const labels = words.me.sessions
  const { id, current, device, place, byPasskey, impersonated, since, seenAt } = session
  const how = impersonated ? words.console.impersonation.session : byPasskey ? labels.byPasskey : labels.byMail
  return (
    <Row
      title={<strong>{device}</strong>}
      tags={[current && labels.current]}
      hints={[
        `${how} · ${place}`,
        `${labels.since({ date: frame.date(since) })} · ${labels.seen({ date: frame.date(seenAt) })}`,
      ]}
    >
      {!current && (
        <Confirmation
          action={`${base}/account/sessions/end`}
          fields={{ id }}
          label={labels.end}
          about={device}
          question={words.recovery.endSession({ device })}
          look="secondary"
        />
      )}
    </Row>
  )
}
