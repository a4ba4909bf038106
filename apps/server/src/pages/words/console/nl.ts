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

  preview: {},

  impersonation: {},
}
