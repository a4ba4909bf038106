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
  of: OrganizationFrame
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

export const MembersPage = ({ of, me, members, ...props }: MembersPageProps) => {
  const { words } = of.around.frame
  const { manage } = words
  return (
    <OrganizationLayout of={of} tab="members">
      <Problem id="members-problem" text={of.problems.user} />
      <form method="get" action={pathOf(of)}>
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
          <MemberItem of={of} member={member} mine={member.userId === me} {...props} />
        ))}
      </ul>
      <Pager of={of} next={props.next} first={props.first} />
      {props.owns && props.total > 1 && (
        <OwnerForms of={of} people={props.people?.filter(({ userId }) => userId !== me) ?? null} />
      )}
    </OrganizationLayout>
  )
}

interface MemberItemProps {
  of: OrganizationFrame
  member: MemberRow
  mine: boolean
  manages: boolean
  owns: boolean
  roles: readonly string[]
}

const MemberItem = ({ of, member, mine, manages, owns, roles }: MemberItemProps) => {
  const { words } = of.around.frame
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
        <form method="post" action={pathOf(of, '/members/roles')}>
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
          action={pathOf(of, '/members/remove')}
          fields={{ user: member.userId }}
          label={words.me.remove}
          about={label}
          danger
        />
      )}
      {mine && <Action action={pathOf(of, '/leave')} fields={{}} label={org.leave} danger />}
    </li>
  )
}

/** What only owners do with members. */
const OwnerForms = ({ of, people }: { of: OrganizationFrame; people: readonly MemberRow[] | null }) => {
  const { words } = of.around.frame
  const { org } = words
  return (
    <>
      <details>
        <summary>{org.transfer}</summary>
        <Form action={pathOf(of, '/transfer')} submit={org.transfer}>
          <PersonField of={of} id="transfer" people={people} />
        </Form>
      </details>
      <details open={Boolean(of.problems.email || of.problems.person)}>
        <summary>{org.reset}</summary>
        <p class="quiet">{org.resetIntro}</p>
        <Form action={pathOf(of, '/members/reset')} submit={org.reset}>
          <PersonField of={of} id="reset" people={people} />
          <Field
            name="email"
            type="email"
            label={words.email.label}
            maxlength={254}
            required
            problem={of.problems.email}
          />
        </Form>
      </details>
      <details>
        <summary>{words.recovery.shorten}</summary>
        <p class="quiet">{words.recovery.shortenIntro}</p>
        <Form action={pathOf(of, '/members/recovery')} submit={words.recovery.shorten}>
          <PersonField of={{ ...of, problems: {} }} id="recovery" people={people} />
        </Form>
      </details>
    </>
  )
}
