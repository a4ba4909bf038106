/** Texts of the pages of the SDK. */
export interface PageWords {
  title: string
  declined: string
  expired: string
  unavailable: string
  failed: string
  forbiddenTitle: string
  forbidden: string
  again: string
  home: string
  switch: string
  stillSignedIn: string
  notMember: string
  reference: string
}

type Texts = [
  ...[string, string, string, string, string, string],
  ...[string, string, string, string, string, string, string],
]

export const row = (...texts: Texts): PageWords => {
  const [title, declined, expired, unavailable, failed, forbiddenTitle, forbidden, again, home, other, ...more] = texts
  const [stillSignedIn, notMember, reference] = more
  const about = {
    title,
    declined,
    expired,
    unavailable,
    failed,
    forbiddenTitle,
    forbidden,
    stillSignedIn,
    notMember,
    reference,
  }
  return { ...about, again, home, switch: other }
}

export const english = row(
  'You are not signed in',
  'You canceled the sign-in.',
  'This sign-in took too long or was started in another browser.',
  'Sign-in is not available right now. Please try again in a moment.',
  'Something went wrong while you were signing in.',
  'You can’t open this page',
  'Your account doesn’t have the necessary permission.',
  'Sign in again',
  'Go to the home page',
  'Switch to another organization',
  'You are still signed in',
  'You are not a member of this organization.',
  'Reference',
)
