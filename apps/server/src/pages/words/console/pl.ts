import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Konsola',
  sections: {
    overview: 'Przegląd',
    people: 'Osoby',
    why: 'Pomoc w logowaniu',
    applications: 'Aplikacje',
    organizations: 'Organizacje',
    mail: 'Poczta',
    webhooks: 'Webhooki',
    audit: 'Aktywność',
    themes: 'Motywy',
    operators: 'Operatorzy',
    keys: 'Klucze',
    health: 'Stan',
    preview: 'Podgląd',
    impersonations: 'Działanie w imieniu',
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
      'Zaloguj się do aplikacji tak, jak zrobiłaby to nowa osoba. Strony są prawdziwe, na osobnym serwerze, który potem jest usuwany: nie powstaje żadne konto, nie wychodzi żaden e-mail, a aplikacja o niczym się nie dowiaduje.',
    client: 'Aplikacja',
    organization: 'Organizacja',
    organizationHint: 'identyfikator lub krótka nazwa; osoba będzie jej członkiem',
    noOrganization: 'Nie ma organizacji o tym identyfikatorze ani krótkiej nazwie.',
    language: 'Język',
    browserLanguage: 'Język przeglądarki',
    acr: 'Wymagane logowanie',
    anyAcr: 'To, czego żąda aplikacja',
    acrs: {
      'urn:vestibule:acr:mail': 'Kod e-mailem',
      phr: 'Klucz dostępu',
      phrh: 'Klucz dostępu, który nie może opuścić urządzenia',
    },
    start: 'Rozpocznij podgląd',
    open: (name, until) => `Podgląd ${name} jest otwarty do ${until}.`,
    goOn: 'Kontynuuj',
    again: 'Rozpocznij kolejny podgląd',
    ended: 'Podgląd zakończono, a wszystko w nim usunięto.',
    gone: 'Nie ma otwartego podglądu. Zakończył się albo rozpoczęto go w innym procesie tego serwera. Rozpocznij go ponownie.',
    busy: 'Otwarte są już cztery podglądy. Spróbuj ponownie, gdy któryś się zakończy.',
    bar: {
      title: 'Podgląd',
      code: 'Kod:',
      usePasskey: 'Kontynuuj tak, jakby użyto klucza dostępu',
      end: 'Zakończ podgląd',
    },
    resultTitle: (name) => `Co otrzymałaby aplikacja ${name}`,
    resultNote:
      'Tokeny pochodzą od wystawcy, który istnieje tylko w tym podglądzie. Nie przyjmie ich żadna aplikacja ani API.',
    parts: {
      idToken: 'Claimy tokenu ID',
      accessToken: 'Claimy tokenu dostępu',
      userinfo: 'Odpowiedź userinfo',
      response: 'Odpowiedź z tokenami',
      error: 'Aplikacja otrzymałaby błąd',
    },
    stepsTitle: 'Dlaczego pokazano każdy krok',
    noSteps: 'Nie pokazano żadnego kroku.',
    steps: {
      email: 'Adres e-mail: nikt nie był zalogowany.',
      code: 'Kod: trzeba było potwierdzić adres.',
      passkey: 'Klucz dostępu: wymaga go żądanie, aplikacja lub organizacja.',
      terms: 'Regulamin: nie zaakceptowano bieżącej wersji.',
      profile: 'Imię i nazwisko: profil nie był pełny.',
      organization: 'Organizacja: aplikacja jej wymaga, a nie było jasne której.',
      team: 'Zespół: nie było jasne, w imieniu którego.',
      consent: 'Zgoda: aplikacja musi o nią zapytać, zanim dostanie dane.',
    },
  },

  impersonation: {},
}
