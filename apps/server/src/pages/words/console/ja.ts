import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'コンソール',
  sections: {
    overview: '概要',
    people: 'ユーザー',
    why: 'サインインの診断',
    applications: 'アプリケーション',
    organizations: '組織',
    mail: 'メール',
    webhooks: 'Webhook',
    audit: 'アクティビティ',
    themes: 'テーマ',
    operators: '運用担当者',
    keys: '鍵',
    health: '稼働状況',
    preview: 'プレビュー',
    impersonations: '代理操作',
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
