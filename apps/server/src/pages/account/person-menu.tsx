import type { Child } from 'hono/jsx'
import { Avatar } from '../avatar.tsx'
import { Icon } from '../icons.tsx'
import { type Frame, Technical } from '../layout.tsx'

/** What every page for a signed-in person knows about them. */
export interface PersonFrame extends Frame {
  /** Whose account it is. */
  address: string
  /** An empty name where they have none. `picture`: the path of the one that is stored here. */
  person: { id: string; name: string; picture: string | null }
  /** Where they can go from every page. Null on a page that has no menu. */
  menu: {
    /** They may open the console. */
    console: boolean
    organizations: readonly { id: string; slug: string; name: string }[]
    /** They belong to more organizations than these. */
    more: boolean
    /** The application that they came from. */
    application: { name: string; url: string } | null
  } | null
}

/** At the head of every page of a signed-in person: who that is, where they can go, and the way out. */
export const PersonMenu = ({ frame }: { frame: PersonFrame }) => {
  const { address, base, menu, person, words } = frame
  const organizations = menu?.organizations ?? []
  return (
    <details class="person-menu">
      <summary>
        <Avatar {...person} name={person.name || address} kind="person" size={32} />
        <span class="address">
          <Technical>{address}</Technical>
        </span>
      </summary>
      <div>
        <p>
          {person.name && (
            <strong>
              <bdi>{person.name}</bdi>
            </strong>
          )}
          <Technical>{address}</Technical>
        </p>
        <ul>
          <MenuLink href={`${base}/account`} mark={<Icon name="settings" />}>
            {words.me.title}
          </MenuLink>
          {menu?.console && (
            <MenuLink href={`${base}/admin`} mark={<Icon name="operator" />}>
              {words.console.title}
            </MenuLink>
          )}
        </ul>
        {organizations.length > 0 && (
          <ul aria-label={words.me.tabs.organizations}>
            {organizations.map(({ id, slug, name }) => (
              <MenuLink
                href={`${base}/organizations/${slug}`}
                mark={<Avatar id={id} name={name} kind="organization" />}
              >
                <bdi>{name}</bdi>
              </MenuLink>
            ))}
            {menu?.more && (
              <MenuLink href={`${base}/account/organizations`} mark={<Icon name="more" />}>
                {words.me.organizations.all}
              </MenuLink>
            )}
          </ul>
        )}
        <ul>
          <MenuLink href={`${base}/logout`} mark={<Icon name="signOut" />}>
            {words.logout.out}
          </MenuLink>
        </ul>
      </div>
    </details>
  )
}

const MenuLink = ({ href, mark, children }: { href: string; mark: Child; children?: Child }) => (
  <li>
    <a href={href}>
      {mark} <span>{children}</span>
    </a>
  </li>
)

/** The way back to the application that was signed in to last from this session. */
export const BackToApplication = ({ frame: { menu, words } }: { frame: PersonFrame }) =>
  menu?.application ? (
    <a class="back" href={menu.application.url}>
      <Icon name="back" /> <span>{words.manage.backTo({ application: menu.application.name })}</span>
    </a>
  ) : null
