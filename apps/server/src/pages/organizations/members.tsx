import { Field, Form, Problem } from '../layout.tsx'
import { Action, type OrganizationFrame, OrganizationLayout, Pager, PersonField, pathOf } from './layout.tsx'

interface MemberRow {
  userId: string
  name: string
  email: string | null
  roles: readonly string[]
  teams: readonly { name: string }[]
}

interface MembersPageProps {
  frame: OrganizationFrame
  me: string
  members: readonly MemberRow[]
  /** All members, and how many the search found. */
  total: number
  found: number
  query: string
  next: string | null
  first: string | null
  manages: boolean
  owns: boolean
  /** Everybody, or null where they are too many for a list to choose from. */
  people: readonly MemberRow[] | null
  /** Roles that one may give. */
  roles: readonly string[]
}

export const MembersPage = ({ frame, me, members, ...props }: MembersPageProps) => {
  const { words } = frame
  const { manage } = words
  return (
    <OrganizationLayout frame={frame} tab="members">
      <Problem id="members-problem" text={frame.problems.user} />
      <form method="get" action={pathOf(frame)}>
        <Field
          name="query"
          label={props.manages ? manage.search : manage.searchName}
          value={props.query}
          maxlength={254}
        />
        <button type="submit" class="secondary">
          {words.admin.find}
        </button>
      </form>
      <p class="quiet" role="status">
        {manage.total(props.total)}
        {props.query && ` · ${props.found === 0 ? manage.nothingFound(props.query) : manage.found(props.found)}`}
      </p>
      <ul class="rows">
        {members.map((member) => (
          <MemberItem frame={frame} member={member} mine={member.userId === me} {...props} />
        ))}
      </ul>
      <Pager frame={frame} next={props.next} first={props.first} />
      {props.owns && props.total > 1 && (
        <OwnerForms frame={frame} people={props.people?.filter(({ userId }) => userId !== me) ?? null} />
      )}
    </OrganizationLayout>
  )
}

interface MemberItemProps {
  frame: OrganizationFrame
  member: MemberRow
  mine: boolean
  manages: boolean
  owns: boolean
  roles: readonly string[]
}

const MemberItem = ({ frame, member, mine, manages, owns, roles }: MemberItemProps) => {
  const { words } = frame
  const { org } = words
  const label = member.name || member.email || member.userId
  const touchable = manages && (owns || !member.roles.includes('owner'))
  return (
    <li>
      <div>
        <strong>{label}</strong> {mine && <span class="tag">{org.you}</span>}{' '}
        {member.roles.map((role) => (
          <span class="tag">{words.roles[role] ?? role}</span>
        ))}
        <p class="hint">
          {[member.name ? member.email : null, ...member.teams.map(({ name }) => name)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {touchable && (
        <form method="post" action={pathOf(frame, '/members/roles')}>
          <input type="hidden" name="user" value={member.userId} />
          <select name="role" aria-label={`${org.role}: ${label}`}>
            {roles.map((role) => (
              <option value={role} selected={member.roles[0] === role}>
                {words.roles[role]}
              </option>
            ))}
          </select>
          <button type="submit" class="secondary">
            {org.changeRole}
          </button>
        </form>
      )}
      {touchable && !mine && (
        <Action
          action={pathOf(frame, '/members/remove')}
          fields={{ user: member.userId }}
          label={words.me.remove}
          about={label}
          danger
        />
      )}
      {mine && <Action action={pathOf(frame, '/leave')} fields={{}} label={org.leave} danger />}
    </li>
  )
}

/** What only owners do with members. */
const OwnerForms = ({ frame, people }: { frame: OrganizationFrame; people: readonly MemberRow[] | null }) => {
  const { words } = frame
  const { org } = words
  return (
    <>
      <details>
        <summary>{org.transfer}</summary>
        <Form action={pathOf(frame, '/transfer')} submit={org.transfer}>
          <PersonField frame={frame} id="transfer" people={people} />
        </Form>
      </details>
      <details open={Boolean(frame.problems.email || frame.problems.person)}>
        <summary>{org.reset}</summary>
        <p class="quiet">{org.resetIntro}</p>
        <Form action={pathOf(frame, '/members/reset')} submit={org.reset}>
          <PersonField frame={frame} id="reset" people={people} />
          <Field
            name="email"
            type="email"
            label={words.email.label}
            maxlength={254}
            required
            problem={frame.problems.email}
          />
        </Form>
      </details>
      <details>
        <summary>{words.recovery.shorten}</summary>
        <p class="quiet">{words.recovery.shortenIntro}</p>
        <Form action={pathOf(frame, '/members/recovery')} submit={words.recovery.shorten}>
          <PersonField frame={{ ...frame, problems: {} }} id="recovery" people={people} />
        </Form>
      </details>
    </>
  )
}
