import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'لوحة التحكم',
  sections: {
    overview: 'نظرة عامة',
    people: 'الأشخاص',
    why: 'مساعدة تسجيل الدخول',
    applications: 'التطبيقات',
    organizations: 'المؤسسات',
    mail: 'البريد',
    webhooks: 'Webhooks',
    audit: 'النشاط',
    themes: 'السمات',
    operators: 'المشرفون',
    keys: 'المفاتيح',
    health: 'الحالة',
    preview: 'معاينة',
    impersonations: 'التصرف نيابة عن شخص',
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
