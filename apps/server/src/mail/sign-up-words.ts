import type { MailWords } from './words.ts'

interface BrandFact {
  brand: string
}

/** The words of the mail that lets somebody make an account (`vestibule users invite`). */
export interface SignUpWords {
  subject: (facts: BrandFact) => string
  body: (facts: BrandFact) => string
}

const en: SignUpWords = {
  subject: ({ brand }) => `Invitation to ${brand}`,
  body: ({ brand }) =>
    `The operators of ${brand} invite you. Open the page below and sign in with this address to create your account.`,
}

const catalogues: ReadonlyMap<string, SignUpWords> = new Map([
  ['en', en],
  [
    'de',
    {
      subject: ({ brand }) => `Einladung zu ${brand}`,
      body: ({ brand }) =>
        `Die Betreiber von ${brand} laden Sie ein. Öffnen Sie die Seite unten und melden Sie sich mit dieser Adresse an, um Ihr Konto anzulegen.`,
    },
  ],
  [
    'fr',
    {
      subject: ({ brand }) => `Invitation à rejoindre ${brand}`,
      body: ({ brand }) =>
        `Les responsables de ${brand} vous invitent. Ouvrez la page ci-dessous et connectez-vous avec cette adresse pour créer votre compte.`,
    },
  ],
  [
    'es',
    {
      subject: ({ brand }) => `Invitación a ${brand}`,
      body: ({ brand }) =>
        `Los responsables de ${brand} le invitan. Abra la página siguiente e inicie sesión con esta dirección para crear su cuenta.`,
    },
  ],
  [
    'it',
    {
      subject: ({ brand }) => `Invito a ${brand}`,
      body: ({ brand }) =>
        `I gestori di ${brand} ti invitano. Apri la pagina qui sotto e accedi con questo indirizzo per creare il tuo account.`,
    },
  ],
  [
    'pt',
    {
      subject: ({ brand }) => `Convite para ${brand}`,
      body: ({ brand }) =>
        `Os responsáveis por ${brand} convidam você. Abra a página abaixo e entre com este endereço para criar a sua conta.`,
    },
  ],
  [
    'nl',
    {
      subject: ({ brand }) => `Uitnodiging voor ${brand}`,
      body: ({ brand }) =>
        `De beheerders van ${brand} nodigen u uit. Open de pagina hieronder en meld u aan met dit adres om uw account aan te maken.`,
    },
  ],
  [
    'pl',
    {
      subject: ({ brand }) => `Zaproszenie do ${brand}`,
      body: ({ brand }) =>
        `Operatorzy serwisu ${brand} zapraszają Cię. Otwórz poniższą stronę i zaloguj się tym adresem, aby utworzyć konto.`,
    },
  ],
  [
    'ja',
    {
      subject: ({ brand }) => `${brand} への招待`,
      body: ({ brand }) =>
        `${brand} の運営者から招待が届いています。下のページを開き、このアドレスでログインしてアカウントを作成してください。`,
    },
  ],
  [
    'ko',
    {
      subject: ({ brand }) => `${brand} 초대`,
      body: ({ brand }) => `${brand} 운영자가 초대했습니다. 아래 페이지를 열고 이 주소로 로그인하여 계정을 만드세요.`,
    },
  ],
  [
    'zh',
    {
      subject: ({ brand }) => `${brand} 的邀请`,
      body: ({ brand }) => `${brand} 的运营者邀请您加入。请打开下面的页面，并使用此地址登录以创建您的账户。`,
    },
  ],
  [
    'ar',
    {
      subject: ({ brand }) => `دعوة إلى ${brand}`,
      body: ({ brand }) => `يدعوك القائمون على ${brand}. افتح الصفحة أدناه وسجّل الدخول بهذا العنوان لإنشاء حسابك.`,
    },
  ],
])

/** In the language of the mail's other words. */
export const signUpWordsFor = ({ lang }: Pick<MailWords, 'lang'>): SignUpWords =>
  catalogues.get(lang.split('-')[0] ?? '') ?? en
