interface Facts {
  application: string
  brand: string
  when: string
  network: string
}

export interface MailWords {
  lang: string
  dir: 'ltr' | 'rtl'
  codeSubject: (facts: Facts) => string
  codeIntro: (facts: Facts) => string
  codeExpires: string
  linkIntro: string
  linkButton: string
  asked: (facts: Facts) => string
  neverShare: string
  notYou: string
  refusedSubject: (facts: Facts) => string
  refusedBody: (facts: Facts) => string
}

const en: MailWords = {
  lang: 'en',
  dir: 'ltr',
  codeSubject: ({ application }) => `Your sign-in code for ${application}`,
  codeIntro: ({ application }) => `Enter this code to sign in to ${application}:`,
  codeExpires: 'It works for five minutes, once, and only in the browser that asked for it.',
  linkIntro: 'Or open this page in the same browser:',
  linkButton: 'Open the sign-in page',
  asked: ({ application, brand, when, network }) =>
    `Asked for at ${when} from ${network}, to sign in to ${application} with ${brand}.`,
  neverShare: 'Never give this code to anyone; we will not ask you for it.',
  notYou: 'If this was not you, you can ignore this mail: nobody can sign in without it.',
  refusedSubject: ({ application }) => `About your sign-in to ${application}`,
  refusedBody: ({ application, when }) =>
    `Someone, probably you, tried to sign in to ${application} with this address at ${when}. New accounts are by invitation here, and this address has none. Ask the people who run ${application} to invite you.`,
}

const de: MailWords = {
  lang: 'de',
  dir: 'ltr',
  codeSubject: ({ application }) => `Ihr Anmeldecode für ${application}`,
  codeIntro: ({ application }) => `Geben Sie diesen Code ein, um sich bei ${application} anzumelden:`,
  codeExpires: 'Er gilt fünf Minuten, einmal, und nur in dem Browser, der ihn angefordert hat.',
  linkIntro: 'Oder öffnen Sie diese Seite im selben Browser:',
  linkButton: 'Anmeldeseite öffnen',
  asked: ({ application, brand, when, network }) =>
    `Angefordert um ${when} von ${network}, zur Anmeldung bei ${application} mit ${brand}.`,
  neverShare: 'Geben Sie diesen Code niemals weiter; wir werden Sie nicht danach fragen.',
  notYou: 'Wenn Sie das nicht waren, können Sie diese Mail ignorieren: Ohne sie kann sich niemand anmelden.',
  refusedSubject: ({ application }) => `Zu Ihrer Anmeldung bei ${application}`,
  refusedBody: ({ application, when }) =>
    `Jemand, vermutlich Sie, wollte sich um ${when} mit dieser Adresse bei ${application} anmelden. Neue Konten gibt es hier nur auf Einladung, und für diese Adresse gibt es keine. Bitten Sie die Verantwortlichen von ${application} um eine Einladung.`,
}

const fr: MailWords = {
  lang: 'fr',
  dir: 'ltr',
  codeSubject: ({ application }) => `Votre code de connexion pour ${application}`,
  codeIntro: ({ application }) => `Saisissez ce code pour vous connecter à ${application} :`,
  codeExpires: 'Il est valable cinq minutes, une seule fois, et seulement dans le navigateur qui l’a demandé.',
  linkIntro: 'Ou ouvrez cette page dans le même navigateur :',
  linkButton: 'Ouvrir la page de connexion',
  asked: ({ application, brand, when, network }) =>
    `Demandé le ${when} depuis ${network}, pour se connecter à ${application} avec ${brand}.`,
  neverShare: 'Ne donnez jamais ce code à personne ; nous ne vous le demanderons pas.',
  notYou: 'Si ce n’était pas vous, ignorez ce message : personne ne peut se connecter sans lui.',
  refusedSubject: ({ application }) => `À propos de votre connexion à ${application}`,
  refusedBody: ({ application, when }) =>
    `Quelqu’un, sans doute vous, a essayé de se connecter à ${application} avec cette adresse le ${when}. Les nouveaux comptes se font ici sur invitation, et cette adresse n’en a pas. Demandez une invitation aux responsables de ${application}.`,
}

const es: MailWords = {
  lang: 'es',
  dir: 'ltr',
  codeSubject: ({ application }) => `Su código de acceso para ${application}`,
  codeIntro: ({ application }) => `Escriba este código para iniciar sesión en ${application}:`,
  codeExpires: 'Vale cinco minutos, una sola vez y solo en el navegador que lo pidió.',
  linkIntro: 'O abra esta página en el mismo navegador:',
  linkButton: 'Abrir la página de inicio de sesión',
  asked: ({ application, brand, when, network }) =>
    `Pedido el ${when} desde ${network}, para iniciar sesión en ${application} con ${brand}.`,
  neverShare: 'No dé nunca este código a nadie; nosotros no se lo pediremos.',
  notYou: 'Si no fue usted, ignore este mensaje: nadie puede entrar sin él.',
  refusedSubject: ({ application }) => `Sobre su inicio de sesión en ${application}`,
  refusedBody: ({ application, when }) =>
    `Alguien, probablemente usted, intentó iniciar sesión en ${application} con esta dirección el ${when}. Aquí las cuentas nuevas son por invitación y esta dirección no tiene ninguna. Pida una invitación a los responsables de ${application}.`,
}

const it: MailWords = {
  lang: 'it',
  dir: 'ltr',
  codeSubject: ({ application }) => `Il tuo codice di accesso per ${application}`,
  codeIntro: ({ application }) => `Scrivi questo codice per accedere a ${application}:`,
  codeExpires: 'Vale cinque minuti, una volta sola e soltanto nel browser che l’ha richiesto.',
  linkIntro: 'Oppure apri questa pagina nello stesso browser:',
  linkButton: 'Apri la pagina di accesso',
  asked: ({ application, brand, when, network }) =>
    `Richiesto il ${when} da ${network}, per accedere a ${application} con ${brand}.`,
  neverShare: 'Non dare mai questo codice a nessuno; noi non te lo chiederemo.',
  notYou: 'Se non sei stato tu, ignora questo messaggio: nessuno può accedere senza di esso.',
  refusedSubject: ({ application }) => `Il tuo accesso a ${application}`,
  refusedBody: ({ application, when }) =>
    `Qualcuno, probabilmente tu, ha provato ad accedere a ${application} con questo indirizzo il ${when}. Qui i nuovi account sono su invito e questo indirizzo non ne ha. Chiedi un invito a chi gestisce ${application}.`,
}

const pt: MailWords = {
  lang: 'pt',
  dir: 'ltr',
  codeSubject: ({ application }) => `O seu código de acesso para ${application}`,
  codeIntro: ({ application }) => `Escreva este código para iniciar sessão em ${application}:`,
  codeExpires: 'É válido durante cinco minutos, uma só vez e apenas no navegador que o pediu.',
  linkIntro: 'Ou abra esta página no mesmo navegador:',
  linkButton: 'Abrir a página de início de sessão',
  asked: ({ application, brand, when, network }) =>
    `Pedido em ${when} a partir de ${network}, para iniciar sessão em ${application} com ${brand}.`,
  neverShare: 'Nunca dê este código a ninguém; nós não lho pediremos.',
  notYou: 'Se não foi você, ignore esta mensagem: ninguém pode entrar sem ela.',
  refusedSubject: ({ application }) => `Sobre o seu início de sessão em ${application}`,
  refusedBody: ({ application, when }) =>
    `Alguém, provavelmente você, tentou iniciar sessão em ${application} com este endereço em ${when}. Aqui as contas novas são por convite e este endereço não tem nenhum. Peça um convite aos responsáveis de ${application}.`,
}

const nl: MailWords = {
  lang: 'nl',
  dir: 'ltr',
  codeSubject: ({ application }) => `Uw aanmeldcode voor ${application}`,
  codeIntro: ({ application }) => `Typ deze code om u aan te melden bij ${application}:`,
  codeExpires: 'Hij werkt vijf minuten, één keer, en alleen in de browser die erom vroeg.',
  linkIntro: 'Of open deze pagina in dezelfde browser:',
  linkButton: 'Aanmeldpagina openen',
  asked: ({ application, brand, when, network }) =>
    `Gevraagd om ${when} vanaf ${network}, om u aan te melden bij ${application} met ${brand}.`,
  neverShare: 'Geef deze code nooit aan iemand; wij zullen er niet om vragen.',
  notYou: 'Was u dit niet, dan kunt u deze mail negeren: zonder deze mail kan niemand zich aanmelden.',
  refusedSubject: ({ application }) => `Over uw aanmelding bij ${application}`,
  refusedBody: ({ application, when }) =>
    `Iemand, waarschijnlijk u, probeerde zich om ${when} met dit adres aan te melden bij ${application}. Nieuwe accounts zijn hier op uitnodiging en dit adres heeft er geen. Vraag de beheerders van ${application} om een uitnodiging.`,
}

const pl: MailWords = {
  lang: 'pl',
  dir: 'ltr',
  codeSubject: ({ application }) => `Twój kod logowania do ${application}`,
  codeIntro: ({ application }) => `Wpisz ten kod, aby zalogować się do ${application}:`,
  codeExpires: 'Działa przez pięć minut, jeden raz i tylko w przeglądarce, która o niego prosiła.',
  linkIntro: 'Albo otwórz tę stronę w tej samej przeglądarce:',
  linkButton: 'Otwórz stronę logowania',
  asked: ({ application, brand, when, network }) =>
    `Prośba z ${when}, z adresu ${network}, o zalogowanie do ${application} przez ${brand}.`,
  neverShare: 'Nigdy nikomu nie podawaj tego kodu; my o niego nie zapytamy.',
  notYou: 'Jeśli to nie Ty, zignoruj tę wiadomość: bez niej nikt się nie zaloguje.',
  refusedSubject: ({ application }) => `O Twoim logowaniu do ${application}`,
  refusedBody: ({ application, when }) =>
    `Ktoś, zapewne Ty, próbował zalogować się do ${application} tym adresem (${when}). Nowe konta są tu na zaproszenie, a ten adres go nie ma. Poproś o zaproszenie osoby prowadzące ${application}.`,
}

const ja: MailWords = {
  lang: 'ja',
  dir: 'ltr',
  codeSubject: ({ application }) => `${application} のログインコード`,
  codeIntro: ({ application }) => `${application} にログインするには、このコードを入力してください。`,
  codeExpires: '有効期間は 5 分、使えるのは一度だけ、請求したブラウザーでのみ有効です。',
  linkIntro: 'または、同じブラウザーで次のページを開いてください。',
  linkButton: 'ログインページを開く',
  asked: ({ application, brand, when, network }) =>
    `${when} に ${network} から、${brand} で ${application} にログインするために請求されました。`,
  neverShare: 'このコードを誰にも教えないでください。こちらからお尋ねすることはありません。',
  notYou: 'お心当たりがない場合は、このメールを無視してください。このメールがなければ誰もログインできません。',
  refusedSubject: ({ application }) => `${application} へのログインについて`,
  refusedBody: ({ application, when }) =>
    `${when} に、このアドレスで ${application} にログインしようとした方がいます（おそらくご本人です）。新しいアカウントは招待制で、このアドレスには招待がありません。${application} の管理者に招待を依頼してください。`,
}

const zh: MailWords = {
  lang: 'zh',
  dir: 'ltr',
  codeSubject: ({ application }) => `${application} 的登录验证码`,
  codeIntro: ({ application }) => `请输入此验证码以登录 ${application}：`,
  codeExpires: '五分钟内有效，只能使用一次，且仅限请求它的浏览器。',
  linkIntro: '或在同一浏览器中打开此页面：',
  linkButton: '打开登录页面',
  asked: ({ application, brand, when, network }) =>
    `请求时间 ${when}，来自 ${network}，用于通过 ${brand} 登录 ${application}。`,
  neverShare: '切勿将此验证码告诉任何人，我们不会向您索要。',
  notYou: '如果不是您本人操作，请忽略此邮件：没有它，任何人都无法登录。',
  refusedSubject: ({ application }) => `关于您登录 ${application}`,
  refusedBody: ({ application, when }) =>
    `有人（可能是您）在 ${when} 尝试用此地址登录 ${application}。这里的新账户需要邀请，而此地址没有邀请。请向 ${application} 的负责人索取邀请。`,
}

const ko: MailWords = {
  lang: 'ko',
  dir: 'ltr',
  codeSubject: ({ application }) => `${application} 로그인 코드`,
  codeIntro: ({ application }) => `${application}에 로그인하려면 이 코드를 입력하세요:`,
  codeExpires: '5분 동안 한 번만, 요청한 브라우저에서만 사용할 수 있습니다.',
  linkIntro: '또는 같은 브라우저에서 이 페이지를 여세요:',
  linkButton: '로그인 페이지 열기',
  asked: ({ application, brand, when, network }) =>
    `${when}에 ${network}에서 ${brand}(으)로 ${application}에 로그인하기 위해 요청되었습니다.`,
  neverShare: '이 코드를 누구에게도 알려 주지 마세요. 저희는 코드를 묻지 않습니다.',
  notYou: '본인이 아니라면 이 메일을 무시하세요. 이 메일 없이는 아무도 로그인할 수 없습니다.',
  refusedSubject: ({ application }) => `${application} 로그인 안내`,
  refusedBody: ({ application, when }) =>
    `누군가(아마도 회원님)가 ${when}에 이 주소로 ${application}에 로그인하려고 했습니다. 새 계정은 초대로만 만들 수 있으며 이 주소에는 초대가 없습니다. ${application} 담당자에게 초대를 요청하세요.`,
}

const ar: MailWords = {
  lang: 'ar',
  dir: 'rtl',
  codeSubject: ({ application }) => `رمز تسجيل الدخول إلى ${application}`,
  codeIntro: ({ application }) => `أدخل هذا الرمز لتسجيل الدخول إلى ${application}:`,
  codeExpires: 'صالح لخمس دقائق، مرة واحدة، وفي المتصفح الذي طلبه فقط.',
  linkIntro: 'أو افتح هذه الصفحة في المتصفح نفسه:',
  linkButton: 'فتح صفحة تسجيل الدخول',
  asked: ({ application, brand, when, network }) =>
    `طُلب في ${when} من ${network} لتسجيل الدخول إلى ${application} عبر ${brand}.`,
  neverShare: 'لا تعطِ هذا الرمز لأي شخص أبدًا؛ لن نطلبه منك.',
  notYou: 'إن لم تكن أنت، فتجاهل هذه الرسالة: لا يستطيع أحد تسجيل الدخول من دونها.',
  refusedSubject: ({ application }) => `بشأن تسجيل دخولك إلى ${application}`,
  refusedBody: ({ application, when }) =>
    `حاول شخص ما، ربما أنت، تسجيل الدخول إلى ${application} بهذا العنوان في ${when}. الحسابات الجديدة هنا بدعوة، وليس لهذا العنوان دعوة. اطلب دعوة من القائمين على ${application}.`,
}

const catalogues: ReadonlyMap<string, MailWords> = new Map(
  [en, de, fr, es, it, pt, nl, pl, ja, zh, ko, ar].map((words) => [words.lang, words]),
)

/** The words of the first language that we speak; else English. `languages` are BCP 47 tags, best first. */
export function mailWordsFor(languages: readonly string[]): MailWords {
  for (const language of languages) {
    const words = catalogues.get(language.toLowerCase().split('-')[0] ?? '')
    if (words) return words
  }
  return en
}
