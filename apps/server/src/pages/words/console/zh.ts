import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: '控制台',
  sections: {
    overview: '概览',
    people: '用户',
    why: '登录诊断',
    applications: '应用',
    organizations: '组织',
    mail: '邮件',
    webhooks: 'Webhook',
    audit: '活动',
    themes: '主题',
    operators: '运营人员',
    keys: '密钥',
    health: '状态',
    preview: '预览',
    impersonations: '代操作',
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
