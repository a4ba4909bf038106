/** What happened to an account: every mailbox of the person is notified. */
export const noticeEvents = [
  'passkey-added',
  'passkey-removed',
  'address-added',
  'address-removed',
  'primary-changed',
  'phone-verified',
  'phone-removed',
  'new-device',
  'data-exported',
  'account-deleted',
  'sign-in-reset',
  'change-undone',
  'undo-requested',
  'undo-cancelled',
  'recovery-requested',
  'recovery-cancelled',
  'recovery-shortened',
  'operator-viewer',
  'operator-support',
  'operator-administrator',
  'operator-none',
  'impersonation-started',
  'impersonation-ended',
  'accounts-merged',
  'application-connected',
  'api-key-created',
  'organization-key-created',
  'api-key-expiring',
  'api-key-idle',
  'api-key-published',
  'identity-linked',
  'identity-unlinked',
  'agents-linked',
  'device-approved',
  'session-binding-failed',
] as const
export type NoticeEvent = (typeof noticeEvents)[number]

/** What happened to the proof of a domain. */
export type DomainNews = 'missing' | 'lost' | 'restored' | 'taken-over'

/** What happened to the company sign-in of an organization. */
export const ssoNews = [
  'created',
  'updated',
  'tested',
  'activated',
  'failing',
  'disabled',
  'removed',
  'enforced',
  'relaxed',
  'bypassed',
  'link-created',
  'link-opened',
  'link-revoked',
  'issuer-trusted',
  'issuer-changed',
  'issuer-disabled',
  'issuer-removed',
] as const
export type SsoNews = (typeof ssoNews)[number]

/** What happened to the company's directory of an organization. */
export const directoryNews = [
  'opened',
  'paused',
  'resumed',
  'closed',
  'token-created',
  'token-revoked',
  'token-expiring',
  'owner-parked',
] as const
export type DirectoryNews = (typeof directoryNews)[number]

/** Who invites: a person by name, the organization itself, or those who run the server. */
export type Inviter = { kind: 'person'; name: string } | { kind: 'organization' } | { kind: 'operators' }

interface Context {
  to: string
  /** The application that the person signs in to. */
  application: string
  /** ISO 8601. */
  at: string
  /** The network prefix that the request came from. */
  network: string
  /** Of the browser that sent the request. Mails that the previous release queued lack it. */
  userAgent?: string
  /** BCP 47 tags, preferred first. */
  locales: readonly string[]
  /** The reader's time zone (IANA), where it is known. Mails that the previous release queued lack it. */
  zone?: string | null
  /** Whose look the mail has, besides that of the server. */
  themeOf?: { client?: Named | null; organization?: Named | null }
}

interface Named {
  id: string
  name: string
}

/** A mail as data. This is what is queued; it is put into words when it is sent. */
export type Mail =
  | (Context & { kind: 'sign-in-code'; code: string; link: string })
  | (Context & { kind: 'sign-up-refused' })
  | (Context & { kind: 'address-code'; code: string; link: string })
  | (Context & { kind: 'connect-code'; organization: string; code: string })
  | (Context & { kind: 'address-taken' })
  /** `until`: ISO 8601. */
  | (Context & { kind: 'address-reserved'; until: string })
  /** `application` is empty when none was chosen. Mails that the previous release queued lack the roles. */
  | (Context & { kind: 'invitation'; organization: string; inviter: Inviter; roles?: readonly string[]; link: string })
  | (Context & { kind: 'domain-code'; organization: string; domain: string; code: string })
  | (Context & { kind: 'domain-news'; news: DomainNews; organization: string; domain: string; link: string })
  /** To the owners: a role of their organization has permissions that otherwise only they have. */
  | (Context & { kind: 'owner-role'; organization: string; role: string; permissions: string; link: string })
  /** To the owners. `details`: the connection, the domain, and the address that a set-up link is for. */
  | (Context & {
      kind: 'sso-news'
      news: SsoNews
      organization: string
      details: readonly string[]
      byLink: boolean
      link: string
    })
  | (Context & { kind: 'sso-required'; organization: string; link: string })
  /** To the owners. `expiresAt`: ISO 8601, of a token that expires soon. */
  | (Context & {
      kind: 'directory-news'
      news: DirectoryNews
      organization: string
      details: readonly string[]
      byLink: boolean
      expiresAt?: string
      link: string
    })
  /** To whom a set-up link is for. */
  | (Context & { kind: 'setup-code'; organization: string; code: string })
  | (Context & { kind: 'join-request'; organization: string; person: string; link: string })
  | (Context & { kind: 'join-approved' | 'join-declined'; organization: string; link: string })
  | (Context & { kind: 'sign-up-invitation'; link: string })
  | (Context & { kind: 'test' })
  /** An operator asks to see an application as this person. */
  | (Context & { kind: 'impersonation-asked'; operator: string; person: string; reason: string; link: string })
  /** An operator asks someone to sign in, perhaps to an account that was just `created` for them. The link is a page, and carries no secret. */
  | (Context & { kind: 'sign-in-request'; link: string; created?: boolean })
  | (Context & {
      kind: 'notice'
      event: NoticeEvent
      detail: string
      link: string
      undo?: string
      cancel?: string
      /** ISO 8601. Shown in place of `detail`, which says the same for a server of the previous release. */
      takesEffectAt?: string
      /** ISO 8601. When what `detail` names ends. */
      endsAt?: string
      /** Where it was found: a URL that a stranger chose. */
      publishedAt?: string
    })

export const mailKinds = [
  'sign-in-code',
  'sign-up-refused',
  'address-code',
  'connect-code',
  'address-taken',
  'address-reserved',
  'invitation',
  'domain-code',
  'domain-news',
  'owner-role',
  'sso-news',
  'sso-required',
  'setup-code',
  'directory-news',
  'join-request',
  'join-approved',
  'join-declined',
  'sign-up-invitation',
  'impersonation-asked',
  'sign-in-request',
  'test',
  'notice',
] as const satisfies readonly Mail['kind'][]

export type MailOf<Kind extends Mail['kind']> = Extract<Mail, { kind: Kind }>

export interface ComposedMail {
  to: string
  subject: string
  text: string
  html: string
}

/** Whose mails these are: of the server, and in the look of whom. `name` is the server's. */
export interface MailBrand {
  name: string
  issuer: string
  color: string
  /** A color that is legible on `color`. */
  textColor: string
  /** What BRAND_NAME says, if a theme gives the server another name: a mail that was queued may still have it. */
  configuredName?: string
  /** What stands at the head of the mail. Default: the name. */
  headName?: string
  /** Beside the head name, which is empty where the logo stands alone and has an alternative text. */
  logo?: { url: string; alt: string } | null
}
