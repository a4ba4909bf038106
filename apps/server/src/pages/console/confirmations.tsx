import { Problem } from '../layout.tsx'
import { Pager } from '../pager.tsx'
import { Row, Rows } from '../rows.tsx'
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

interface ConfirmationsProps {
  frame: ConsoleFrame
  acts: readonly WaitingAct[]
  impersonations: readonly { id: string; operator: string; person: string; application: string }[]
  next: string | null
  first: string | null
  /** The id of the operator who reads it; null if they may only look. */
  reader: string | null
  problem?: string
  notice: string | null
}

/** What waits for a second operator. */
export const ConfirmationsPage = (props: ConfirmationsProps) => {
  const { frame, acts, impersonations, next, first, reader, problem, notice } = props
  const { confirmations: words, impersonation } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="confirmations" notice={notice}>
      <p>{words.intro}</p>
      <Problem id="act-problem" text={problem} />
      {acts.length + impersonations.length === 0 && <p class="quiet">{words.none}</p>}
      <Rows>
        {impersonations.map(({ id, ...names }) => (
          <Row
            title={<a href={`${frame.base}/admin/impersonations/${id}`}>{impersonation.asPerson(names)}</a>}
            hints={[impersonation.title]}
          />
        ))}
        {acts.map((act) => (
          <Act frame={frame} act={act} reader={reader} />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
    </ConsoleLayout>
  )
}

const Act = ({ frame, act, reader }: { frame: ConsoleFrame; act: WaitingAct; reader: string | null }) => {
  const { confirmations: words, impersonation } = frame.words.console
  const { lists, manage, org } = frame.words
  const { id, askedBy, operator, person, address, organization, expiresAt } = act
  return (
    <Row
      title={organization ? lists.handOverTitle({ person, organization }) : manage.ask.reset.title({ person })}
      hints={[
        address && <bdi>{address}</bdi>,
        words.askedBy({ operator }),
        impersonation.until({ time: frame.date(expiresAt) }),
      ]}
    >
      {reader && (
        <form method="post" action={`${frame.base}/admin/confirmations`}>
          <input type="hidden" name="act" value={id} />
          {reader !== askedBy && (
            <button type="submit" name="action" value="confirm" class="primary">
              {impersonation.confirm}
            </button>
          )}
          <button type="submit" name="action" value="withdraw" class="secondary">
            {org.withdraw}
          </button>
        </form>
      )}
    </Row>
  )
}
