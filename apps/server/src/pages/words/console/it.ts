import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Console',
  sections: {
    overview: 'Panoramica',
    people: 'Persone',
    why: 'Aiuto all’accesso',
    applications: 'Applicazioni',
    organizations: 'Organizzazioni',
    mail: 'Posta',
    webhooks: 'Webhook',
    audit: 'Attività',
    themes: 'Temi',
    operators: 'Operatori',
    keys: 'Chiavi',
    health: 'Stato',
    preview: 'Anteprima',
    impersonations: 'Impersonificazione',
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
      'Accedi a un’applicazione come farebbe una persona nuova. Le pagine sono quelle vere, su un server separato che poi viene eliminato: non si crea alcun account, non parte alcuna email e l’applicazione non viene contattata.',
    client: 'Applicazione',
    organization: 'Organizzazione',
    organizationHint: 'ID o nome breve; la persona ne sarà membro',
    noOrganization: 'Non esiste un’organizzazione con questo ID o nome breve.',
    language: 'Lingua',
    browserLanguage: 'Quella del browser',
    acr: 'Accesso richiesto',
    anyAcr: 'Ciò che chiede l’applicazione',
    acrs: {
      'urn:vestibule:acr:mail': 'Codice via email',
      phr: 'Passkey',
      phrh: 'Passkey che non può lasciare il suo dispositivo',
    },
    start: 'Avvia l’anteprima',
    open: (name, until) => `Un’anteprima di ${name} è aperta fino a ${until}.`,
    goOn: 'Continua',
    again: 'Avvia un’altra anteprima',
    ended: 'L’anteprima è terminata e tutto il suo contenuto è stato eliminato.',
    gone: 'Nessuna anteprima è aperta. È terminata oppure è stata avviata su un altro processo di questo server. Avviala di nuovo.',
    busy: 'Sono già aperte quattro anteprime. Riprova quando una sarà terminata.',
    bar: {
      title: 'Anteprima',
      code: 'Codice:',
      usePasskey: 'Continua come se fosse stata usata una passkey',
      end: 'Termina l’anteprima',
    },
    resultTitle: (name) => `Che cosa riceverebbe ${name}`,
    resultNote:
      'I token vengono da un emittente che esiste solo in questa anteprima. Nessuna applicazione e nessuna API li accetta.',
    parts: {
      idToken: 'Claim dell’ID token',
      accessToken: 'Claim dell’access token',
      userinfo: 'Risposta di userinfo',
      response: 'Risposta dei token',
      error: 'L’applicazione riceverebbe un errore',
    },
    stepsTitle: 'Perché è apparso ogni passaggio',
    noSteps: 'Non è apparso alcun passaggio.',
    steps: {
      email: 'Indirizzo email: nessuno aveva eseguito l’accesso.',
      code: 'Codice: l’indirizzo andava dimostrato.',
      passkey: 'Passkey: la richiede la richiesta, l’applicazione o l’organizzazione.',
      terms: 'Condizioni: la versione attuale non era stata accettata.',
      profile: 'Nome: il profilo non era completo.',
      organization: 'Organizzazione: l’applicazione ne richiede una e non era chiaro quale.',
      team: 'Team: non era chiaro per quale agire.',
      consent: 'Consenso: l’applicazione deve chiederlo prima di ricevere dati.',
    },
  },

  impersonation: {},
}
