import type { MailWords } from './shape.ts'

export const de: MailWords = {
  lang: 'de',
  dir: 'ltr',
  codeSubject: ({ application }) => `Ihr Anmeldecode für ${application}`,
  codeIntro: ({ application }) => `Geben Sie diesen Code ein, um sich bei ${application} anzumelden:`,
  codeExpires: 'Er gilt fünf Minuten, einmal, und nur in dem Browser, der ihn angefordert hat.',
  linkIntro: 'Oder öffnen Sie diese Seite im selben Browser:',
  linkButton: 'Anmeldeseite öffnen',
  asked: ({ application, brand, when, network }) =>
    `Angefordert um ${when} von ${network}, zur Anmeldung bei ${application}${application === brand ? '' : ` mit ${brand}`}.`,
  neverShare: 'Geben Sie diesen Code niemals weiter; wir werden Sie nicht danach fragen.',
  notYou: 'Wenn Sie das nicht waren, können Sie diese Mail ignorieren: Ohne sie kann sich niemand anmelden.',
  ignore: 'Wenn Sie das nicht waren, können Sie diese Mail ignorieren.',
  refusedSubject: ({ application }) => `Zu Ihrer Anmeldung bei ${application}`,
  refusedBody: ({ application, when }) =>
    `Jemand, vermutlich Sie, wollte sich um ${when} mit dieser Adresse bei ${application} anmelden. Neue Konten gibt es hier nur auf Einladung, und für diese Adresse gibt es keine. Bitten Sie die Verantwortlichen von ${application} um eine Einladung.`,
  addressSubject: ({ brand }) => `Bestätigen Sie diese Adresse für ${brand}`,
  addressIntro: ({ brand }) => `Geben Sie diesen Code ein, um diese Adresse Ihrem Konto bei ${brand} hinzuzufügen:`,
  addressButton: 'Seite öffnen',
  takenSubject: ({ brand }) => `Zu Ihrer Adresse bei ${brand}`,
  takenBody: ({ brand, when }) =>
    `Jemand, vermutlich Sie, wollte um ${when} diese Adresse einem Konto bei ${brand} hinzufügen. Sie gehört bereits zu einem Konto. Um sie mit einem anderen zu verwenden, entfernen Sie sie zuerst dort.`,
  noticeSubject: ({ brand }) => `Eine Änderung an Ihrem Konto bei ${brand}`,
  noticeFacts: ({ brand, when, network }) => `Um ${when}, von ${network}, bei ${brand}.`,
  noticeNotYou:
    'Wenn Sie das nicht waren, öffnen Sie jetzt Ihr Konto, beenden Sie die anderen Sitzungen und entfernen Sie, was Sie nicht kennen:',
  noticeButton: 'Konto öffnen',
  invitationSubject: ({ application, organization }) => `${organization} lädt Sie zu ${application} ein`,
  invitationBody: ({ organization, person }) =>
    `${person} lädt Sie ein, ${organization} beizutreten. Öffnen Sie die Seite unten und melden Sie sich mit dieser Adresse an, um anzunehmen.`,
  invitationExpires:
    'Die Einladung gilt sieben Tage und nur für diese Adresse. Wissen Sie nicht, warum Sie sie erhalten haben, ignorieren Sie sie: Ohne Sie geschieht nichts.',
  invitationButton: 'Einladung öffnen',
  requestSubject: ({ organization, person }) => `${person} möchte ${organization} beitreten`,
  requestBody: ({ brand, organization, person }) =>
    `${person} hat eine Adresse Ihrer Domain und möchte ${organization} bei ${brand} beitreten. Stimmen Sie auf der Seite unten zu, oder lehnen Sie ab.`,
  requestButton: 'Anfragen öffnen',
  answerSubject: ({ organization }) => `Ihre Anfrage an ${organization}`,
  approvedBody: ({ organization }) =>
    `Sie sind jetzt Mitglied von ${organization}. Sie können dort weitermachen, wo Sie aufgehört haben.`,
  declinedBody: ({ organization }) => `Ihre Anfrage, ${organization} beizutreten, wurde abgelehnt.`,
  testSubject: ({ brand }) => `Test-E-Mail von ${brand}`,
  testBody: ({ brand, when }) =>
    `Ein Operator von ${brand} hat diese E-Mail um ${when} angefordert, um zu prüfen, ob E-Mails ankommen. Sonst ist nichts geschehen.`,
  notices: {
    'passkey-added': 'Ihrem Konto wurde ein Passkey hinzugefügt:',
    'passkey-removed': 'Aus Ihrem Konto wurde ein Passkey entfernt:',
    'address-added': 'Ihrem Konto wurde eine Adresse hinzugefügt:',
    'address-removed': 'Aus Ihrem Konto wurde eine Adresse entfernt:',
    'primary-changed': 'Ihr Konto hat eine neue Hauptadresse:',
    'new-device': 'Jemand hat sich mit einem Passkey auf einem neuen Gerät bei Ihrem Konto angemeldet:',
    'data-exported': 'Die Daten Ihres Kontos wurden exportiert.',
    'account-deleted': 'Ihr Konto wurde gelöscht.',
    'sign-in-reset': 'Die Anmeldung Ihres Kontos wurde zurückgesetzt. Sie melden sich jetzt an mit:',
    'change-undone':
      'Eine Änderung Ihrer E-Mail-Adressen wurde rückgängig gemacht, und alle Sitzungen sind beendet. Sie melden sich an mit:',
    'recovery-requested':
      'Für Ihr Konto wurde eine Wiederherstellung ohne Passkey beantragt. Sie hat keine Wirkung vor:',
    'recovery-cancelled': 'Die Wiederherstellung Ihres Kontos wurde abgebrochen. Ihre Passkeys gelten wie bisher.',
    'recovery-shortened':
      'Die Wiederherstellung Ihres Kontos wurde von einem Betreiber oder Inhaber freigegeben. Eine Anmeldung per Mail kann jetzt die Passkeys ersetzen.',
    'operator-viewer':
      'Sie sind jetzt Betreiber dieses Servers mit der Rolle Betrachter: Sie können die Konsole einsehen.',
    'operator-support':
      'Sie sind jetzt Betreiber dieses Servers mit der Rolle Support: Sie können Personen bei der Anmeldung helfen.',
    'operator-administrator':
      'Sie sind jetzt Betreiber dieses Servers mit der Rolle Administrator: Sie können Personen, Anwendungen und Einstellungen verwalten.',
    'operator-none': 'Sie sind nicht mehr Betreiber dieses Servers.',
    'impersonation-started': 'Ein Betreiber handelt jetzt in einer Anwendung als Sie:',
    'impersonation-ended': 'Ein Betreiber handelt nicht mehr als Sie in einer Anwendung:',
    'accounts-merged':
      'Zwei Ihrer Konten wurden zu diesem zusammengeführt. Alle Adressen und Passkeys gehören jetzt zu ihm.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `Diese Adresse wurde vor Kurzem von einem Konto bei ${brand} entfernt. Bis ${until} öffnet sie kein neues Konto und kann keinem anderen hinzugefügt werden, damit sich die Entfernung rückgängig machen lässt. Wenn Sie sie nicht entfernt haben, verwenden Sie den Link in unserer Mail dazu.`,
    undoIntro:
      'Wenn Sie das nicht waren, machen Sie es innerhalb von 72 Stunden rückgängig. Ihre Adressen werden wieder wie zuvor, alle Sitzungen enden, und seither hinzugefügte Passkeys werden entfernt:',
    undoButton: 'Änderung rückgängig machen',
    cancelIntro: 'Wenn Sie das nicht waren, kann jemand Ihre Mails lesen. Brechen Sie es jetzt ab:',
    cancelButton: 'Wiederherstellung abbrechen',
  },
  organization: {
    invitationSubject: ({ organization }) => `Einladung zu ${organization}`,
    invitedByOrganization: ({ organization }) =>
      `${organization} lädt Sie ein, beizutreten. Öffnen Sie die Seite unten und melden Sie sich mit dieser Adresse an, um anzunehmen.`,
    invitedByOperators: ({ brand, organization }) =>
      `Die Betreiber von ${brand} laden Sie ein, ${organization} beizutreten. Öffnen Sie die Seite unten und melden Sie sich mit dieser Adresse an, um anzunehmen.`,
    domainCodeSubject: ({ domain, organization }) => `${organization} bittet um Bestätigung der Domain ${domain}`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} gibt bei ${brand} an, dass die Domain ${domain} ihr gehört. Dieser Code bestätigt es:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `Geben Sie den Code nur weiter, wenn das stimmt. Damit kann ${organization} allen mit einer Adresse unter ${domain} anbieten, um Aufnahme zu bitten. Zugang zu Postfächern oder Konten gibt er nicht.`,
    domainCodeExpires: 'Der Code gilt fünf Minuten und einmal.',
    domainCodeWarning:
      'Kennen Sie diese Organisation nicht, ignorieren Sie diese E-Mail: Ohne den Code geschieht nichts.',
    news: {
      missing: {
        subject: ({ domain }) => `Der DNS-Eintrag von ${domain} fehlt`,
        body: ({ brand, domain, organization }) =>
          `Der TXT-Eintrag, der belegt, dass ${domain} zu ${organization} gehört, wurde nicht gefunden. Ist er nicht innerhalb von sieben Tagen zurück, lässt ${brand} über diese Domain niemanden mehr neu zu ${organization}. Welcher Eintrag nötig ist, steht auf der Seite unten.`,
      },
      lost: {
        subject: ({ domain }) => `${domain} gilt nicht mehr als bestätigt`,
        body: ({ brand, domain, organization }) =>
          `Der TXT-Eintrag, der belegt, dass ${domain} zu ${organization} gehört, fehlt seit sieben Tagen. Bis er zurück ist, tritt bei ${brand} über diese Domain niemand mehr neu ${organization} bei. Mitglieder bleiben Mitglieder.`,
      },
      restored: {
        subject: ({ domain }) => `${domain} ist wieder bestätigt`,
        body: ({ domain, organization }) =>
          `Der TXT-Eintrag von ${domain} wurde wieder gefunden. Über diese Domain kann man ${organization} wie zuvor beitreten.`,
      },
      'taken-over': {
        subject: ({ domain }) => `${domain} wurde von einer anderen Organisation bestätigt`,
        body: ({ brand, domain, organization }) =>
          `Der Nachweis für ${domain} war verloren, und eine andere Organisation bei ${brand} hat nun per DNS belegt, dass die Domain ihr gehört. Für ${organization} zählt sie nicht mehr. Mitglieder bleiben Mitglieder.`,
      },
    },
    newsButton: 'Domains öffnen',
    noticeTime: ({ brand, when }) => `Um ${when}, bei ${brand}.`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} bittet darum, ${application} als Sie zu sehen`,
    body: ({ application, brand, operator, person }) =>
      `${operator} von ${brand} bittet darum, ${application} höchstens eine halbe Stunde lang als ${person} zu sehen. Der genannte Grund:`,
    expires: 'Ohne Ihre Erlaubnis geschieht nichts. Die Anfrage läuft nach einem Tag ab.',
    button: 'Anfrage öffnen',
  },
  signUp: {
    subject: ({ brand }) => `Einladung zu ${brand}`,
    body: ({ brand }) =>
      `Die Betreiber von ${brand} laden Sie ein. Öffnen Sie die Seite unten und melden Sie sich mit dieser Adresse an, um Ihr Konto anzulegen.`,
  },
  signInRequest: {
    subject: ({ brand }) => `Bei ${brand} anmelden`,
    body: ({ brand }) =>
      `Die Betreiber von ${brand} bitten Sie, sich anzumelden. Öffnen Sie die Seite unten und melden Sie sich mit dieser Adresse an.`,
    button: 'Zur Anmeldung',
  },
}
