import type { AnchorHTMLAttributes } from 'react'

/** A link to the provider's sign-up. A plain anchor, because only a document may start a sign-in, never a prefetch. */
export const SignUpLink = ({
  returnTo = '/',
  basePath = '/auth',
  children = 'Sign up',
  ...attributes
}: AnchorHTMLAttributes<HTMLAnchorElement> & { returnTo?: string; basePath?: string }) => (
  <a {...attributes} href={`${basePath}/login?${new URLSearchParams({ prompt: 'create', returnTo })}`}>
    {children}
  </a>
)
