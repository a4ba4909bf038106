import type { NamesByLanguage } from '../../oidc/permissions.ts'
import { personLabel } from '../../oidc/person-names.ts'
import { ActForm, Menu } from '../act-form.tsx'
import { Checkbox } from '../fields.tsx'
import { Field, Form, Problem } from '../layout.tsx'
import { roleLabel } from '../rights.tsx'
import { Tag } from '../status.tsx'
import { EmptyState, NameCell, Pager, Table } from '../table.tsx'
import { hasRoles, type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'
import { type PersonChoice, PersonField } from './person-field.tsx'

interface Team {
  id: string
  name: string
  slug: string
  /** Every member of the organization may join. */
  openToMembers: boolean
  /** What its members have by it. */
  roles: readonly { key: string; names: NamesByLanguage }[]
  /** Whether the person who views the page may join by themselves. */
  joinable: boolean
  /** How many people are in it. */
  count: number
  /** Those who are shown. */
  members: readonly { userId: string; name: string; email: string | null }[]
  /** Members of the organization who are not in the team, or null if there are too many for a list. */
  others: readonly PersonChoice[] | null
}

interface TeamsPageProps {
  frame: OrganizationFrame
  teams: readonly Team[]
  /** The page shows a single team with all its members. */
  single: boolean
  next: string | null
  first: string | null
  /** The id of the person who views the page. */
  ownId: string
  mayManage: boolean
  mayCreate: boolean
  /** What was typed into a form that was refused. */
  typed: string
}

export const TeamsPage = (props: TeamsPageProps) => {
  const { frame, teams, single, mayCreate, typed, next, first } = props
  const { words, problems } = frame
  return (
    <OrganizationLayout frame={frame} tab="teams">
      {teams.length === 0 && <EmptyState text={words.org.noTeams} />}
      {single && (
        <p>
          <a href={organizationPath(frame, '/teams')}>{words.manage.allTeams}</a>
        </p>
      )}
      <Problem id="name-problem" text={problems.name ?? problems.person ?? problems.open ?? problems.roles} />
      {teams.map((team) => (
        <TeamSection {...props} team={team} />
      ))}
      <Pager frame={frame} next={next} first={first} />
      {mayCreate && !single && (
        <>
          <h2>{words.team.createTitle}</h2>
          <Form action={organizationPath(frame, '/teams')} submit={words.team.create}>
            <Field
              name="team_name"
              label={words.team.name}
              value={typed}
              maxlength={200}
              required
              problem={problems.team_name}
            />
          </Form>
        </>
      )}
    </OrganizationLayout>
  )
}

interface TeamSectionProps extends Pick<TeamsPageProps, 'frame' | 'ownId' | 'mayManage' | 'single'> {
  team: Team
}

const TeamSection = ({ frame, team, ownId, mayManage, single }: TeamSectionProps) => {
  const { org, me, manage } = frame.words
  return (
    <section>
      <div class="section-head">
        <h2>
          <bdi>{team.name}</bdi> <bdi class="hint">{team.slug}</bdi>
        </h2>
        {mayManage && <TeamMenu frame={frame} team={team} />}
      </div>
      {team.openToMembers && <p class="hint">{frame.words.team.open}</p>}
      <RolesOfTeam frame={frame} roles={team.roles} />
      {team.joinable && (
        <ActForm
          action={organizationPath(frame, '/teams/join')}
          fields={{ team: team.id }}
          label={org.join}
          about={team.name}
        />
      )}
      <Table
        frame={frame}
        rows={team.members}
        label={team.name}
        columns={[
          {
            head: org.person,
            width: 'wide',
            cell: ({ userId, name, email }) => {
              const label = name || email || userId
              return <NameCell name={label} detail={name && email} face={{ id: userId, name: label, kind: 'person' }} />
            },
          },
          {
            head: frame.words.lists.actions,
            cell: ({ userId, name, email }) =>
              (mayManage || userId === ownId) && (
                <ActForm
                  action={organizationPath(frame, '/teams/remove')}
                  fields={{ team: team.id, user: userId }}
                  label={userId === ownId ? org.leave : me.remove}
                  about={`${personLabel(name, email, userId)}, ${team.name}`}
                />
              ),
          },
        ]}
      />
      {!single && team.count > team.members.length && (
        <p>
          <a href={`${organizationPath(frame, '/teams')}?team=${team.id}`}>
            {manage.allMembers({ count: team.count })}
          </a>
        </p>
      )}
      {mayManage && <AddToTeam frame={frame} team={team} />}
    </section>
  )
}

const RolesOfTeam = ({ frame: { words }, roles }: Pick<TeamSectionProps, 'frame'> & Pick<Team, 'roles'>) =>
  roles.length > 0 ? (
    <p>
      {words.org.tabs.roles}:{' '}
      {roles.map((role) => (
        <>
          <Tag>{roleLabel(words, role)}</Tag>{' '}
        </>
      ))}
    </p>
  ) : null

const AddToTeam = ({ frame, team }: { frame: OrganizationFrame; team: Team }) =>
  team.others?.length === 0 ? null : (
    <ActForm
      action={organizationPath(frame, '/teams/add')}
      class="inline-form"
      fields={{ team: team.id }}
      label={frame.words.org.addToTeam}
    >
      <PersonField frame={frame} id={team.id} people={team.others} />
    </ActForm>
  )

const TeamMenu = ({ frame, team }: { frame: OrganizationFrame; team: Team }) => {
  const { words } = frame
  const fields = { team: team.id }
  return (
    <Menu label={words.lists.actions} about={team.name}>
      <ActForm action={organizationPath(frame, '/teams/rename')} fields={fields} label={words.me.passkeys.rename}>
        <input name="name" autocomplete="off" value={team.name} aria-label={words.team.name} maxlength={200} />
      </ActForm>
      <ActForm action={organizationPath(frame, '/teams/open')} fields={fields} label={words.me.save}>
        <Checkbox name="open" label={words.team.open} checked={team.openToMembers} />
      </ActForm>
      {hasRoles(frame) && (
        <ActForm
          action={organizationPath(frame, '/teams/roles')}
          fields={fields}
          label={words.org.tabs.roles}
          about={team.name}
        />
      )}
      <ActForm
        action={organizationPath(frame, '/teams/delete')}
        fields={fields}
        label={words.org.deleteTeam}
        about={team.name}
        look="danger"
      />
    </Menu>
  )
}
