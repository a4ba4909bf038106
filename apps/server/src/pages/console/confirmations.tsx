import { ActForm } from '../act-form.tsx'
import { Problem } from '../layout.tsx'
import { type Column, EmptyState, joinParts, type List, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

export interface WaitingAct {
  id: string
  /** The id of the operator who asked. */
  askedBy: string
  operator: string
  person: string
  /** The new address of a reset. */
  address: string | null
  /** The organization that gets a new owner. */
  organization: string | null
  expiresAt: Date
}

interface Impersonation {
  id: string
  operator: string
  person: string
  application: string
}

interface ConfirmationsProps {
  frame: ConsoleFrame
  acts: List<WaitingAct>
  impersonations: readonly Impersonation[]
  /** The id of the operator who reads it; null if they may only look. */
  reader: string | null
  problem?: string
  notice: string | null
}

function impersonationColumns(frame: ConsoleFrame): Column<Impersonation>[] {
  const { impersonation } = frame.words.console
  return [
    {
      head: impersonation.title,
      width: 'wide',
      cell: (names) => (
        <NameCell
          name={impersonation.asPerson(names)}
          href={`${frame.base}/admin/impersonations/${names.id}`}
          icon="impersonation"
        />
      ),
    },
  ]
}

function actColumns(frame: ConsoleFrame, reader: string | null): Column<WaitingAct>[] {
  const { confirmations: words, impersonation } = frame.words.console
  const { lists, manage, org } = frame.words
  return [
    {
      head: frame.words.console.sections.confirmations,
      width: 'wide',
      cell: ({ organization, person, address, operator }) => (
        <NameCell
          name={organization ? lists.handOverTitle({ person, organization }) : manage.ask.reset.title({ person })}
          detail={joinParts(address, words.askedBy({ operator }))}
        />
      ),
    },
    {
      head: lists.columns.validUntil,
      width: 'narrow',
      cell: ({ expiresAt }) => <Time frame={frame} at={expiresAt} />,
    },
    {
      head: lists.actions,
      cell: ({ id, askedBy }) =>
        reader && (
          <ActForm
            action={`${frame.base}/admin/confirmations`}
            fields={{ act: id }}
            acts={[
              reader !== askedBy && { act: 'confirm', label: impersonation.confirm, look: 'primary' },
              { act: 'withdraw', label: org.withdraw },
            ]}
          />
        ),
    },
  ]
}

/** What waits for a second operator. */
export const ConfirmationsPage = ({ frame, acts, impersonations, reader, problem, notice }: ConfirmationsProps) => {
  const { confirmations: words, impersonation } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="confirmations" notice={notice}>
      <p>{words.intro}</p>
      <Problem id="act-problem" text={problem} />
      {acts.rows.length + impersonations.length === 0 && <EmptyState text={words.none} />}
      <Table frame={frame} rows={impersonations} label={impersonation.title} columns={impersonationColumns(frame)} />
      <Table
        frame={frame}
        {...acts}
        label={frame.words.console.sections.confirmations}
        columns={actColumns(frame, reader)}
      />
    </ConsoleLayout>
  )
}
