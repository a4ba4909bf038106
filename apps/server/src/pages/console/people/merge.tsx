import { Facts } from '../../facts.tsx'
import { Field, Problem } from '../../layout.tsx'
import { namesOfRoles } from '../../roles.ts'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

/** What a merge would move. */
interface Plan {
  from: { id: string; name: string }
  into: { id: string; name: string }
  /** Why it is refused. */
  problem: string | null
  addresses: readonly string[]
  passkeys: readonly string[]
  identities: readonly string[]
  memberships: readonly {
    name: string
    before: readonly string[] | null
    after: readonly string[]
    teams: readonly string[]
  }[]
  applications: readonly string[]
  /** What becomes of the values of declared fields that the account which goes has; `where` is an organization. */
  values: readonly { where: string | null; label: string; said: string }[]
  /** What is confirmed. */
  digest: string
}

interface MergePageProps {
  frame: ConsoleFrame
  /** The page of the account that stays. */
  path: string
  /** Null: there is no other account with what was typed. */
  plan: Plan | null
  typed: string
  /** The same page with the accounts changed over. */
  swapped: string | null
  problem?: string
}

/** Shows what a merge moves, and asks for it. */
export const MergePage = ({ frame, path, plan, typed, swapped, problem }: MergePageProps) => {
  const words = frame.words.console.people
  const title = plan ? words.mergeTitle({ from: plan.from.name, into: plan.into.name }) : words.merge
  return (
    <ConsoleLayout frame={frame} section="people" title={title} notice="">
      {plan && <Problem id="merge-problem" text={problem} />}
      {plan && <PlanFacts frame={frame} plan={plan} />}
      {plan && !plan.problem && <MergeQuestion frame={frame} path={path} plan={plan} swapped={swapped} />}
      {!plan && (
        <form method="get" action={`${path}/merge`}>
          <Field name="other" label={words.mergeOther} value={typed} maxlength={254} problem={problem} required />
          <button type="submit" class="secondary">
            {words.mergePreview}
          </button>
        </form>
      )}
      <p class="quiet">
        <a href={path}>{frame.words.passkey.cancel}</a>
      </p>
    </ConsoleLayout>
  )
}

interface PlanProps extends Pick<MergePageProps, 'frame'> {
  plan: Plan
}

const MergeQuestion = ({ frame, path, plan, swapped }: PlanProps & Pick<MergePageProps, 'path' | 'swapped'>) => {
  const words = frame.words.console.people
  return (
    <>
      <p>{words.mergeEnds}</p>
      <form method="post" action={path}>
        <input type="hidden" name="action" value="merge" />
        <input type="hidden" name="other" value={plan.from.id} />
        <input type="hidden" name="plan" value={plan.digest} />
        <p class="answers">
          <button type="submit" name="confirm" value="yes" class="danger">
            {words.mergeButton}
          </button>
          {swapped && <a href={swapped}>{words.swap}</a>}
        </p>
      </form>
    </>
  )
}

const valueText = ({ where, label, said }: Plan['values'][number]): string =>
  [where, `${label}: ${said}`].filter(Boolean).join(' · ')

const PlanFacts = ({ frame, plan }: PlanProps) => {
  const words = frame.words.console.people
  const { from, into, addresses, passkeys, identities, memberships, applications, values } = plan
  const roles = (names: readonly string[]) => namesOfRoles(frame.words, names).join(', ')
  const named = ({ id, name }: { id: string; name: string }) => (
    <>
      <bdi>{name}</bdi> · <bdi>{id}</bdi>
    </>
  )
  const items = (names: readonly string[]) =>
    names.length === 0 ? words.mergeNothing : names.map((name) => <bdi>{name}</bdi>)
  const moved = memberships.map(({ name, before, after, teams }) => {
    const change = `${before ? roles(before) : '–'} → ${roles(after)}`
    return [name, change, teams.join(', ')].filter(Boolean).join(' · ')
  })
  return (
    <Facts
      facts={[
        [words.mergeGoes, named(from)],
        [words.mergeStays, named(into)],
        [words.mergeAddresses, items(addresses)],
        [words.mergePasskeys, items(passkeys)],
        ...(identities.length > 0 ? [[frame.words.me.identities.title, items(identities)] as const] : []),
        [words.mergeMemberships, items(moved)],
        [words.mergeConsents, items(applications)],
        ...(values.length > 0 ? [[words.mergeFields, items(values.map(valueText))] as const] : []),
      ]}
    />
  )
}
