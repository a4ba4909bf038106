import type { MailWords } from './shape.ts'

export const pl: MailWords = {
  lang: 'pl',
  dir: 'ltr',
  codeSubject: ({ application }) => `Twój kod logowania do ${application}`,
  codeIntro: ({ application }) => `Wpisz ten kod, aby zalogować się do ${application}:`,
  codeExpires: 'Działa przez pięć minut, jeden raz i tylko w przeglądarce, która o niego prosiła.',
  linkIntro: 'Albo otwórz tę stronę w tej samej przeglądarce:',
  linkButton: 'Otwórz stronę logowania',
  asked: ({ application, brand, when, network }) =>
    `Prośba z ${when}, z adresu ${network}, o zalogowanie do ${application}${application === brand ? '' : ` przez ${brand}`}.`,
  neverShare: 'Nigdy nikomu nie podawaj tego kodu; my o niego nie zapytamy.',
  notYou: 'Jeśli to nie Ty, zignoruj tę wiadomość: bez niej nikt się nie zaloguje.',
  ignore: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
  refusedSubject: ({ application }) => `O Twoim logowaniu do ${application}`,
  refusedBody: ({ application, when }) =>
    `Ktoś, zapewne Ty, próbował zalogować się do ${application} tym adresem (${when}). Nowe konta są tu na zaproszenie, a ten adres go nie ma. Poproś o zaproszenie osoby prowadzące ${application}.`,
  addressSubject: ({ brand }) => `Potwierdź ten adres w ${brand}`,
  addressIntro: ({ brand }) => `Wpisz ten kod, aby dodać ten adres do swojego konta w ${brand}:`,
  addressButton: 'Otwórz stronę',
  takenSubject: ({ brand }) => `Twój adres w ${brand}`,
  takenBody: ({ brand, when }) =>
    `Ktoś, prawdopodobnie Ty, poprosił o ${when} o dodanie tego adresu do konta w ${brand}. Należy on już do konta. Aby użyć go z innym, najpierw usuń go stamtąd.`,
  noticeSubject: ({ brand }) => `Zmiana na Twoim koncie w ${brand}`,
  noticeFacts: ({ brand, when, network }) => `O ${when}, z ${network}, w ${brand}.`,
  noticeNotYou: 'Jeśli to nie Ty, otwórz teraz swoje konto, zakończ pozostałe sesje i usuń to, czego nie znasz:',
  noticeButton: 'Otwórz swoje konto',
  invitationSubject: ({ application, organization }) => `${organization} zaprasza Cię do ${application}`,
  invitationBody: ({ organization, person }) =>
    `${person} zaprasza Cię do ${organization}. Otwórz poniższą stronę i zaloguj się tym adresem, aby przyjąć zaproszenie.`,
  invitationExpires:
    'Zaproszenie jest ważne siedem dni i tylko dla tego adresu. Jeśli nie wiesz, skąd je masz, zignoruj je: bez Ciebie nic się nie stanie.',
  invitationButton: 'Otwórz zaproszenie',
  requestSubject: ({ organization, person }) => `${person} prosi o dołączenie do ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `${person} ma adres w Twojej domenie i prosi o dołączenie do ${organization} w ${brand}. Zatwierdź lub odrzuć na poniższej stronie.`,
  requestButton: 'Otwórz prośby',
  answerSubject: ({ organization }) => `Twoja prośba do ${organization}`,
  approvedBody: ({ organization }) =>
    `Należysz teraz do ${organization}. Możesz kontynuować od miejsca, w którym przerwano.`,
  declinedBody: ({ organization }) => `Twoja prośba o dołączenie do ${organization} została odrzucona.`,
  testSubject: ({ brand }) => `Wiadomość testowa od ${brand}`,
  testBody: ({ brand, when }) =>
    `Operator ${brand} poprosił o tę wiadomość o ${when}, aby sprawdzić, czy wiadomości docierają. Nic więcej się nie wydarzyło.`,
  notices: {
    'passkey-added': 'Do Twojego konta dodano klucz dostępu:',
    'passkey-removed': 'Z Twojego konta usunięto klucz dostępu:',
    'address-added': 'Do Twojego konta dodano adres:',
    'address-removed': 'Z Twojego konta usunięto adres:',
    'primary-changed': 'Twoje konto ma nowy adres główny:',
    'new-device': 'Ktoś zalogował się na Twoje konto kluczem dostępu na nowym urządzeniu:',
    'data-exported': 'Dane Twojego konta zostały wyeksportowane.',
    'account-deleted': 'Twoje konto zostało usunięte.',
    'sign-in-reset': 'Logowanie do Twojego konta zostało zresetowane. Logujesz się teraz adresem:',
    'change-undone':
      'Zmiana Twoich adresów e-mail została cofnięta, a wszystkie sesje zakończone. Logujesz się adresem:',
    'recovery-requested': 'Poproszono o odzyskanie Twojego konta bez klucza dostępu. Nie zadziała ono wcześniej niż:',
    'recovery-cancelled': 'Odzyskiwanie Twojego konta zostało anulowane. Twoje klucze dostępu działają jak dotąd.',
    'recovery-shortened':
      'Odzyskiwanie Twojego konta zostało uruchomione przez operatora lub właściciela. Logowanie przez e-mail może teraz zastąpić klucze dostępu.',
    'operator-viewer': 'Masz teraz na tym serwerze rolę operatora Przeglądający: możesz przeglądać konsolę.',
    'operator-support': 'Masz teraz na tym serwerze rolę operatora Wsparcie: możesz pomagać ludziom w logowaniu.',
    'operator-administrator':
      'Masz teraz na tym serwerze rolę operatora Administrator: możesz zarządzać osobami, aplikacjami i ustawieniami.',
    'operator-none': 'Nie masz już roli operatora na tym serwerze.',
    'impersonation-started': 'Operator zaczął działać w twoim imieniu w aplikacji:',
    'impersonation-ended': 'Operator przestał działać w twoim imieniu w aplikacji:',
    'accounts-merged':
      'Dwa Twoje konta połączono w to jedno. Wszystkie ich adresy i klucze dostępu należą teraz do niego.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `Ten adres został niedawno usunięty z konta w ${brand}. Do ${until} nie otwiera nowego konta i nie można go dodać do innego, aby usunięcie dało się cofnąć. Jeśli to nie Twoje działanie, użyj linku z naszej wiadomości o usunięciu.`,
    undoIntro:
      'Jeśli to nie Ty, cofnij to w ciągu 72 godzin. Twoje adresy wrócą do poprzedniego stanu, wszystkie sesje się zakończą, a dodane od tego czasu klucze dostępu zostaną usunięte:',
    undoButton: 'Cofnij tę zmianę',
    cancelIntro: 'Jeśli to nie Ty, ktoś może czytać Twoją pocztę. Anuluj to teraz:',
    cancelButton: 'Anuluj odzyskiwanie',
  },
  organization: {
    invitationSubject: ({ organization }) => `Zaproszenie do ${organization}`,
    invitedByOrganization: ({ organization }) =>
      `${organization} zaprasza Cię do siebie. Otwórz poniższą stronę i zaloguj się tym adresem, aby przyjąć zaproszenie.`,
    invitedByOperators: ({ brand, organization }) =>
      `Operatorzy ${brand} zapraszają Cię do ${organization}. Otwórz poniższą stronę i zaloguj się tym adresem, aby przyjąć zaproszenie.`,
    domainCodeSubject: ({ domain, organization }) => `${organization} prosi o potwierdzenie domeny ${domain}`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} podaje w ${brand}, że domena ${domain} należy do niej. Ten kod to potwierdza:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `Przekaż kod tylko wtedy, gdy to prawda. Dzięki niemu ${organization} może zaproponować każdemu, kto ma adres w ${domain}, prośbę o dołączenie. Kod nie daje dostępu do żadnej skrzynki ani konta.`,
    domainCodeExpires: 'Kod działa pięć minut i jeden raz.',
    domainCodeWarning: 'Jeśli nie znasz tej organizacji, zignoruj tę wiadomość: bez kodu nic się nie stanie.',
    news: {
      missing: {
        subject: ({ domain }) => `Brakuje rekordu DNS domeny ${domain}`,
        body: ({ brand, domain, organization }) =>
          `Nie znaleziono rekordu TXT, który dowodzi, że ${domain} należy do ${organization}. Jeśli nie wróci w ciągu siedmiu dni, ${brand} nie wpuści już nikogo nowego do ${organization} przez tę domenę. Potrzebny rekord jest na poniższej stronie.`,
      },
      lost: {
        subject: ({ domain }) => `${domain} nie jest już potwierdzona`,
        body: ({ brand, domain, organization }) =>
          `Rekordu TXT, który dowodzi, że ${domain} należy do ${organization}, brakuje od siedmiu dni. Dopóki nie wróci, nikt nowy nie dołączy w ${brand} do ${organization} przez tę domenę. Członkowie pozostają członkami.`,
      },
      restored: {
        subject: ({ domain }) => `${domain} jest znowu potwierdzona`,
        body: ({ domain, organization }) =>
          `Rekord TXT domeny ${domain} został znowu znaleziony. Przez tę domenę można dołączać do ${organization} jak wcześniej.`,
      },
      'taken-over': {
        subject: ({ domain }) => `Inna organizacja potwierdziła domenę ${domain}`,
        body: ({ brand, domain, organization }) =>
          `Dowód domeny ${domain} przepadł, a inna organizacja w ${brand} dowiodła przez DNS, że domena należy do niej. Nie liczy się ona już dla ${organization}. Członkowie pozostają członkami.`,
      },
    },
    newsButton: 'Otwórz domeny',
    noticeTime: ({ brand, when }) => `O ${when}, w ${brand}.`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} prosi o wgląd w ${application} w twoim imieniu`,
    body: ({ application, brand, operator, person }) =>
      `${operator} z ${brand} prosi o wgląd w ${application} jako ${person}, najwyżej przez pół godziny. Podany powód:`,
    expires: 'Bez twojej zgody nic się nie stanie. Prośba wygasa po jednym dniu.',
    button: 'Otwórz prośbę',
  },
  signUp: {
    subject: ({ brand }) => `Zaproszenie do ${brand}`,
    body: ({ brand }) =>
      `Operatorzy serwisu ${brand} zapraszają Cię. Otwórz poniższą stronę i zaloguj się tym adresem, aby utworzyć konto.`,
  },
  signInRequest: {
    subject: ({ brand }) => `Zaloguj się w ${brand}`,
    body: ({ brand }) =>
      `Operatorzy serwisu ${brand} proszą Cię o zalogowanie się. Otwórz poniższą stronę i zaloguj się tym adresem.`,
    button: 'Otwórz stronę logowania',
  },
}
