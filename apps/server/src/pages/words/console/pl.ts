import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Konsola',
  sections: {
    overview: 'Przegląd',
    people: 'Osoby',
    why: 'Pomoc w logowaniu',
    applications: 'Aplikacje',
    organizations: 'Organizacje',
    mail: 'Poczta',
    webhooks: 'Webhooki',
    audit: 'Aktywność',
    themes: 'Motywy',
    operators: 'Operatorzy',
    keys: 'Klucze',
    health: 'Stan',
    preview: 'Podgląd',
    impersonations: 'Działanie w imieniu',
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
