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
  asked: ({ application, brand, when, network }) => `Asked for at ${when} from ${network}, to sign in to ${application} with ${brand}.`,
  neverShare: 'Never give this code to anyone; we will not ask you for it.',
  notYou: 'If this was not you, you can ignore this mail: nobody can sign in without it.',
  refusedSubject: ({ application }) => `About your sign-in to ${application}`,
  refusedBody: ({ application, when }) =>
    `Someone, probably you, tried to sign in to ${application} with this address at ${when}. New accounts are by invitation here, and this address has none. Ask the people who run ${application} to invite you.`,
}

const catalogues: ReadonlyMap<string, MailWords> = new Map([['en', en]])

/** The first language that we speak. */
export function mailWordsFor(locales: readonly string[]): MailWords {
  for (const locale of locales) {
    const words = catalogues.get(locale.toLowerCase().split('-')[0] ?? '')
    if (words) return words
  }
  return en
}
