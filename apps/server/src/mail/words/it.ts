import type { MailWords } from './shape.ts'

export const it: MailWords = {
  lang: 'it',
  dir: 'ltr',
  codeSubject: ({ application }) => `Il tuo codice di accesso per ${application}`,
  codeIntro: ({ application }) => `Scrivi questo codice per accedere a ${application}:`,
  codeExpires: 'Vale cinque minuti, una volta sola e soltanto nel browser che l’ha richiesto.',
  linkIntro: 'Oppure apri questa pagina nello stesso browser:',
  linkButton: 'Apri la pagina di accesso',
  asked: ({ application, brand, when, network }) =>
    `Richiesto il ${when} da ${network}, per accedere a ${application}${application === brand ? '' : ` con ${brand}`}.`,
  neverShare: 'Non dare mai questo codice a nessuno; noi non te lo chiederemo.',
  notYou: 'Se non sei stato tu, ignora questo messaggio: nessuno può accedere senza di esso.',
  ignore: 'Se non sei stato tu, ignora questo messaggio.',
  refusedSubject: ({ application }) => `Il tuo accesso a ${application}`,
  refusedBody: ({ application, when }) =>
    `Qualcuno, probabilmente tu, ha provato ad accedere a ${application} con questo indirizzo il ${when}. Qui i nuovi account sono su invito e questo indirizzo non ne ha. Chiedi un invito a chi gestisce ${application}.`,
  addressSubject: ({ brand }) => `Conferma questo indirizzo per ${brand}`,
  addressIntro: ({ brand }) => `Inserisci questo codice per aggiungere questo indirizzo al tuo account ${brand}:`,
  addressButton: 'Apri la pagina',
  takenSubject: ({ brand }) => `Il tuo indirizzo su ${brand}`,
  takenBody: ({ brand, when }) =>
    `Qualcuno, probabilmente tu, ha chiesto alle ${when} di aggiungere questo indirizzo a un account ${brand}. Appartiene già a un account. Per usarlo con un altro, rimuovilo prima da lì.`,
  noticeSubject: ({ brand }) => `Una modifica al tuo account ${brand}`,
  noticeFacts: ({ brand, when, network }) => `Alle ${when}, da ${network}, su ${brand}.`,
  noticeNotYou: 'Se non eri tu, apri subito il tuo account, termina le altre sessioni e rimuovi ciò che non conosci:',
  noticeButton: 'Apri il tuo account',
  invitationSubject: ({ application, organization }) => `${organization} ti invita su ${application}`,
  invitationBody: ({ organization, person }) =>
    `${person} ti invita a entrare in ${organization}. Apri la pagina qui sotto e accedi con questo indirizzo per accettare.`,
  invitationExpires:
    'L’invito vale sette giorni e solo per questo indirizzo. Se non sai perché l’hai ricevuto, ignoralo: senza di te non succede nulla.',
  invitationButton: 'Apri l’invito',
  requestSubject: ({ organization, person }) => `${person} chiede di entrare in ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `${person} ha un indirizzo del tuo dominio e chiede di entrare in ${organization} su ${brand}. Approva o rifiuta nella pagina qui sotto.`,
  requestButton: 'Apri le richieste',
  answerSubject: ({ organization }) => `La tua richiesta a ${organization}`,
  approvedBody: ({ organization }) => `Ora sei membro di ${organization}. Puoi continuare da dove eri rimasto.`,
  declinedBody: ({ organization }) => `La tua richiesta di entrare in ${organization} è stata rifiutata.`,
  testSubject: ({ brand }) => `Email di prova da ${brand}`,
  testBody: ({ brand, when }) =>
    `Un operatore di ${brand} ha richiesto questa email alle ${when} per verificare che le email arrivino. Non è successo altro.`,
  notices: {
    'passkey-added': 'È stata aggiunta una passkey al tuo account:',
    'passkey-removed': 'È stata rimossa una passkey dal tuo account:',
    'address-added': 'È stato aggiunto un indirizzo al tuo account:',
    'address-removed': 'È stato rimosso un indirizzo dal tuo account:',
    'primary-changed': 'Il tuo account ha un nuovo indirizzo principale:',
    'new-device': 'Qualcuno ha effettuato l’accesso al tuo account con una passkey su un nuovo dispositivo:',
    'data-exported': 'I dati del tuo account sono stati esportati.',
    'account-deleted': 'Il tuo account è stato eliminato.',
    'sign-in-reset': 'L’accesso al tuo account è stato reimpostato. Ora accedi con:',
    'change-undone':
      'Una modifica dei tuoi indirizzi e-mail è stata annullata e tutte le sessioni sono terminate. Accedi con:',
    'recovery-requested': 'È stato richiesto un recupero senza passkey per il tuo account. Non ha effetto prima di:',
    'recovery-cancelled': 'Il recupero del tuo account è stato annullato. Le tue passkey funzionano come prima.',
    'recovery-shortened':
      'Il recupero del tuo account è stato autorizzato da un operatore o da un proprietario. Un accesso per e-mail può ora sostituire le passkey.',
    'operator-viewer': 'Ora sei un operatore di questo server con il ruolo Lettore: puoi consultare la console.',
    'operator-support':
      'Ora sei un operatore di questo server con il ruolo Assistenza: puoi aiutare le persone ad accedere.',
    'operator-administrator':
      'Ora sei un operatore di questo server con il ruolo Amministratore: puoi gestire persone, applicazioni e impostazioni.',
    'operator-none': 'Non sei più un operatore di questo server.',
    'impersonation-started': 'Un operatore ha iniziato ad agire come te in un’applicazione:',
    'impersonation-ended': 'Un operatore ha smesso di agire come te in un’applicazione:',
    'accounts-merged':
      'Due dei tuoi account sono stati uniti in questo. Tutti i loro indirizzi e le loro passkey ora appartengono a esso.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `Questo indirizzo è stato rimosso da poco da un account ${brand}. Fino al ${until} non apre nuovi account e non può essere aggiunto a un altro, così che la rimozione possa essere annullata. Se non l’hai rimosso tu, usa il link del nostro messaggio sulla rimozione.`,
    undoIntro:
      'Se non eri tu, annulla entro 72 ore. I tuoi indirizzi tornano com’erano, tutte le sessioni terminano e le passkey aggiunte da allora vengono rimosse:',
    undoButton: 'Annulla questa modifica',
    cancelIntro: 'Se non eri tu, qualcuno può leggere la tua posta. Annullalo ora:',
    cancelButton: 'Annulla il recupero',
  },
  organization: {
    invitationSubject: ({ organization }) => `Invito a ${organization}`,
    invitedByOrganization: ({ organization }) =>
      `${organization} ti invita a entrare. Apri la pagina qui sotto e accedi con questo indirizzo per accettare.`,
    invitedByOperators: ({ brand, organization }) =>
      `I gestori di ${brand} ti invitano a entrare in ${organization}. Apri la pagina qui sotto e accedi con questo indirizzo per accettare.`,
    domainCodeSubject: ({ domain, organization }) => `${organization} chiede di confermare il dominio ${domain}`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} dichiara su ${brand} che il dominio ${domain} le appartiene. Questo codice lo conferma:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `Dai il codice solo se è vero. Con esso ${organization} può proporre a chi ha un indirizzo di ${domain} di chiedere di entrare. Non dà accesso ad alcuna casella o account.`,
    domainCodeExpires: 'Il codice vale cinque minuti e una sola volta.',
    domainCodeWarning: 'Se non conosci questa organizzazione, ignora questa email: senza il codice non succede nulla.',
    news: {
      missing: {
        subject: ({ domain }) => `Manca il record DNS di ${domain}`,
        body: ({ brand, domain, organization }) =>
          `Il record TXT che prova che ${domain} appartiene a ${organization} non è stato trovato. Se non torna entro sette giorni, ${brand} non ammette più nessuno in ${organization} tramite questo dominio. Il record da aggiungere è nella pagina qui sotto.`,
      },
      lost: {
        subject: ({ domain }) => `${domain} non è più confermato`,
        body: ({ brand, domain, organization }) =>
          `Il record TXT che prova che ${domain} appartiene a ${organization} manca da sette giorni. Finché non torna, nessuno entra più in ${organization} su ${brand} tramite questo dominio. I membri restano membri.`,
      },
      restored: {
        subject: ({ domain }) => `${domain} è di nuovo confermato`,
        body: ({ domain, organization }) =>
          `Il record TXT di ${domain} è stato ritrovato. Si può entrare in ${organization} tramite questo dominio come prima.`,
      },
      'taken-over': {
        subject: ({ domain }) => `${domain} è stato confermato da un’altra organizzazione`,
        body: ({ brand, domain, organization }) =>
          `La prova di ${domain} era andata persa e un’altra organizzazione su ${brand} ha ora provato via DNS che il dominio è suo. Non vale più per ${organization}. I membri restano membri.`,
      },
    },
    newsButton: 'Apri i domini',
    noticeTime: ({ brand, when }) => `Alle ${when}, su ${brand}.`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} chiede di vedere ${application} come te`,
    body: ({ application, brand, operator, person }) =>
      `${operator} di ${brand} chiede di vedere ${application} come ${person}, per mezz’ora al massimo. Il motivo indicato:`,
    expires: 'Non succede nulla se non lo consenti. La richiesta scade dopo un giorno.',
    button: 'Apri la richiesta',
  },
  signUp: {
    subject: ({ brand }) => `Invito a ${brand}`,
    body: ({ brand }) =>
      `I gestori di ${brand} ti invitano. Apri la pagina qui sotto e accedi con questo indirizzo per creare il tuo account.`,
  },
  signInRequest: {
    subject: ({ brand }) => `Accedi a ${brand}`,
    body: ({ brand }) =>
      `I gestori di ${brand} ti chiedono di accedere. Apri la pagina qui sotto e accedi con questo indirizzo.`,
    button: 'Apri la pagina di accesso',
  },
}
