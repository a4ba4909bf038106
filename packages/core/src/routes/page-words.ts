/** Texts of the pages of the SDK. The other languages have them in this order. */
export const english = {
  title: 'You are not signed in',
  declined: 'You canceled the sign-in.',
  expired: 'This sign-in took too long or was started in another browser.',
  unavailable: 'Sign-in is not available right now. Please try again in a moment.',
  failed: 'Something went wrong while you were signing in.',
  forbiddenTitle: 'You can’t open this page',
  forbidden: 'Your account doesn’t have the necessary permission.',
  again: 'Sign in again',
  home: 'Go to the home page',
  switch: 'Switch to another organization',
  stillSignedIn: 'You are still signed in',
  notMember: 'You are not a member of this organization.',
  reference: 'Reference',
}

export type PageWords = typeof english

/** The texts of a language. */
export type Texts = readonly [
  ...[string, string, string, string, string, string],
  ...[string, string, string, string, string, string, string],
]

export const wordsOf = (texts: Texts): PageWords =>
  Object.fromEntries(Object.keys(english).map((name, index) => [name, texts[index]])) as PageWords
