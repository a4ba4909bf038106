import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Konsole',
  sections: {
    overview: 'Übersicht',
    people: 'Personen',
    why: 'Anmeldehilfe',
    applications: 'Anwendungen',
    organizations: 'Organisationen',
    mail: 'E-Mail',
    webhooks: 'Webhooks',
    audit: 'Aktivität',
    themes: 'Designs',
    operators: 'Betreiber',
    keys: 'Schlüssel',
    health: 'Zustand',
    preview: 'Vorschau',
    impersonations: 'Identitätswechsel',
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
      'Melden Sie sich bei einer Anwendung an, wie es eine neue Person täte. Die Seiten sind die echten, auf einem eigenen Server, der danach gelöscht wird: Kein Konto entsteht, keine E-Mail geht hinaus, und die Anwendung erfährt nichts.',
    client: 'Anwendung',
    organization: 'Organisation',
    organizationHint: 'ID oder Kurzname; die Person ist dann Mitglied',
    noOrganization: 'Es gibt keine Organisation mit dieser ID oder diesem Kurznamen.',
    language: 'Sprache',
    browserLanguage: 'Wie im Browser',
    acr: 'Verlangte Anmeldung',
    anyAcr: 'Was die Anwendung verlangt',
    acrs: {
      'urn:vestibule:acr:mail': 'Code per E-Mail',
      phr: 'Passkey',
      phrh: 'Passkey, der sein Gerät nicht verlassen kann',
    },
    start: 'Vorschau starten',
    open: (name, until) => `Eine Vorschau von ${name} ist bis ${until} offen.`,
    goOn: 'Weiter damit',
    again: 'Neue Vorschau starten',
    ended: 'Die Vorschau wurde beendet und alles darin gelöscht.',
    gone: 'Es ist keine Vorschau offen. Sie ist beendet, oder sie wurde auf einem anderen Prozess dieses Servers gestartet. Starten Sie sie neu.',
    busy: 'Es sind schon vier Vorschauen offen. Versuchen Sie es wieder, wenn eine davon beendet ist.',
    bar: {
      title: 'Vorschau',
      code: 'Code:',
      usePasskey: 'Weiter, als wäre ein Passkey benutzt worden',
      end: 'Vorschau beenden',
    },
    resultTitle: (name) => `Was ${name} bekäme`,
    resultNote:
      'Die Tokens kommen von einem Aussteller, den es nur in dieser Vorschau gibt. Keine Anwendung und keine API nimmt sie an.',
    parts: {
      idToken: 'Claims des ID-Tokens',
      accessToken: 'Claims des Access-Tokens',
      userinfo: 'Antwort von userinfo',
      response: 'Token-Antwort',
      error: 'Die Anwendung bekäme einen Fehler',
    },
    stepsTitle: 'Warum jeder Schritt kam',
    noSteps: 'Es kam kein Schritt.',
    steps: {
      email: 'E-Mail-Adresse: Niemand war angemeldet.',
      code: 'Code: Die Adresse musste bestätigt werden.',
      passkey: 'Passkey: Die Anfrage, die Anwendung oder die Organisation verlangt einen.',
      terms: 'Nutzungsbedingungen: Die aktuelle Fassung war nicht angenommen.',
      profile: 'Name: Das Profil war nicht vollständig.',
      organization: 'Organisation: Die Anwendung braucht eine, und es war nicht klar, welche.',
      team: 'Team: Es war nicht klar, für welches gehandelt wird.',
      consent: 'Einwilligung: Die Anwendung muss fragen, bevor sie Daten bekommt.',
    },
  },

  impersonation: {},
}
