import type { MailWords } from './shape.ts'

export const ar: MailWords = {
  lang: 'ar',
  dir: 'rtl',
  codeSubject: ({ application }) => `رمز تسجيل الدخول إلى ${application}`,
  codeIntro: ({ application }) => `أدخل هذا الرمز لتسجيل الدخول إلى ${application}:`,
  codeExpires: 'صالح لخمس دقائق، مرة واحدة، وفي المتصفح الذي طلبه فقط.',
  linkIntro: 'أو افتح هذه الصفحة في المتصفح نفسه:',
  linkButton: 'فتح صفحة تسجيل الدخول',
  asked: ({ application, brand, when, network }) =>
    `طُلب في ${when} من ${network} لتسجيل الدخول إلى ${application}${application === brand ? '' : ` عبر ${brand}`}.`,
  neverShare: 'لا تعطِ هذا الرمز لأي شخص أبدًا؛ لن نطلبه منك.',
  notYou: 'إن لم تكن أنت، فتجاهل هذه الرسالة: لا يستطيع أحد تسجيل الدخول من دونها.',
  ignore: 'إن لم تكن أنت، فتجاهل هذه الرسالة.',
  refusedSubject: ({ application }) => `بشأن تسجيل دخولك إلى ${application}`,
  refusedBody: ({ application, when }) =>
    `حاول شخص ما، ربما أنت، تسجيل الدخول إلى ${application} بهذا العنوان في ${when}. الحسابات الجديدة هنا بدعوة، وليس لهذا العنوان دعوة. اطلب دعوة من القائمين على ${application}.`,
  addressSubject: ({ brand }) => `أكّد هذا العنوان لدى ${brand}`,
  addressIntro: ({ brand }) => `أدخل هذا الرمز لإضافة هذا العنوان إلى حسابك لدى ${brand}:`,
  addressButton: 'فتح الصفحة',
  takenSubject: ({ brand }) => `بخصوص عنوانك لدى ${brand}`,
  takenBody: ({ brand, when }) =>
    `طلب شخص ما، ربما أنت، عند ${when} إضافة هذا العنوان إلى حساب لدى ${brand}. هذا العنوان يخص حسابًا بالفعل. لاستخدامه مع حساب آخر، أزِله من هناك أولًا.`,
  noticeSubject: ({ brand }) => `تغيير في حسابك لدى ${brand}`,
  noticeFacts: ({ brand, when, network }) => `عند ${when}، من ${network}، لدى ${brand}.`,
  noticeNotYou: 'إن لم تكن أنت، فافتح حسابك الآن وأنهِ الجلسات الأخرى وأزِل ما لا تعرفه:',
  noticeButton: 'افتح حسابك',
  invitationSubject: ({ application, organization }) => `تدعوك ${organization} إلى ${application}`,
  invitationBody: ({ organization, person }) =>
    `يدعوك ${person} للانضمام إلى ${organization}. افتح الصفحة أدناه وسجّل الدخول بهذا العنوان للقبول.`,
  invitationExpires:
    'الدعوة صالحة سبعة أيام ولهذا العنوان فقط. إن كنت لا تعرف سبب وصولها فتجاهلها: لا يحدث شيء من دونك.',
  invitationButton: 'فتح الدعوة',
  requestSubject: ({ organization, person }) => `يطلب ${person} الانضمام إلى ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `لدى ${person} عنوان من نطاقكم ويطلب الانضمام إلى ${organization} لدى ${brand}. وافق أو ارفض في الصفحة أدناه.`,
  requestButton: 'فتح الطلبات',
  answerSubject: ({ organization }) => `طلبك للانضمام إلى ${organization}`,
  approvedBody: ({ organization }) => `أنت الآن عضو في ${organization}. يمكنك المتابعة من حيث توقفت.`,
  declinedBody: ({ organization }) => `رُفض طلبك للانضمام إلى ${organization}.`,
  testSubject: ({ brand }) => `رسالة تجريبية من ${brand}`,
  testBody: ({ brand, when }) =>
    `طلب أحد مشغّلي ${brand} هذه الرسالة في ${when} للتأكد من وصول الرسائل. لم يحدث أي شيء آخر.`,
  notices: {
    'passkey-added': 'أُضيف مفتاح مرور إلى حسابك:',
    'passkey-removed': 'أُزيل مفتاح مرور من حسابك:',
    'address-added': 'أُضيف عنوان إلى حسابك:',
    'address-removed': 'أُزيل عنوان من حسابك:',
    'primary-changed': 'لحسابك عنوان رئيسي جديد:',
    'new-device': 'سجّل شخص ما الدخول إلى حسابك بمفتاح مرور على جهاز جديد:',
    'data-exported': 'صُدّرت بيانات حسابك.',
    'account-deleted': 'حُذف حسابك.',
    'sign-in-reset': 'أُعيد ضبط تسجيل الدخول إلى حسابك. تسجّل الدخول الآن بـ:',
    'change-undone': 'جرى التراجع عن تغيير في عناوين بريدك، وانتهت كل الجلسات. تسجّل الدخول بـ:',
    'recovery-requested': 'طُلبت استعادة حسابك دون مفتاح مرور. لا أثر لها قبل:',
    'recovery-cancelled': 'أُلغيت استعادة حسابك. تعمل مفاتيح المرور كما كانت.',
    'recovery-shortened': 'فعّل مشغّل أو مالك استعادة حسابك. يمكن الآن لتسجيل الدخول بالبريد استبدال مفاتيح المرور.',
    'operator-viewer': 'أصبحت مشغّلًا لهذا الخادم بدور مطّلع: يمكنك تصفّح لوحة التحكم.',
    'operator-support': 'أصبحت مشغّلًا لهذا الخادم بدور دعم: يمكنك مساعدة الناس على تسجيل الدخول.',
    'operator-administrator': 'أصبحت مشغّلًا لهذا الخادم بدور مسؤول: يمكنك إدارة الأشخاص والتطبيقات والإعدادات.',
    'operator-none': 'لم تعد مشغّلًا لهذا الخادم.',
    'impersonation-started': 'بدأ مشغّل التصرف باسمك في تطبيق:',
    'impersonation-ended': 'توقف مشغّل عن التصرف باسمك في تطبيق:',
    'accounts-merged': 'دُمج اثنان من حساباتك في هذا الحساب. كل عناوينهما ومفاتيح مرورهما تتبعه الآن.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `أُزيل هذا العنوان قبل وقت قصير من حساب لدى ${brand}. حتى ${until} لا يفتح حسابًا جديدًا ولا يمكن إضافته إلى حساب آخر، حتى يمكن التراجع عن الإزالة. إن لم تُزله أنت، فاستخدم الرابط في رسالتنا عن الإزالة.`,
    undoIntro:
      'إن لم تكن أنت، فتراجع عن ذلك خلال 72 ساعة. تعود عناوينك إلى ما كانت عليه، وتنتهي كل الجلسات، وتُزال مفاتيح المرور التي أُضيفت منذ ذلك الحين:',
    undoButton: 'التراجع عن هذا التغيير',
    cancelIntro: 'إن لم تكن أنت، فهناك من يستطيع قراءة بريدك. ألغِ ذلك الآن:',
    cancelButton: 'إلغاء الاستعادة',
  },
  organization: {
    invitationSubject: ({ organization }) => `دعوة إلى ${organization}`,
    invitedByOrganization: ({ organization }) =>
      `تدعوك ${organization} إلى الانضمام إليها. افتح الصفحة أدناه وسجّل الدخول بهذا العنوان للقبول.`,
    invitedByOperators: ({ brand, organization }) =>
      `يدعوك مشغّلو ${brand} إلى الانضمام إلى ${organization}. افتح الصفحة أدناه وسجّل الدخول بهذا العنوان للقبول.`,
    domainCodeSubject: ({ domain, organization }) => `تطلب ${organization} تأكيد النطاق ${domain}`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `تقول ${organization} في ${brand} إن النطاق ${domain} ملك لها. هذا الرمز يؤكد ذلك:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `لا تعطِ الرمز إلا إذا كان ذلك صحيحًا. به تستطيع ${organization} أن تعرض على كل من له عنوان في ${domain} أن يطلب الانضمام. وهو لا يمنح الوصول إلى أي صندوق بريد أو حساب.`,
    domainCodeExpires: 'يصلح الرمز خمس دقائق ومرة واحدة.',
    domainCodeWarning: 'إذا كنت لا تعرف هذه المؤسسة فتجاهل هذه الرسالة: لا يحدث شيء دون الرمز.',
    news: {
      missing: {
        subject: ({ domain }) => `سجل DNS للنطاق ${domain} غير موجود`,
        body: ({ brand, domain, organization }) =>
          `لم يُعثر على سجل TXT الذي يثبت أن ${domain} ملك ${organization}. إذا لم يعد خلال سبعة أيام فلن يقبل ${brand} أعضاء جددًا في ${organization} عبر هذا النطاق. السجل المطلوب موجود في الصفحة أدناه.`,
      },
      lost: {
        subject: ({ domain }) => `لم يعد النطاق ${domain} مؤكدًا`,
        body: ({ brand, domain, organization }) =>
          `سجل TXT الذي يثبت أن ${domain} ملك ${organization} مفقود منذ سبعة أيام. إلى أن يعود، لا ينضم أحد جديد إلى ${organization} في ${brand} عبر هذا النطاق. يبقى الأعضاء أعضاء.`,
      },
      restored: {
        subject: ({ domain }) => `تم تأكيد النطاق ${domain} من جديد`,
        body: ({ domain, organization }) =>
          `عُثر على سجل TXT للنطاق ${domain} من جديد. يمكن الانضمام إلى ${organization} عبر هذا النطاق كما كان من قبل.`,
      },
      'taken-over': {
        subject: ({ domain }) => `أكدت مؤسسة أخرى النطاق ${domain}`,
        body: ({ brand, domain, organization }) =>
          `فُقد إثبات النطاق ${domain}، وأثبتت مؤسسة أخرى في ${brand} الآن عبر DNS أن النطاق ملك لها. لم يعد يُحسب لـ ${organization}. يبقى الأعضاء أعضاء.`,
      },
    },
    newsButton: 'فتح النطاقات',
    noticeTime: ({ brand, when }) => `الوقت: ${when}، الخدمة: ${brand}.`,
  },
  impersonation: {
    subject: ({ application, operator }) => `يطلب ${operator} أن يرى ${application} باسمك`,
    body: ({ application, brand, operator, person }) =>
      `يطلب ${operator} من ${brand} أن يرى ${application} باسم ${person}، لمدة نصف ساعة على الأكثر. السبب المذكور:`,
    expires: 'لا يحدث شيء ما لم تسمح به. تنتهي صلاحية الطلب بعد يوم.',
    button: 'فتح الطلب',
  },
  signUp: {
    subject: ({ brand }) => `دعوة إلى ${brand}`,
    body: ({ brand }) => `يدعوك القائمون على ${brand}. افتح الصفحة أدناه وسجّل الدخول بهذا العنوان لإنشاء حسابك.`,
  },
  signInRequest: {
    subject: ({ brand }) => `تسجيل الدخول إلى ${brand}`,
    body: ({ brand }) => `يطلب منك القائمون على ${brand} تسجيل الدخول. افتح الصفحة أدناه وسجّل الدخول بهذا العنوان.`,
    button: 'افتح صفحة تسجيل الدخول',
  },
}
