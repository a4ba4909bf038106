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

  preview: {},

  impersonation: {},
}

export type ConsoleWords = typeof consoleWords
