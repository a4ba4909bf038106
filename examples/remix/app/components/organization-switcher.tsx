import { AuthState } from './auth-state'
import { PopoverMenu } from './popover-menu'

/**
 * The organization that the person works in, and a menu to work in another. A switch is a form, so that no link of another site
 * can make one. Requires the scopes `organization` and `organizations`.
 */
export const OrganizationSwitcher = ({
  returnTo = '/',
  basePath = '/auth',
}: {
  /** Where the person lands in the other organization: a path of this application. */
  returnTo?: string
  basePath?: string
}) => {
  const signIn = (parameters: Record<string, string>) =>
    `${basePath}/login?${new URLSearchParams({ ...parameters, returnTo })}`
  return (
    <AuthState>
      {(session) => {
        if (!session) return null
        const { organization, organization_name, organizations } = session.user
        const current = organization_name ?? (organization ? 'Your organization' : 'No organization')
        return (
          <PopoverMenu className="organization-switcher" title="Your organization" button={<span>{current}</span>}>
            <ul>
              {organization && (
                <li>
                  <span aria-current="true">{current}</span>
                </li>
              )}
              {organizations
                .filter(({ id }) => id !== organization)
                .map(({ id, name }) => (
                  <li key={id}>
                    <form method="post" action={signIn({ organization: id })}>
                      <button type="submit">Switch to {name}</button>
                    </form>
                  </li>
                ))}
              <li>
                <a href={signIn({ prompt: 'select_organization' })}>Create an organization</a>
              </li>
            </ul>
          </PopoverMenu>
        )
      }}
    </AuthState>
  )
}
