import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { otherOrganization, requireMember } from '~/auth.server'
import { changePlan, isPlan } from '~/billing.server'
import { listMembers } from '~/members.server'
import { getSettings, plans } from '~/notes.server'
import { amount, counted } from '~/words'

export const loader = async (args: LoaderFunctionArgs) => {
  const { organization } = await requireMember(args, { role: 'owner' })
  const [settings, page] = await Promise.all([
    getSettings(organization.id),
    listMembers(organization.id, { limit: 100 }),
  ])
  return {
    organization: organization.name,
    organizationId: organization.id,
    used: settings.noteCount,
    limit: plans[settings.plan].notes,
    members: 'members' in page ? { count: page.members.length, more: page.next !== null } : null,
    plans: Object.entries(plans).map(([id, { name, notes }]) => ({ id, name, notes, isCurrent: id === settings.plan })),
  }
}

export const action = async (args: ActionFunctionArgs) => {
  const member = await requireMember(args, { role: 'owner' })
  const form = await args.request.formData()
  const problem = otherOrganization(form, member)
  if (problem) return data({ problem }, 422)
  const plan = form.get('plan')
  if (!isPlan(plan)) return data({ problem: 'Choose a plan.' }, 422)
  await changePlan(member.organization.id, plan)
  return { changedTo: plans[plan] }
}

export const meta: MetaFunction = ({ error }) => [{ title: error ? 'For owners only · Notes' : 'Billing · Notes' }]

export default function Billing() {
  const { organization, used, limit, members, plans: offered } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>Billing</h1>
        <p>The plan of {organization}.</p>
      </div>
      {result && 'changedTo' in result && (
        <p className="notice" role="status">
          {organization} is on the {result.changedTo.name} plan now: {amount(result.changedTo.notes)} notes.
        </p>
      )}
      {result && 'problem' in result && (
        <p className="error" role="alert">
          {result.problem}
        </p>
      )}
      <section className="card">
        <h2>Usage</h2>
        <div className="stack">
          <div className="wide">
            <label htmlFor="notes-used">
              {amount(used)} of {amount(limit)} notes
            </label>
            <progress className="usage" id="notes-used" value={Math.min(used, limit)} max={limit} />
          </div>
          {members && <p>{members.more ? `More than ${members.count} members` : counted(members.count, 'member')}</p>}
        </div>
      </section>
      <div className="columns">
        {offered.map((plan) => (
          <Plan key={plan.id} {...plan} />
        ))}
      </div>
    </main>
  )
}

function Plan({ id, name, notes, isCurrent }: { id: string; name: string; notes: number; isCurrent: boolean }) {
  const { organizationId } = useLoaderData<typeof loader>()
  const { formData } = useNavigation()
  return (
    <section className={isCurrent ? 'card plan current' : 'card plan'}>
      <div className="plan-head">
        <h2>{name}</h2>
        {isCurrent && <span className="badge strong">Your plan</span>}
      </div>
      <p className="quiet">{amount(notes)} notes, and as many members as you like.</p>
      {!isCurrent && (
        <Form method="post">
          <input type="hidden" name="organization" value={organizationId} />
          <input type="hidden" name="plan" value={id} />
          <button className="button primary" type="submit" disabled={formData?.has('plan')}>
            Change to {name}
          </button>
        </Form>
      )}
    </section>
  )
}
