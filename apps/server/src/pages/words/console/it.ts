import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Console',
  sections: {
    overview: 'Panoramica',
    people: 'Persone',
    why: 'Aiuto all’accesso',
    applications: 'Applicazioni',
    organizations: 'Organizzazioni',
    mail: 'Posta',
    webhooks: 'Webhook',
    audit: 'Attività',
    themes: 'Temi',
    operators: 'Operatori',
    keys: 'Chiavi',
    health: 'Stato',
    preview: 'Anteprima',
    impersonations: 'Impersonificazione',
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
