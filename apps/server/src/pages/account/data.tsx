import { ActForm } from '../act-form.tsx'
import { Checkbox, Select } from '../fields.tsx'
import { Problem } from '../layout.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface DataPageProps {
  frame: AccountFrame
  /** Organizations without another owner, each with the members who could become one. */
  sole: readonly { organizationId: string; name: string; others: readonly { userId: string; name: string }[] }[]
  problem?: string
}

export const DataPage = ({ frame, sole, problem }: DataPageProps) => {
  const { words, base } = frame
  const labels = words.me.data
  return (
    <AccountLayout frame={frame} tab="data" guarded>
      <h2>{labels.exportTitle}</h2>
      <p>{labels.exportIntro}</p>
      {frame.recent && <ActForm action={`${base}/account/data/export`} label={labels.export} />}
      <h2>{labels.deleteTitle}</h2>
      <p>{labels.deleteIntro}</p>
      {frame.recent && <DeleteForm frame={frame} sole={sole} problem={problem} />}
    </AccountLayout>
  )
}

const DeleteForm = ({ frame, sole, problem }: DataPageProps) => {
  const labels = frame.words.me.data
  return (
    <ActForm action={`${frame.base}/account/data/delete`} label={labels.delete} look="danger">
      {sole.map(({ organizationId, name, others }) =>
        others.length === 0 ? (
          <p class="quiet">{labels.alone({ organization: name })}</p>
        ) : (
          <Select
            name={`owner_${organizationId}`}
            label={labels.nextOwner({ organization: name })}
            choices={others.map((member) => ({ value: member.userId, label: member.name }))}
            optional
          />
        ),
      )}
      <Checkbox name="confirm" label={labels.understand} required />
      <Problem id="delete-problem" text={problem} />
    </ActForm>
  )
}
