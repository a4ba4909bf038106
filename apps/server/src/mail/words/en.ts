import type { MailWords } from './shape.ts'

export const en: MailWords = {
  lang: 'en',
  dir: 'ltr',
  codeSubject: ({ application }) => `Your sign-in code for ${application}`,
  codeIntro: ({ application }) => `Enter this code to sign in to ${application}:`,
  codeExpires: 'The code expires after five minutes and works once, only in the browser where you requested it.',
  linkIntro: 'Or open this page in the same browser:',
  linkButton: 'Open the sign-in page',
  asked: ({ application, brand, when, network }) =>
    `Requested at ${when} from ${network}, to sign in to ${application}${application === brand ? '' : ` with ${brand}`}.`,
  neverShare: 'Never give this code to anyone. We will never ask you for it.',
  notYou: 'If this was not you, you can ignore this email. Nobody can sign in without the code.',
  ignore: 'If this was not you, you can ignore this email.',
  refusedSubject: ({ application }) => `About your sign-in to ${application}`,
  refusedBody: ({ application, when }) =>
    `Someone, probably you, tried to sign in to ${application} with this address at ${when}. New accounts require an invitation, and there is none for this address. Ask the people who run ${application} to invite you.`,
  addressSubject: ({ brand }) => `Confirm this address for ${brand}`,
  addressIntro: ({ brand }) => `Enter this code to add this address to your ${brand} account:`,
  addressButton: 'Open the page',
  takenSubject: ({ brand }) => `About your address at ${brand}`,
  takenBody: ({ brand, when }) =>
    `Someone, probably you, asked at ${when} to add this address to an account at ${brand}. It already belongs to another account. To use it with a different one, remove it there first.`,
  noticeSubject: ({ brand }) => `A change to your account at ${brand}`,
  noticeFacts: ({ brand, when, network }) => `At ${when}, from ${network}, at ${brand}.`,
  noticeNotYou:
    'If this was not you, open your account now, end the other sessions, and remove everything you do not recognize:',
  noticeButton: 'Open your account',
  invitationSubject: ({ application, organization }) => `${organization} invites you to ${application}`,
  invitationBody: ({ organization, person }) =>
    `${person} invites you to join ${organization}. Open the page below and sign in with this address to accept.`,
  invitationExpires:
    'The invitation is valid for seven days and only for this address. If you were not expecting it, you can ignore this email; nothing will happen.',
  invitationButton: 'Open the invitation',
  requestSubject: ({ organization, person }) => `${person} would like to join ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `${person} has an address in your domain and would like to join ${organization} at ${brand}. Approve or decline the request on the page below.`,
  requestButton: 'Open the requests',
  answerSubject: ({ organization }) => `Your request to join ${organization}`,
  approvedBody: ({ organization }) => `You are now a member of ${organization}. You can continue where you left off.`,
  declinedBody: ({ organization }) => `Your request to join ${organization} was declined.`,
  testSubject: ({ brand }) => `Test email from ${brand}`,
  testBody: ({ brand, when }) =>
    `An operator of ${brand} asked for this email at ${when}, to see whether emails arrive. Nothing else happened.`,
  notices: {
    'passkey-added': 'A passkey was added to your account:',
    'passkey-removed': 'A passkey was removed from your account:',
    'address-added': 'An address was added to your account:',
    'address-removed': 'An address was removed from your account:',
    'primary-changed': 'Your account has a new primary address:',
    'new-device': 'Someone signed in to your account with a passkey on a new device:',
    'data-exported': 'The data of your account was downloaded.',
    'account-deleted': 'Your account was deleted.',
    'sign-in-reset': 'The sign-in of your account was reset. You now sign in with:',
    'change-undone': 'A change to your email addresses was undone, and all sessions have ended. You now sign in with:',
    'recovery-requested':
      'A recovery without a passkey was requested for your account. It takes effect no earlier than:',
    'recovery-cancelled': 'The recovery of your account was canceled. Your passkeys work as before.',
    'recovery-shortened':
      'An operator or an owner let the recovery of your account take effect. Signing in by email is now enough to replace its passkeys.',
    'operator-viewer': 'You were made an operator of this server, with the role Viewer: you can look at the console.',
    'operator-support':
      'You were made an operator of this server, with the role Support: you can help people to sign in.',
    'operator-administrator':
      'You were made an operator of this server, with the role Administrator: you can manage people, applications, and settings.',
    'operator-none': 'You are no longer an operator of this server.',
    'impersonation-started': 'An operator started acting as you in an application:',
    'impersonation-ended': 'An operator stopped acting as you in an application:',
    'accounts-merged':
      'Two of your accounts were merged into this one. All their addresses and passkeys now belong to it.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `This address was recently removed from an account at ${brand}. Until ${until}, it cannot be used for a new account or added to another one, so that the removal can be undone. If you did not remove it, use the link in our email about the removal.`,
    undoIntro:
      'If this was not you, undo it within 72 hours. Your addresses go back to what they were, every session ends, and passkeys added since then are removed:',
    undoButton: 'Undo this change',
    cancelIntro: 'If this was not you, someone can read your email. Cancel it now:',
    cancelButton: 'Cancel the recovery',
  },
  organization: {
    invitationSubject: ({ organization }) => `Invitation to ${organization}`,
    invitedByOrganization: ({ organization }) =>
      `${organization} invites you to join. Open the page below and sign in with this address to accept.`,
    invitedByOperators: ({ brand, organization }) =>
      `The operators of ${brand} invite you to join ${organization}. Open the page below and sign in with this address to accept.`,
    domainCodeSubject: ({ domain, organization }) => `${organization} asks you to confirm the domain ${domain}`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} has stated at ${brand} that the domain ${domain} belongs to it. This code confirms that:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `Give the code to ${organization} only if this is correct. With it, ${organization} may offer everyone with an address at ${domain} to ask to join. It gives no access to any mailbox or account.`,
    domainCodeExpires: 'The code expires after five minutes and works once.',
    domainCodeWarning: 'If you do not know this organization, ignore this email. Nothing will happen without the code.',
    news: {
      missing: {
        subject: ({ domain }) => `The DNS record of ${domain} is missing`,
        body: ({ brand, domain, organization }) =>
          `The TXT record that proves that ${domain} belongs to ${organization} was not found. If it is not back within seven days, ${brand} will let nobody new join ${organization} through this domain. The page below shows the record to add.`,
      },
      lost: {
        subject: ({ domain }) => `${domain} is no longer confirmed`,
        body: ({ brand, domain, organization }) =>
          `The TXT record that proves that ${domain} belongs to ${organization} has been missing for seven days. Nobody new can join ${organization} at ${brand} through this domain until the record is back. Members stay members.`,
      },
      restored: {
        subject: ({ domain }) => `${domain} is confirmed again`,
        body: ({ domain, organization }) =>
          `The TXT record of ${domain} was found again. People can join ${organization} through this domain as before.`,
      },
      'taken-over': {
        subject: ({ domain }) => `${domain} was confirmed by another organization`,
        body: ({ brand, domain, organization }) =>
          `The proof of ${domain} was lost, and another organization at ${brand} has now verified by DNS that the domain is theirs. It no longer counts for ${organization}. Members stay members.`,
      },
    },
    newsButton: 'Open the domains',
    noticeTime: ({ brand, when }) => `At ${when}, at ${brand}.`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} asks to see ${application} as you`,
    body: ({ application, brand, operator, person }) =>
      `${operator} of ${brand} asks to see ${application} as ${person}, for half an hour at most. The reason given:`,
    expires: 'Nothing happens unless you allow it. The request expires after one day.',
    button: 'Open the request',
  },
  signUp: {
    subject: ({ brand }) => `Invitation to ${brand}`,
    body: ({ brand }) =>
      `The operators of ${brand} have invited you. Open the page below and sign in with this address to create your account.`,
  },
  signInRequest: {
    subject: ({ brand }) => `Sign in at ${brand}`,
    body: ({ brand }) =>
      `The operators of ${brand} ask you to sign in. Open the page below and sign in with this address.`,
    button: 'Open the sign-in page',
  },
}
