import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Consola',
  sections: {
    overview: 'Resumen',
    people: 'Personas',
    why: 'Ayuda de acceso',
    applications: 'Aplicaciones',
    organizations: 'Organizaciones',
    mail: 'Correo',
    webhooks: 'Webhooks',
    audit: 'Actividad',
    themes: 'Temas',
    operators: 'Operadores',
    keys: 'Claves',
    health: 'Estado',
    preview: 'Vista previa',
    impersonations: 'Suplantación',
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
