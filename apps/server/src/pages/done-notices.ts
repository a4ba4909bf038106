import type { Words } from '../words/index.ts'

export type DoneWord = keyof Words['done']

/** What an act did: a word that every language has a sentence for, and what the sentence names. */
export type DoneNotice = readonly [word: DoneWord, ...about: string[]]

/** What each sentence names, in the order of `about`. */
const namedBy: Partial<Record<DoneWord, readonly string[]>> = {
  'address-primary': ['address'],
  'address-removed': ['address'],
  'phone-verified': ['number'],
  'phone-removed': ['number'],
  'access-revoked': ['application'],
  'client-trusted': ['pattern'],
  'client-blocked': ['pattern'],
  'client-rule-removed': ['pattern'],
  left: ['organization'],
  'organization-created': ['organization'],
  'organization-deleted': ['organization'],
  'organization-restored': ['organization'],
  'organization-approved': ['organization'],
  'approval-withdrawn': ['organization'],
  'owner-added': ['person', 'organization'],
  'role-changed': ['person', 'role'],
  'member-removed': ['person'],
  'ownership-transferred': ['person'],
  'sign-in-reset': ['person', 'address'],
  'recovery-shortened': ['person'],
  'person-address-removed': ['address', 'person'],
  invited: ['address'],
  'invitation-resent': ['address'],
  'invitation-withdrawn': ['address'],
  'people-invited': ['count'],
  'request-approved': ['person'],
  'domain-added': ['domain'],
  'domain-verified': ['domain'],
  'domain-removed': ['domain'],
  'joining-changed': ['domain'],
  'terms-published': ['version'],
  'server-terms-published': ['version'],
  'terms-withdrawn': ['organization'],
  'connection-ended': ['application', 'person'],
  'application-ended': ['application', 'count'],
  'application-blocked': ['application', 'count'],
  'application-allowed': ['application'],
  'application-rule-removed': ['application'],
  'registration-deleted': ['name'],
  'registration-trusted': ['name'],
  'registration-untrusted': ['name'],
  'registration-token-revoked': ['name'],
  'field-saved': ['field'],
  'field-removed': ['field'],
  'resource-created': ['resource'],
  'resource-saved': ['resource'],
  'resource-deleted': ['resource'],
  'api-key-revoked': ['name'],
  'role-created': ['role'],
  'role-saved': ['role'],
  'role-deleted': ['role'],
  'team-roles-saved': ['team'],
  'team-created': ['team'],
  'team-renamed': ['team'],
  'team-deleted': ['team'],
  'team-member-added': ['person', 'team'],
  'team-member-removed': ['person', 'team'],
}

const isDoneWord = (words: Words['done'], word: string): word is DoneWord => Object.hasOwn(words, word)

/** The sentence that says what an act did. Null for an unknown word, or without what it names. */
export function doneNoticeText({
  words,
  done,
  about,
}: {
  words: Words
  done: string
  about: readonly string[]
}): string | null {
  if (!isDoneWord(words.done, done)) return null
  const sentence: string | ((values: never) => string) = words.done[done]
  if (typeof sentence === 'string') return sentence
  const names = namedBy[done] ?? []
  if (names.length === 0 || about.length < names.length) return null
  return sentence(Object.fromEntries(names.map((name, index) => [name, about[index]])) as never)
}
