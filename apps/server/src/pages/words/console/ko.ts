import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: '콘솔',
  sections: {
    overview: '개요',
    people: '사용자',
    why: '로그인 진단',
    applications: '애플리케이션',
    organizations: '조직',
    mail: '메일',
    webhooks: '웹훅',
    audit: '활동',
    themes: '테마',
    operators: '운영자',
    keys: '키',
    health: '상태',
    preview: '미리보기',
    impersonations: '대리 로그인',
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
