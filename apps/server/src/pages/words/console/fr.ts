import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Console',
  sections: {
    overview: 'Vue d’ensemble',
    people: 'Personnes',
    why: 'Aide à la connexion',
    applications: 'Applications',
    organizations: 'Organisations',
    mail: 'E-mail',
    webhooks: 'Webhooks',
    audit: 'Activité',
    themes: 'Thèmes',
    operators: 'Opérateurs',
    keys: 'Clés',
    health: 'État',
    preview: 'Aperçu',
    impersonations: 'Emprunt d’identité',
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
      'Connectez-vous à une application comme le ferait une nouvelle personne. Les pages sont les vraies, sur un serveur à part qui est ensuite supprimé : aucun compte n’est créé, aucun e-mail n’est envoyé et l’application n’est pas contactée.',
    client: 'Application',
    organization: 'Organisation',
    organizationHint: 'identifiant ou nom court ; la personne en est alors membre',
    noOrganization: 'Aucune organisation ne porte cet identifiant ou ce nom court.',
    language: 'Langue',
    browserLanguage: 'Celle du navigateur',
    acr: 'Connexion exigée',
    anyAcr: 'Ce que demande l’application',
    acrs: {
      'urn:vestibule:acr:mail': 'Code par e-mail',
      phr: 'Clé d’accès',
      phrh: 'Clé d’accès qui ne peut pas quitter son appareil',
    },
    start: 'Démarrer l’aperçu',
    open: (name, until) => `Un aperçu de ${name} est ouvert jusqu’au ${until}.`,
    goOn: 'Le poursuivre',
    again: 'Démarrer un autre aperçu',
    ended: 'L’aperçu est terminé et tout son contenu a été supprimé.',
    gone: 'Aucun aperçu n’est ouvert. Il est terminé, ou il a été démarré sur un autre processus de ce serveur. Démarrez-le de nouveau.',
    busy: 'Quatre aperçus sont déjà ouverts. Réessayez quand l’un d’eux sera terminé.',
    bar: {
      title: 'Aperçu',
      code: 'Code :',
      usePasskey: 'Continuer comme si une clé d’accès avait servi',
      end: 'Terminer l’aperçu',
    },
    resultTitle: (name) => `Ce que recevrait ${name}`,
    resultNote:
      'Les jetons viennent d’un émetteur qui n’existe que dans cet aperçu. Aucune application ni API ne les accepte.',
    parts: {
      idToken: 'Claims du jeton d’identité',
      accessToken: 'Claims du jeton d’accès',
      userinfo: 'Réponse de userinfo',
      response: 'Réponse du point de jetons',
      error: 'L’application recevrait une erreur',
    },
    stepsTitle: 'Pourquoi chaque étape est apparue',
    noSteps: 'Aucune étape n’est apparue.',
    steps: {
      email: 'Adresse e-mail : personne n’était connecté.',
      code: 'Code : l’adresse devait être prouvée.',
      passkey: 'Clé d’accès : la requête, l’application ou l’organisation en exige une.',
      terms: 'Conditions : la version actuelle n’avait pas été acceptée.',
      profile: 'Nom : le profil était incomplet.',
      organization: 'Organisation : l’application en demande une et le choix n’était pas évident.',
      team: 'Équipe : on ne savait pas laquelle choisir.',
      consent: 'Consentement : l’application doit le demander avant de recevoir des données.',
    },
  },

  impersonation: {},
}
