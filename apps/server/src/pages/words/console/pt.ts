import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Consola',
  sections: {
    overview: 'Visão geral',
    people: 'Pessoas',
    why: 'Ajuda de acesso',
    applications: 'Aplicações',
    organizations: 'Organizações',
    mail: 'E-mail',
    webhooks: 'Webhooks',
    audit: 'Atividade',
    themes: 'Temas',
    operators: 'Operadores',
    keys: 'Chaves',
    health: 'Estado',
    preview: 'Pré-visualização',
    impersonations: 'Personificação',
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
