import { directoryNews, type Mail, noticeEvents, ssoNews } from '../../src/mail/messages.ts'

/** One mail of every kind, and one notice of every event. */
export function everyMail(locale: string, issuer = 'https://id.example.test'): Mail[] {
  const context = {
    to: 'ada@example.test',
    application: 'Notes',
    at: '2027-01-01T09:30:00Z',
    network: '203.0.113.0/24',
    locales: [locale],
  }
  const link = `${issuer}/x?a=1&b=2`
  const organization = 'Engines & <b>Sons</b>'
  const domain = 'engines.example.test'
  return [
    { kind: 'sign-in-code', ...context, code: '042135', link },
    { kind: 'address-code', ...context, code: '042135', link },
    { kind: 'sign-up-refused', ...context },
    { kind: 'address-taken', ...context },
    { kind: 'address-reserved', ...context, until: '2027-01-04T09:30:00Z' },
    { kind: 'invitation', ...context, organization, inviter: { kind: 'person', name: 'Ada Lovelace' }, link },
    { kind: 'invitation', ...context, application: '', organization, inviter: { kind: 'organization' }, link },
    { kind: 'invitation', ...context, organization, inviter: { kind: 'operators' }, link },
    { kind: 'sign-up-invitation', ...context, link },
    {
      kind: 'impersonation-asked',
      ...context,
      operator: 'Grace Hopper',
      person: 'Ada Lovelace',
      reason: 'Ticket 4711: the board stays empty',
      link,
    },
    { kind: 'sign-in-request', ...context, link },
    { kind: 'owner-role', ...context, organization, role: 'Billing', permissions: 'engines', link },
    ...ssoNews.map(
      (news): Mail => ({
        ...{ kind: 'sso-news', ...context, news, organization, link },
        ...{ details: ['Engines <b>', 'Ada'], byLink: news === 'tested' },
      }),
    ),
    { kind: 'sso-required', ...context, organization, link },
    ...directoryNews.map(
      (news): Mail => ({
        ...{ kind: 'directory-news', ...context, news, organization, link, details: ['scim_abcd'] },
        ...{ byLink: news === 'token-created', expiresAt: '2027-01-15T09:30:00Z' },
      }),
    ),
    { kind: 'setup-code', ...context, organization, code: '042135' },
    { kind: 'connect-code', ...context, organization, code: '042135' },
    { kind: 'join-request', ...context, organization, person: 'Grace Hopper', link },
    { kind: 'join-approved', ...context, organization, link },
    { kind: 'join-declined', ...context, organization, link },
    { kind: 'domain-code', ...context, organization, domain, code: '042135' },
    ...(['missing', 'lost', 'restored', 'taken-over'] as const).map(
      (news): Mail => ({ kind: 'domain-news', ...context, news, organization, domain, link }),
    ),
    ...noticeEvents.map(
      (event): Mail => ({
        ...{ kind: 'notice', ...context, event, detail: 'MacBook "blue"', link },
        ...(event === 'api-key-expiring' || event === 'api-key-idle' ? { endsAt: '2027-01-15T09:30:00Z' } : {}),
        ...(event === 'api-key-published' ? { publishedAt: 'https://127.0.0.1/Notes/<b>Engines' } : {}),
      }),
    ),
    { kind: 'notice', ...context, network: '', event: 'address-removed', detail: '', link, undo: `${link}&undo` },
    { kind: 'notice', ...context, event: 'recovery-requested', detail: '', link, cancel: `${link}&cancel` },
    { kind: 'notice', ...context, event: 'undo-requested', detail: '', link, cancel: `${link}&cancel` },
    { kind: 'notice', ...context, event: 'device-approved', detail: 'Engine CLI', link, cancel: `${link}&cancel` },
  ]
}
