import { listMembers } from '../../../lib/members'
import { getSettings, plans } from '../../../lib/notes'
import { requireMember } from '../../../lib/people'
import { counted } from '../../../lib/words'
import { Plans } from './plans'

export const metadata = { title: 'Billing' }

export default async function Billing() {
  const { organization } = await requireMember({ role: 'owner' })
  const [{ plan, noteCount }, answer] = await Promise.all([
    getSettings(organization.id),
    listMembers(organization.id, { limit: 100 }),
  ])
  const limit = plans[plan].notes
  return (
    <main id="main" className="page">
      <div className="head">
        <h1>Billing</h1>
        <p>The plan of {organization.name}.</p>
      </div>
      <Plans
        organization={organization.id}
        plans={Object.entries(plans).map(([id, { name, notes }]) => ({
          id,
          name,
          notes: notes.toLocaleString('en'),
          current: id === plan,
        }))}
      >
        <section className="card">
          <h2>Usage</h2>
          <div className="stack">
            <div className="wide">
              <label htmlFor="notes-used">
                {noteCount.toLocaleString('en')} of {limit.toLocaleString('en')} notes
              </label>
              <progress className="usage" id="notes-used" value={Math.min(noteCount, limit)} max={limit} />
            </div>
            {!answer.fault && <p>{answer.next ? 'More than 100 members' : counted(answer.members.length, 'member')}</p>}
          </div>
        </section>
      </Plans>
    </main>
  )
}
