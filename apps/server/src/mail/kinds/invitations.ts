import type { Inviter, MailOf } from '../messages.ts'
import { link, type MailContent, type MailContext, paragraphs } from '../parts.ts'
import { isolated, withoutLinks } from '../text.ts'

export function invitation(mail: MailOf<'invitation'>, { words, facts }: MailContext): MailContent {
  const about = { ...facts, ...isolated(words, { organization: withoutLinks(mail.organization) }), person: '' }
  return {
    subject: mail.application ? words.invitationSubject(about) : words.organization.invitationSubject(about),
    parts: [
      ...paragraphs(invitationBody(), ...roleLines(mail.roles ?? [], words), words.invitationExpires),
      link(mail.link, words.invitationButton),
    ],
  }

  function invitationBody(): string {
    // The previous release queued the inviter's address, or nothing.
    const inviter: Inviter = typeof mail.inviter === 'string' ? { kind: 'organization' } : mail.inviter
    if (inviter.kind === 'organization') return words.organization.invitedByOrganization(about)
    if (inviter.kind === 'operators') return words.organization.invitedByOperators(about)
    return words.invitationBody({ ...about, ...isolated(words, { person: withoutLinks(inviter.name) }) })
  }
}

/** The role that the invitation gives. Nothing for a role that this version doesn't know. */
function roleLines(roles: readonly string[], words: MailContext['words']): string[] {
  const names: Readonly<Record<string, string>> = words.roles
  const known = roles.flatMap((role) => names[role] ?? [])
  return known.length > 0 ? [words.invitationRole({ role: known.join(', ') })] : []
}

/** From those who run the server, to create an account (`vestibule users invite`). */
export const signUpInvitation = (mail: MailOf<'sign-up-invitation'>, { words, facts }: MailContext): MailContent => ({
  subject: words.signUp.subject(facts),
  parts: [...paragraphs(words.signUp.body(facts), words.invitationExpires), link(mail.link, words.invitationButton)],
})

/** From those who run the server, to sign in to an account. Whoever reads it has to sign in as everybody does. */
export function signInRequest(mail: MailOf<'sign-in-request'>, { words, facts }: MailContext): MailContent {
  const { subject, body } = mail.created ? words.accountCreated : words.signInRequest
  return {
    subject: subject(facts),
    parts: [...paragraphs(body(facts)), link(mail.link, words.signInRequest.button)],
  }
}

export function joinRequest(mail: MailOf<'join-request'>, { words, facts }: MailContext): MailContent {
  const about = { ...facts, organization: withoutLinks(mail.organization), person: mail.person }
  return {
    subject: words.requestSubject(about),
    parts: [...paragraphs(words.requestBody(about)), link(mail.link, words.requestButton)],
  }
}

export function joinAnswer(
  mail: MailOf<'join-approved' | 'join-declined'>,
  { words, facts }: MailContext,
): MailContent {
  const about = { ...facts, organization: withoutLinks(mail.organization), person: '' }
  const body = mail.kind === 'join-approved' ? words.approvedBody : words.declinedBody
  return {
    subject: words.answerSubject(about),
    parts: [...paragraphs(body(about)), link(mail.link, words.noticeButton)],
  }
}
