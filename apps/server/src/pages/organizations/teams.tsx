import { Field, Form, Problem } from '../layout.tsx'
import {
  Action,
  type OrganizationFrame,
  OrganizationLayout,
  Pager,
  type PersonChoice,
  PersonField,
  pathOf,
} from './layout.tsx'

interface TeamSection {
  id: string
  name: string
  slug: string
  /** How many people are in it, and those that are shown. */
  count: number
  members: readonly { userId: string; name: string }[]
  /** Members of the organization who are not in it, or null where they are too many for a list. */
  others: readonly PersonChoice[] | null
}

interface TeamsPageProps {
  frame: OrganizationFrame
  teams: readonly TeamSection[]
  /** One team is shown, with everybody in it. */
  only: boolean
  next: string | null
  first: string | null
  me: string
  manages: boolean
  makes: boolean
  typed: string
}

export const TeamsPage = ({ frame, teams, only, me, manages, makes, typed, next, first }: TeamsPageProps) => {
  const { words } = frame
  return (
    <OrganizationLayout frame={frame} tab="teams">
      {teams.length === 0 && <p class="quiet">{words.org.noTeams}</p>}
      {only && (
        <p>
          <a href={pathOf(frame, '/teams')}>{words.manage.allTeams}</a>
        </p>
      )}
      <Problem id="name-problem" text={frame.problems.name ?? frame.problems.person} />
      {teams.map((team) => (
        <Team frame={frame} team={team} me={me} manages={manages} only={only} />
      ))}
      <Pager frame={frame} next={next} first={first} />
      {makes && !only && (
        <>
          <h2>{words.team.createTitle}</h2>
          <Form action={pathOf(frame, '/teams')} submit={words.team.create}>
            <Field
              name="team_name"
              label={words.team.name}
              value={typed}
              maxlength={200}
              required
              problem={frame.problems.team_name}
            />
          </Form>
        </>
      )}
    </OrganizationLayout>
  )
}

interface TeamProps {
  frame: OrganizationFrame
  team: TeamSection
  me: string
  manages: boolean
  only: boolean
}

const Team = ({ frame, team, me, manages, only }: TeamProps) => {
  const { words } = frame
  const { org } = words
  return (
    <section>
      <h2>
        {team.name} <span class="hint">{team.slug}</span>
      </h2>
      <ul class="rows">
        {team.members.map(({ userId, name }) => (
          <li>
            <div>{name || userId}</div>
            {(manages || userId === me) && (
              <Action
                action={pathOf(frame, '/teams/remove')}
                fields={{ team: team.id, user: userId }}
                label={userId === me ? org.leave : words.me.remove}
                about={`${name || userId}, ${team.name}`}
              />
            )}
          </li>
        ))}
      </ul>
      {!only && team.count > team.members.length && (
        <p>
          <a href={`${pathOf(frame, '/teams')}?team=${team.id}`}>{words.manage.allMembers(team.count)}</a>
        </p>
      )}
      {manages && (
        <>
          {(!team.others || team.others.length > 0) && (
            <Form action={pathOf(frame, '/teams/add')}>
              <input type="hidden" name="team" value={team.id} />
              <PersonField frame={{ ...frame, problems: {} }} id={team.id} people={team.others} />
              <button type="submit" class="secondary">
                {org.addToTeam}
              </button>
            </Form>
          )}
          <TeamSettings frame={frame} team={team} />
        </>
      )}
    </section>
  )
}

const TeamSettings = ({ frame, team }: { frame: OrganizationFrame; team: TeamSection }) => {
  const { words } = frame
  return (
    <details>
      <summary>
        {words.me.passkeys.rename} · {words.org.deleteTeam}
      </summary>
      <Form action={pathOf(frame, '/teams/rename')}>
        <input type="hidden" name="team" value={team.id} />
        <input name="name" value={team.name} aria-label={words.team.name} maxlength={200} />
        <button type="submit" class="secondary">
          {words.me.passkeys.rename}
        </button>
      </Form>
      <div class="below">
        <Action
          action={pathOf(frame, '/teams/delete')}
          fields={{ team: team.id }}
          label={words.org.deleteTeam}
          about={team.name}
          danger
        />
      </div>
    </details>
  )
}
