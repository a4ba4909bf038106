import type { DomainNews, NoticeEvent } from '../messages.ts'

/** What most mails mention. `application` is empty where the mail has nothing to do with one. */
export interface MailFacts {
  application: string
  brand: string
  when: string
  network: string
}

export interface InvitationFacts extends MailFacts {
  organization: string
  /** Who invites, or who asks to join. */
  person: string
}

export interface OrganizationFacts {
  brand: string
  organization: string
}

export interface DomainFacts extends OrganizationFacts {
  domain: string
}

/** Every word of the mails. Each language fills it; English is the original. */
export interface MailWords {
  lang: string
  dir: 'ltr' | 'rtl'
  codeSubject: (facts: MailFacts) => string
  codeIntro: (facts: MailFacts) => string
  codeExpires: string
  linkIntro: string
  linkButton: string
  asked: (facts: MailFacts) => string
  neverShare: string
  notYou: string
  /** For a mail that contains nothing to sign in with. */
  ignore: string
  refusedSubject: (facts: MailFacts) => string
  refusedBody: (facts: MailFacts) => string
  addressSubject: (facts: MailFacts) => string
  addressIntro: (facts: MailFacts) => string
  addressButton: string
  takenSubject: (facts: MailFacts) => string
  takenBody: (facts: MailFacts) => string
  noticeSubject: (facts: MailFacts) => string
  noticeFacts: (facts: MailFacts) => string
  noticeNotYou: string
  noticeButton: string
  invitationSubject: (facts: InvitationFacts) => string
  invitationBody: (facts: InvitationFacts) => string
  invitationExpires: string
  invitationButton: string
  requestSubject: (facts: InvitationFacts) => string
  requestBody: (facts: InvitationFacts) => string
  requestButton: string
  answerSubject: (facts: InvitationFacts) => string
  approvedBody: (facts: InvitationFacts) => string
  declinedBody: (facts: InvitationFacts) => string
  /** An operator asked for it in the console. */
  testSubject: (facts: MailFacts) => string
  testBody: (facts: MailFacts) => string
  /** What happened. A detail may stand below it. */
  notices: Record<NoticeEvent, string>
  recovery: RecoveryMailWords
  organization: OrganizationMailWords
  impersonation: ImpersonationMailWords
  signUp: SignUpMailWords
  signInRequest: SignUpMailWords & { button: string }
}

/** Recovery, undoing a change, and addresses that are reserved for a while. */
interface RecoveryMailWords {
  reservedBody: (facts: { brand: string; until: string }) => string
  undoIntro: string
  undoButton: string
  cancelIntro: string
  cancelButton: string
}

/** Who invites, and the domains of an organization. */
interface OrganizationMailWords {
  /** For an invitation that leads to no particular application. */
  invitationSubject: (facts: OrganizationFacts) => string
  /** The organization itself invites, by a client of its own. */
  invitedByOrganization: (facts: OrganizationFacts) => string
  /** Those who run the server invite. */
  invitedByOperators: (facts: OrganizationFacts) => string
  domainCodeSubject: (facts: DomainFacts) => string
  domainCodeIntro: (facts: DomainFacts) => string
  domainCodeMeaning: (facts: DomainFacts) => string
  domainCodeExpires: string
  domainCodeWarning: string
  news: Record<DomainNews, { subject: (facts: DomainFacts) => string; body: (facts: DomainFacts) => string }>
  newsButton: string
  /** Replaces `noticeFacts` where no network is known. */
  noticeTime: (facts: { when: string; brand: string }) => string
}

interface ImpersonationFacts extends MailFacts {
  operator: string
  person: string
}

/** An operator asks to act as a person. */
interface ImpersonationMailWords {
  subject: (facts: ImpersonationFacts) => string
  body: (facts: ImpersonationFacts) => string
  expires: string
  button: string
}

/** The mail that lets someone create an account (`vestibule users invite`). */
interface SignUpMailWords {
  subject: (facts: { brand: string }) => string
  body: (facts: { brand: string }) => string
}
