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

  preview: {
    intro:
      'سجّل الدخول إلى تطبيق كما يفعل شخص جديد. الصفحات حقيقية، لكنها على خادم مستقل يُحذف بعد ذلك: لا يُنشأ حساب، ولا تُرسل رسالة، ولا يُتصل بالتطبيق.',
    client: 'التطبيق',
    organization: 'المؤسسة',
    organizationHint: 'المعرّف أو الاسم القصير، ويصبح الشخص عضوًا فيها',
    noOrganization: 'لا توجد مؤسسة بهذا المعرّف أو الاسم القصير.',
    language: 'اللغة',
    browserLanguage: 'لغة المتصفح',
    acr: 'تسجيل الدخول المطلوب',
    anyAcr: 'ما يطلبه التطبيق',
    acrs: {
      'urn:vestibule:acr:mail': 'رمز بالبريد الإلكتروني',
      phr: 'مفتاح مرور',
      phrh: 'مفتاح مرور لا يغادر جهازه',
    },
    start: 'بدء المعاينة',
    open: (name, until) => `معاينة ${name} مفتوحة حتى ${until}.`,
    goOn: 'المتابعة',
    again: 'بدء معاينة أخرى',
    ended: 'انتهت المعاينة وحُذف كل ما فيها.',
    gone: 'لا توجد معاينة مفتوحة. إما أنها انتهت أو بدأت في عملية أخرى من هذا الخادم. ابدأها من جديد.',
    busy: 'هناك أربع معاينات مفتوحة بالفعل. حاول مجددًا بعد انتهاء إحداها.',
    bar: {
      title: 'معاينة',
      code: 'الرمز:',
      usePasskey: 'المتابعة كما لو استُخدم مفتاح مرور',
      end: 'إنهاء المعاينة',
    },
    resultTitle: (name) => `ما سيحصل عليه ${name}`,
    resultNote: 'مُصدر هذه الرموز لا وجود له إلا في هذه المعاينة. لا يقبلها أي تطبيق ولا أي واجهة برمجية.',
    parts: {
      idToken: 'مطالبات رمز الهوية',
      accessToken: 'مطالبات رمز الوصول',
      userinfo: 'رد userinfo',
      response: 'رد الرموز',
      error: 'سيحصل التطبيق على خطأ',
    },
    stepsTitle: 'سبب ظهور كل خطوة',
    noSteps: 'لم تظهر أي خطوة.',
    steps: {
      email: 'عنوان البريد: لم يكن أحد قد سجّل الدخول.',
      code: 'الرمز: كان لا بد من إثبات العنوان.',
      passkey: 'مفتاح المرور: يطلبه الطلب أو التطبيق أو المؤسسة.',
      terms: 'الشروط: لم تُقبل النسخة الحالية.',
      profile: 'الاسم: لم يكن الملف الشخصي مكتملًا.',
      organization: 'المؤسسة: يحتاج التطبيق إلى واحدة ولم يتضح أيها.',
      team: 'الفريق: لم يتضح أي فريق.',
      consent: 'الموافقة: على التطبيق أن يسأل قبل أن يحصل على البيانات.',
    },
  },

  impersonation: {},
}
