import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Console',
  sections: {
    overview: 'Overzicht',
    people: 'Personen',
    why: 'Hulp bij inloggen',
    applications: 'Applicaties',
    organizations: 'Organisaties',
    mail: 'E-mail',
    webhooks: 'Webhooks',
    audit: 'Activiteit',
    themes: 'Thema’s',
    operators: 'Beheerders',
    keys: 'Sleutels',
    health: 'Status',
    preview: 'Voorbeeld',
    impersonations: 'Impersonatie',
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
      'Log in bij een applicatie zoals een nieuwe persoon dat zou doen. De pagina’s zijn de echte, op een aparte server die daarna wordt verwijderd: er komt geen account, er gaat geen e-mail weg en de applicatie merkt niets.',
    client: 'Applicatie',
    organization: 'Organisatie',
    organizationHint: 'ID of korte naam; de persoon is dan lid',
    noOrganization: 'Er is geen organisatie met deze ID of korte naam.',
    language: 'Taal',
    browserLanguage: 'Die van de browser',
    acr: 'Vereiste aanmelding',
    anyAcr: 'Wat de applicatie vraagt',
    acrs: {
      'urn:vestibule:acr:mail': 'Code per e-mail',
      phr: 'Passkey',
      phrh: 'Passkey die zijn apparaat niet kan verlaten',
    },
    start: 'Voorbeeld starten',
    open: (name, until) => `Een voorbeeld van ${name} is open tot ${until}.`,
    goOn: 'Ga ermee verder',
    again: 'Nog een voorbeeld starten',
    ended: 'Het voorbeeld is beëindigd en alles erin is verwijderd.',
    gone: 'Er is geen voorbeeld open. Het is beëindigd of werd op een ander proces van deze server gestart. Start het opnieuw.',
    busy: 'Er zijn al vier voorbeelden open. Probeer het opnieuw als er een is beëindigd.',
    bar: {
      title: 'Voorbeeld',
      code: 'Code:',
      usePasskey: 'Doorgaan alsof een passkey is gebruikt',
      end: 'Voorbeeld beëindigen',
    },
    resultTitle: (name) => `Wat ${name} zou krijgen`,
    resultNote:
      'De tokens komen van een uitgever die alleen in dit voorbeeld bestaat. Geen applicatie en geen API accepteert ze.',
    parts: {
      idToken: 'Claims van het ID-token',
      accessToken: 'Claims van het toegangstoken',
      userinfo: 'Antwoord van userinfo',
      response: 'Tokenantwoord',
      error: 'De applicatie zou een fout krijgen',
    },
    stepsTitle: 'Waarom elke stap verscheen',
    noSteps: 'Er verscheen geen stap.',
    steps: {
      email: 'E-mailadres: niemand was aangemeld.',
      code: 'Code: het adres moest worden bewezen.',
      passkey: 'Passkey: het verzoek, de applicatie of de organisatie eist er een.',
      terms: 'Voorwaarden: de huidige versie was niet geaccepteerd.',
      profile: 'Naam: het profiel was niet volledig.',
      organization: 'Organisatie: de applicatie heeft er een nodig en het was niet duidelijk welke.',
      team: 'Team: het was niet duidelijk voor welk team.',
      consent: 'Toestemming: de applicatie moet het vragen voordat ze gegevens krijgt.',
    },
  },

  impersonation: {},
}
