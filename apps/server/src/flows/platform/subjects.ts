/**
 * A `sub` that another system gave: OIDC Core section 8 allows 255 ASCII characters. Of those only the ones that stand
 * in a path as they are, so that `auth0|5f7c8ec7c33c6c004bbafe82` has its place in `/api/v1/users/{id}` too.
 */
const subjectPattern = /^(?!\.+$)[A-Za-z0-9._~|:@+=-]{1,255}$/

export const isSubject = (text: string): boolean => subjectPattern.test(text)
