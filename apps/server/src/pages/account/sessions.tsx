import { Confirmation, Menu } from '../act-form.tsx'
import type { IconName } from '../icons.tsx'
import { Technical } from '../layout.tsx'
import { Tag } from '../status.tsx'
import { joinParts, Lines, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

export interface SessionRow {
  id: string
  current: boolean
  device: string
  place: string
  byPasskey: boolean
  provider: string | null
  impersonated: boolean
  application: string | null
  /** Since when it is bound to its device. */
  boundAt: Date | null
  since: Date
  seenAt: Date
}

interface SessionsPageProps {
  frame: AccountFrame
  sessions: readonly SessionRow[]
  /** How many there are, on all pages. */
  count: number
  /** Where older sessions are listed, and where the newest are. */
  next: string | null
  first: string | null
  /** What operators did as this person; null where they can't. */
  impersonationUrl: string | null
}

export const SessionsPage = ({ frame, sessions, count, next, first, impersonationUrl }: SessionsPageProps) => {
  const { words } = frame
  const labels = words.me.sessions
  const heads = words.lists.columns
  return (
    <AccountLayout frame={frame} tab="sessions">
      <p>{labels.intro}</p>
      <Table
        frame={frame}
        rows={sessions}
        label={words.me.tabs.sessions}
        count={count > 1 ? labels.count({ count }) : null}
        next={next}
        first={first}
        listActs={count > 1 && <EndOthers frame={frame} />}
        columns={[
          {
            head: heads.browser,
            cell: (session) => (
              <NameCell name={nameOf(session)} icon={iconOfDevice(session)}>
                {session.current && (
                  <>
                    {' '}
                    <Tag>{labels.current}</Tag>
                  </>
                )}
              </NameCell>
            ),
          },
          {
            head: heads.method,
            cell: (session) => <Lines text={howItBegan(frame, session)} detail={boundSince(frame, session)} whole />,
          },
          { head: heads.network, width: 'narrow', cell: ({ place }) => <Technical>{place}</Technical> },
          {
            head: words.email.lastUsed,
            cell: ({ seenAt, since }) => (
              <Lines text={<Time frame={frame} at={seenAt} />} detail={labels.since({ date: frame.date(since) })} />
            ),
          },
        ]}
        acts={(session) => !session.current && <SessionMenu frame={frame} {...session} />}
      />
      {impersonationUrl && (
        <p>
          <a href={impersonationUrl}>{words.console.impersonation.ownTitle}</a>
        </p>
      )}
    </AccountLayout>
  )
}

const SessionMenu = ({
  frame: { words, base },
  id,
  ...session
}: Pick<SessionRow, 'id' | 'device' | 'application'> & { frame: AccountFrame }) => (
  <Menu label={words.lists.actions} about={nameOf(session)}>
    <Confirmation
      action={`${base}/account/sessions/end`}
      fields={{ id }}
      label={words.me.sessions.end}
      about={nameOf(session)}
      question={words.recovery.endSession({ device: nameOf(session) })}
      look="secondary"
    />
  </Menu>
)

const EndOthers = ({ frame: { words, base } }: { frame: AccountFrame }) => (
  <Confirmation
    action={`${base}/account/sessions/end-others`}
    label={words.me.sessions.endOthers}
    question={words.recovery.endOthers}
    look="secondary"
  />
)

/** A device that was signed in by a code is known by its application. */
export const nameOf = ({ device, application }: Pick<SessionRow, 'device' | 'application'>): string =>
  application === null ? device : `${application} · ${device}`

/** Whether it is bound to its device; null while it is not. */
export const whetherBound = (
  { words }: AccountFrame,
  { boundAt, current = false }: { boundAt: Date | null; current?: boolean },
): string | null => boundAt && (current ? words.me.sessions.bound : words.me.sessions.boundElsewhere)

/** The same with the day since when it is. */
export const boundSince = (frame: AccountFrame, session: { boundAt: Date | null; current?: boolean }): string | null =>
  session.boundAt &&
  joinParts(whetherBound(frame, session), frame.words.me.sessions.since({ date: frame.date(session.boundAt) }))

/** The label of a device ends with its system (flows/identity/device-labels.ts). */
export const iconOfDevice = ({ device }: Pick<SessionRow, 'device'>): IconName =>
  /\b(iOS|Android)\b/.test(device) ? 'phone' : 'device'

/** By what somebody signed in. */
export function howItBegan(
  { words }: AccountFrame,
  { impersonated, application, byPasskey, provider }: Omit<SessionRow, 'current'>,
): string {
  if (impersonated) return words.console.impersonation.session
  if (application !== null) return words.device.byCode
  return byPasskey ? words.me.sessions.byPasskey : (provider ?? words.me.sessions.byMail)
}
