import type { MailWords } from './shape.ts'

export const nl: MailWords = {
  lang: 'nl',
  dir: 'ltr',
  codeSubject: ({ application }) => `Uw aanmeldcode voor ${application}`,
  codeIntro: ({ application }) => `Typ deze code om u aan te melden bij ${application}:`,
  codeExpires: 'Hij werkt vijf minuten, één keer, en alleen in de browser die erom vroeg.',
  linkIntro: 'Of open deze pagina in dezelfde browser:',
  linkButton: 'Aanmeldpagina openen',
  asked: ({ application, brand, when, network }) =>
    `Gevraagd om ${when} vanaf ${network}, om u aan te melden bij ${application}${application === brand ? '' : ` met ${brand}`}.`,
  neverShare: 'Geef deze code nooit aan iemand; wij zullen er niet om vragen.',
  notYou: 'Was u dit niet, dan kunt u deze mail negeren: zonder deze mail kan niemand zich aanmelden.',
  ignore: 'Was u dit niet, dan kunt u deze mail negeren.',
  refusedSubject: ({ application }) => `Over uw aanmelding bij ${application}`,
  refusedBody: ({ application, when }) =>
    `Iemand, waarschijnlijk u, probeerde zich om ${when} met dit adres aan te melden bij ${application}. Nieuwe accounts zijn hier op uitnodiging en dit adres heeft er geen. Vraag de beheerders van ${application} om een uitnodiging.`,
  addressSubject: ({ brand }) => `Bevestig dit adres voor ${brand}`,
  addressIntro: ({ brand }) => `Voer deze code in om dit adres aan uw account bij ${brand} toe te voegen:`,
  addressButton: 'Pagina openen',
  takenSubject: ({ brand }) => `Over uw adres bij ${brand}`,
  takenBody: ({ brand, when }) =>
    `Iemand, waarschijnlijk u, vroeg om ${when} dit adres toe te voegen aan een account bij ${brand}. Het hoort al bij een account. Verwijder het daar eerst om het met een ander account te gebruiken.`,
  noticeSubject: ({ brand }) => `Een wijziging in uw account bij ${brand}`,
  noticeFacts: ({ brand, when, network }) => `Om ${when}, vanaf ${network}, bij ${brand}.`,
  noticeNotYou: 'Was u dit niet? Open nu uw account, beëindig de andere sessies en verwijder wat u niet kent:',
  noticeButton: 'Uw account openen',
  invitationSubject: ({ application, organization }) => `${organization} nodigt u uit voor ${application}`,
  invitationBody: ({ organization, person }) =>
    `${person} nodigt u uit om lid te worden van ${organization}. Open de pagina hieronder en meld u aan met dit adres om te accepteren.`,
  invitationExpires:
    'De uitnodiging geldt zeven dagen en alleen voor dit adres. Weet u niet waarom u hem kreeg, negeer hem dan: zonder u gebeurt er niets.',
  invitationButton: 'Uitnodiging openen',
  requestSubject: ({ organization, person }) => `${person} vraagt om lid te worden van ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `${person} heeft een adres van uw domein en vraagt om lid te worden van ${organization} bij ${brand}. Keur het goed of wijs het af op de pagina hieronder.`,
  requestButton: 'Verzoeken openen',
  answerSubject: ({ organization }) => `Uw verzoek aan ${organization}`,
  approvedBody: ({ organization }) => `U bent nu lid van ${organization}. U kunt verdergaan waar u was gebleven.`,
  declinedBody: ({ organization }) => `Uw verzoek om lid te worden van ${organization} is afgewezen.`,
  testSubject: ({ brand }) => `Testmail van ${brand}`,
  testBody: ({ brand, when }) =>
    `Een operator van ${brand} heeft deze e-mail om ${when} aangevraagd om te zien of e-mails aankomen. Verder is er niets gebeurd.`,
  notices: {
    'passkey-added': 'Er is een passkey aan uw account toegevoegd:',
    'passkey-removed': 'Er is een passkey uit uw account verwijderd:',
    'address-added': 'Er is een adres aan uw account toegevoegd:',
    'address-removed': 'Er is een adres uit uw account verwijderd:',
    'primary-changed': 'Uw account heeft een nieuw hoofdadres:',
    'new-device': 'Iemand heeft zich met een passkey op een nieuw apparaat bij uw account aangemeld:',
    'data-exported': 'De gegevens van uw account zijn geëxporteerd.',
    'account-deleted': 'Uw account is verwijderd.',
    'sign-in-reset': 'De aanmelding van uw account is opnieuw ingesteld. U meldt zich nu aan met:',
    'change-undone':
      'Een wijziging van uw e-mailadressen is ongedaan gemaakt en alle sessies zijn beëindigd. U meldt zich aan met:',
    'recovery-requested': 'Voor uw account is herstel zonder passkey aangevraagd. Het heeft geen effect vóór:',
    'recovery-cancelled': 'Het herstel van uw account is geannuleerd. Uw passkeys werken zoals voorheen.',
    'recovery-shortened':
      'Het herstel van uw account is vrijgegeven door een beheerder of eigenaar. Aanmelden per mail kan nu de passkeys vervangen.',
    'operator-viewer': 'U bent nu beheerder van deze server met de rol Lezer: u kunt de console bekijken.',
    'operator-support':
      'U bent nu beheerder van deze server met de rol Support: u kunt mensen helpen bij het aanmelden.',
    'operator-administrator':
      'U bent nu beheerder van deze server met de rol Administrator: u kunt mensen, toepassingen en instellingen beheren.',
    'operator-none': 'U bent geen beheerder van deze server meer.',
    'impersonation-started': 'Een beheerder handelt nu namens u in een applicatie:',
    'impersonation-ended': 'Een beheerder handelt niet meer namens u in een applicatie:',
    'accounts-merged':
      'Twee van uw accounts zijn samengevoegd tot dit account. Alle adressen en passkeys horen er nu bij.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `Dit adres is kort geleden uit een account bij ${brand} verwijderd. Tot ${until} opent het geen nieuw account en kan het niet aan een ander worden toegevoegd, zodat de verwijdering ongedaan kan worden gemaakt. Hebt u het niet verwijderd, gebruik dan de link in onze mail daarover.`,
    undoIntro:
      'Was u dit niet? Maak het dan binnen 72 uur ongedaan. Uw adressen worden weer zoals ze waren, alle sessies eindigen en passkeys die sindsdien zijn toegevoegd, worden verwijderd:',
    undoButton: 'Deze wijziging ongedaan maken',
    cancelIntro: 'Was u dit niet? Dan kan iemand uw mail lezen. Annuleer het nu:',
    cancelButton: 'Herstel annuleren',
  },
  organization: {
    invitationSubject: ({ organization }) => `Uitnodiging voor ${organization}`,
    invitedByOrganization: ({ organization }) =>
      `${organization} nodigt u uit om lid te worden. Open de pagina hieronder en meld u aan met dit adres om te accepteren.`,
    invitedByOperators: ({ brand, organization }) =>
      `De beheerders van ${brand} nodigen u uit om lid te worden van ${organization}. Open de pagina hieronder en meld u aan met dit adres om te accepteren.`,
    domainCodeSubject: ({ domain, organization }) => `${organization} vraagt om het domein ${domain} te bevestigen`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} geeft bij ${brand} aan dat het domein ${domain} van haar is. Deze code bevestigt dat:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `Geef de code alleen als dat klopt. Daarmee kan ${organization} iedereen met een adres op ${domain} aanbieden om lidmaatschap te vragen. De code geeft geen toegang tot een mailbox of account.`,
    domainCodeExpires: 'De code werkt vijf minuten en één keer.',
    domainCodeWarning: 'Kent u deze organisatie niet, negeer deze e-mail dan: zonder de code gebeurt er niets.',
    news: {
      missing: {
        subject: ({ domain }) => `Het DNS-record van ${domain} ontbreekt`,
        body: ({ brand, domain, organization }) =>
          `Het TXT-record dat bewijst dat ${domain} van ${organization} is, is niet gevonden. Is het niet binnen zeven dagen terug, dan laat ${brand} via dit domein niemand meer toe tot ${organization}. Het record dat nodig is staat op de pagina hieronder.`,
      },
      lost: {
        subject: ({ domain }) => `${domain} is niet meer bevestigd`,
        body: ({ brand, domain, organization }) =>
          `Het TXT-record dat bewijst dat ${domain} van ${organization} is, ontbreekt al zeven dagen. Tot het terug is, wordt bij ${brand} niemand via dit domein nog lid van ${organization}. Leden blijven lid.`,
      },
      restored: {
        subject: ({ domain }) => `${domain} is weer bevestigd`,
        body: ({ domain, organization }) =>
          `Het TXT-record van ${domain} is weer gevonden. Via dit domein kan men lid worden van ${organization} zoals voorheen.`,
      },
      'taken-over': {
        subject: ({ domain }) => `${domain} is door een andere organisatie bevestigd`,
        body: ({ brand, domain, organization }) =>
          `Het bewijs voor ${domain} was verloren, en een andere organisatie bij ${brand} heeft nu via DNS bewezen dat het domein van haar is. Het telt niet meer voor ${organization}. Leden blijven lid.`,
      },
    },
    newsButton: 'Domeinen openen',
    noticeTime: ({ brand, when }) => `Om ${when}, bij ${brand}.`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} vraagt om ${application} als u te zien`,
    body: ({ application, brand, operator, person }) =>
      `${operator} van ${brand} vraagt om ${application} hoogstens een half uur als ${person} te zien. De opgegeven reden:`,
    expires: 'Er gebeurt niets zonder uw toestemming. Het verzoek verloopt na een dag.',
    button: 'Verzoek openen',
  },
  signUp: {
    subject: ({ brand }) => `Uitnodiging voor ${brand}`,
    body: ({ brand }) =>
      `De beheerders van ${brand} nodigen u uit. Open de pagina hieronder en meld u aan met dit adres om uw account aan te maken.`,
  },
  signInRequest: {
    subject: ({ brand }) => `Aanmelden bij ${brand}`,
    body: ({ brand }) =>
      `De beheerders van ${brand} vragen u zich aan te melden. Open de pagina hieronder en meld u aan met dit adres.`,
    button: 'Aanmeldpagina openen',
  },
}
