import type { Child } from 'hono/jsx'
import { Icon, type IconName } from '../icons.tsx'
import { Technical } from '../layout.tsx'
import type { AccountFrame } from './layout.tsx'

/** At the head of every page of a signed-in person: who that is, where they can go, and the way out. */
export const PersonMenu = ({ frame }: { frame: AccountFrame }) => {
  const { address, base, menu, person, words } = frame
  const organizations = menu?.organizations ?? []
  return (
    <details class="person-menu">
      <summary>
        <Icon name="person" />
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
          <MenuLink href={`${base}/account`} icon="settings">
            {words.me.title}
          </MenuLink>
          {menu?.console && (
            <MenuLink href={`${base}/admin`} icon="operator">
              {words.console.title}
            </MenuLink>
          )}
        </ul>
        {organizations.length > 0 && (
          <ul aria-label={words.me.tabs.organizations}>
            {organizations.map(({ slug, name }) => (
              <MenuLink href={`${base}/organizations/${slug}`} icon="organization">
                <bdi>{name}</bdi>
              </MenuLink>
            ))}
            {menu?.more && (
              <MenuLink href={`${base}/account/organizations`} icon="more">
                {words.me.organizations.all}
              </MenuLink>
            )}
          </ul>
        )}
        <ul>
          <MenuLink href={`${base}/logout`} icon="signOut">
            {words.logout.out}
          </MenuLink>
        </ul>
      </div>
    </details>
  )
}

const MenuLink = ({ href, icon, children }: { href: string; icon: IconName; children?: Child }) => (
  <li>
    <a href={href}>
      <Icon name={icon} /> <span>{children}</span>
    </a>
  </li>
)

/** The way back to the application that was signed in to last from this session. */
export const BackToApplication = ({ frame: { menu, words } }: { frame: AccountFrame }) =>
  menu?.application ? (
    <a class="back" href={menu.application.url}>
      <Icon name="back" /> <span>{words.manage.backTo({ application: menu.application.name })}</span>
    </a>
  ) : null
