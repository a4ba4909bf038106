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

  preview: {},

  impersonation: {},
}
