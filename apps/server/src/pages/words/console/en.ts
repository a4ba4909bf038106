/** The words of the console, in English. The shape of this object is what a translation has to fill. */
export const consoleWords = {
  title: 'Console',
  sections: {
    overview: 'Overview',
    people: 'People',
    why: 'Sign-in help',
    applications: 'Applications',
    organizations: 'Organizations',
    mail: 'Mail',
    webhooks: 'Webhooks',
    audit: 'Activity',
    themes: 'Themes',
    operators: 'Operators',
    keys: 'Keys',
    health: 'Health',
    preview: 'Preview',
    impersonations: 'Impersonation',
  },

  find: {},

  people: {},

  signIns: {},

  applications: {},

  organizations: {},

  mail: {},

  webhooks: {},

  overview: {},

  activity: {},

  themes: {},

  operators: {},

  keys: {},

  health: {},

  preview: {
    intro:
      'Sign in to an application as a new person would. The pages are the real ones, on a separate server that is deleted afterwards: no account is created, no email is sent, and the application is not contacted.',
    client: 'Application',
    organization: 'Organization',
    organizationHint: 'ID or short name; the person is then a member',
    noOrganization: 'There is no organization with this ID or short name.',
    language: 'Language',
    browserLanguage: 'As in the browser',
    acr: 'Required sign-in',
    anyAcr: 'What the application asks for',
    acrs: {
      'urn:vestibule:acr:mail': 'Code by email',
      phr: 'Passkey',
      phrh: 'Passkey that cannot leave its device',
    },
    start: 'Start the preview',
    open: (name: string, until: string) => `A preview of ${name} is open until ${until}.`,
    goOn: 'Go on with it',
    again: 'Start another preview',
    ended: 'The preview was ended and everything in it was deleted.',
    gone: 'There is no open preview. It has ended, or it was started on another process of this server. Start it again.',
    busy: 'Four previews are open already. Try again when one of them has ended.',
    bar: {
      title: 'Preview',
      code: 'Code:',
      usePasskey: 'Go on as if a passkey had been used',
      end: 'End the preview',
    },
    resultTitle: (name: string) => `What ${name} would get`,
    resultNote:
      'The tokens come from an issuer that exists in this preview only. No application and no API accepts them.',
    parts: {
      idToken: 'Claims of the ID token',
      accessToken: 'Claims of the access token',
      userinfo: 'Answer of userinfo',
      response: 'Token response',
      error: 'The application would get an error',
    },
    stepsTitle: 'Why each step was shown',
    noSteps: 'No step was shown.',
    steps: {
      email: 'Email address: nobody was signed in.',
      code: 'Code: the address had to be proven.',
      passkey: 'Passkey: the request, the application or the organization demands one.',
      terms: 'Terms: the current version had not been accepted.',
      profile: 'Name: the profile was not complete.',
      organization: 'Organization: the application needs one, and it was not clear which.',
      team: 'Team: it was not clear which one to act for.',
      consent: 'Consent: the application has to ask before it gets data.',
    },
  },

  impersonation: {},
}

export type ConsoleWords = typeof consoleWords
