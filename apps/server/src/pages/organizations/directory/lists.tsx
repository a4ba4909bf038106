import type { Words } from '../../../words/index.ts'
import { Code } from '../../facts.tsx'
import { Status } from '../../status.tsx'
import { type Column, Lines, type List, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import type { OrganizationFrame } from '../layout.tsx'

/** Why somebody whom the directory sent is no member yet. */
export type WaitingReason = keyof Words['directory']['waitingReasons'] | 'no-address'

/** Somebody who waits. */
export interface WaitingPerson {
  id: string
  userName: string
  email: string | null
  reason: WaitingReason
  changedAt: Date
}

/** One of the last requests. */
export interface ShownRequest {
  at: Date
  method: string
  path: string
  status: number
  scimType: string | null
}

export const waitingText = ({ directory, federation }: Words, reason: WaitingReason): string =>
  reason === 'no-address' ? federation.reasons.email : directory.waitingReasons[reason]

/** People whom the directory sent, and who are no members yet. There is no such list while nobody waits. */
export const WaitingPeople = ({ frame, waiting }: { frame: OrganizationFrame; waiting: List<WaitingPerson> }) => {
  const { directory, org, lists } = frame.words
  if (waiting.rows.length === 0 && !waiting.first) return null
  const columns: Column<WaitingPerson>[] = [
    {
      head: org.person,
      width: 'wide',
      title: ({ reason }) => waitingText(frame.words, reason),
      cell: ({ userName, email, reason }) => (
        <NameCell
          name={userName}
          detail={
            <>
              {email !== null && email !== userName && `${email} · `}
              {waitingText(frame.words, reason)}
            </>
          }
        />
      ),
    },
    { head: lists.columns.since, width: 'narrow', cell: ({ changedAt }) => <Time frame={frame} at={changedAt} /> },
  ]
  return (
    <section>
      <h2>{directory.waiting}</h2>
      <p>{directory.waitingText}</p>
      <Table frame={frame} {...waiting} label={directory.waiting} columns={columns} />
    </section>
  )
}

/** The last requests, without what was in them. */
export const DirectoryRequests = ({
  frame,
  requests,
}: {
  frame: OrganizationFrame
  requests: readonly ShownRequest[]
}) => {
  const { directory, lists } = frame.words
  const columns: Column<ShownRequest>[] = [
    {
      head: lists.columns.method,
      width: 'wide',
      title: ({ method, path }) => `${method} ${path}`,
      cell: ({ method, path }) => (
        <Code>
          {method} {path}
        </Code>
      ),
    },
    {
      head: lists.columns.answer,
      width: 'narrow',
      cell: ({ status, scimType }) => (
        <Lines text={<Status kind={status < 400 ? 'good' : 'bad'}>{status}</Status>} detail={scimType} />
      ),
    },
    { head: lists.columns.time, width: 'time', cell: ({ at }) => <Time frame={frame} at={at} seconds /> },
  ]
  return (
    <section>
      <h2>{directory.requests}</h2>
      <p class="quiet">{requests.length === 0 ? directory.noRequests : directory.requestsHint}</p>
      <Table frame={frame} rows={requests} label={directory.requests} columns={columns} />
    </section>
  )
}
