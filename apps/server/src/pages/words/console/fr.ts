import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Console',
  sections: {
    overview: 'Vue d’ensemble',
    people: 'Personnes',
    why: 'Aide à la connexion',
    applications: 'Applications',
    organizations: 'Organisations',
    mail: 'E-mail',
    webhooks: 'Webhooks',
    audit: 'Activité',
    themes: 'Thèmes',
    operators: 'Opérateurs',
    keys: 'Clés',
    health: 'État',
    preview: 'Aperçu',
    impersonations: 'Emprunt d’identité',
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
