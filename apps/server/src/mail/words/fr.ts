import type { MailWords } from './shape.ts'

export const fr: MailWords = {
  lang: 'fr',
  dir: 'ltr',
  codeSubject: ({ application }) => `Votre code de connexion pour ${application}`,
  codeIntro: ({ application }) => `Saisissez ce code pour vous connecter à ${application} :`,
  codeExpires: 'Il est valable cinq minutes, une seule fois, et seulement dans le navigateur qui l’a demandé.',
  linkIntro: 'Ou ouvrez cette page dans le même navigateur :',
  linkButton: 'Ouvrir la page de connexion',
  asked: ({ application, brand, when, network }) =>
    `Demandé le ${when} depuis ${network}, pour se connecter à ${application}${application === brand ? '' : ` avec ${brand}`}.`,
  neverShare: 'Ne donnez jamais ce code à personne ; nous ne vous le demanderons pas.',
  notYou: 'Si ce n’était pas vous, ignorez ce message : personne ne peut se connecter sans lui.',
  ignore: 'Si ce n’était pas vous, ignorez ce message.',
  refusedSubject: ({ application }) => `À propos de votre connexion à ${application}`,
  refusedBody: ({ application, when }) =>
    `Quelqu’un, sans doute vous, a essayé de se connecter à ${application} avec cette adresse le ${when}. Les nouveaux comptes se font ici sur invitation, et cette adresse n’en a pas. Demandez une invitation aux responsables de ${application}.`,
  addressSubject: ({ brand }) => `Confirmez cette adresse pour ${brand}`,
  addressIntro: ({ brand }) => `Saisissez ce code pour ajouter cette adresse à votre compte ${brand} :`,
  addressButton: 'Ouvrir la page',
  takenSubject: ({ brand }) => `À propos de votre adresse chez ${brand}`,
  takenBody: ({ brand, when }) =>
    `Quelqu’un, sans doute vous, a demandé à ${when} d’ajouter cette adresse à un compte ${brand}. Elle appartient déjà à un compte. Pour l’utiliser avec un autre, retirez-la d’abord de celui-ci.`,
  noticeSubject: ({ brand }) => `Un changement dans votre compte ${brand}`,
  noticeFacts: ({ brand, when, network }) => `À ${when}, depuis ${network}, chez ${brand}.`,
  noticeNotYou:
    'Si ce n’était pas vous, ouvrez votre compte maintenant, terminez les autres sessions et retirez ce que vous ne connaissez pas :',
  noticeButton: 'Ouvrir votre compte',
  invitationSubject: ({ application, organization }) => `${organization} vous invite sur ${application}`,
  invitationBody: ({ organization, person }) =>
    `${person} vous invite à rejoindre ${organization}. Ouvrez la page ci-dessous et connectez-vous avec cette adresse pour accepter.`,
  invitationExpires:
    'L’invitation est valable sept jours et pour cette adresse seulement. Si vous ne savez pas pourquoi vous l’avez reçue, ignorez-la : rien ne se passe sans vous.',
  invitationButton: 'Ouvrir l’invitation',
  requestSubject: ({ organization, person }) => `${person} demande à rejoindre ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `${person} a une adresse de votre domaine et demande à rejoindre ${organization} chez ${brand}. Acceptez ou refusez sur la page ci-dessous.`,
  requestButton: 'Ouvrir les demandes',
  answerSubject: ({ organization }) => `Votre demande à ${organization}`,
  approvedBody: ({ organization }) =>
    `Vous êtes maintenant membre de ${organization}. Vous pouvez reprendre où vous en étiez.`,
  declinedBody: ({ organization }) => `Votre demande de rejoindre ${organization} a été refusée.`,
  testSubject: ({ brand }) => `E-mail de test de ${brand}`,
  testBody: ({ brand, when }) =>
    `Un opérateur de ${brand} a demandé cet e-mail à ${when} pour vérifier que les e-mails arrivent. Rien d’autre ne s’est passé.`,
  notices: {
    'passkey-added': 'Une clé d’accès a été ajoutée à votre compte :',
    'passkey-removed': 'Une clé d’accès a été retirée de votre compte :',
    'address-added': 'Une adresse a été ajoutée à votre compte :',
    'address-removed': 'Une adresse a été retirée de votre compte :',
    'primary-changed': 'Votre compte a une nouvelle adresse principale :',
    'new-device': 'Quelqu’un s’est connecté à votre compte avec une clé d’accès sur un nouvel appareil :',
    'data-exported': 'Les données de votre compte ont été exportées.',
    'account-deleted': 'Votre compte a été supprimé.',
    'sign-in-reset': 'La connexion à votre compte a été réinitialisée. Vous vous connectez maintenant avec :',
    'change-undone':
      'Une modification de vos adresses e-mail a été annulée et toutes les sessions sont terminées. Vous vous connectez avec :',
    'recovery-requested':
      'Une récupération sans clé d’accès a été demandée pour votre compte. Elle n’a aucun effet avant :',
    'recovery-cancelled': 'La récupération de votre compte a été annulée. Vos clés d’accès fonctionnent comme avant.',
    'recovery-shortened':
      'La récupération de votre compte a été autorisée par un opérateur ou un propriétaire. Une connexion par e-mail peut maintenant remplacer les clés d’accès.',
    'operator-viewer':
      'Vous êtes maintenant opérateur de ce serveur avec le rôle Lecteur : vous pouvez consulter la console.',
    'operator-support':
      'Vous êtes maintenant opérateur de ce serveur avec le rôle Assistance : vous pouvez aider les personnes à se connecter.',
    'operator-administrator':
      'Vous êtes maintenant opérateur de ce serveur avec le rôle Administrateur : vous pouvez gérer les personnes, les applications et les réglages.',
    'operator-none': 'Vous n’êtes plus opérateur de ce serveur.',
    'impersonation-started': 'Un opérateur agit désormais en votre nom dans une application :',
    'impersonation-ended': 'Un opérateur n’agit plus en votre nom dans une application :',
    'accounts-merged':
      'Deux de vos comptes ont été fusionnés en celui-ci. Toutes leurs adresses et clés d’accès lui appartiennent désormais.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `Cette adresse a été retirée il y a peu d’un compte ${brand}. Jusqu’au ${until}, elle n’ouvre aucun nouveau compte et ne peut être ajoutée à un autre, afin que le retrait puisse être annulé. Si vous ne l’avez pas retirée, utilisez le lien de notre message à ce sujet.`,
    undoIntro:
      'Si ce n’était pas vous, annulez-la dans les 72 heures. Vos adresses redeviennent ce qu’elles étaient, toutes les sessions se terminent et les clés d’accès ajoutées depuis sont retirées :',
    undoButton: 'Annuler cette modification',
    cancelIntro: 'Si ce n’était pas vous, quelqu’un peut lire vos e-mails. Annulez-la maintenant :',
    cancelButton: 'Annuler la récupération',
  },
  organization: {
    invitationSubject: ({ organization }) => `Invitation à rejoindre ${organization}`,
    invitedByOrganization: ({ organization }) =>
      `${organization} vous invite à la rejoindre. Ouvrez la page ci-dessous et connectez-vous avec cette adresse pour accepter.`,
    invitedByOperators: ({ brand, organization }) =>
      `Les responsables de ${brand} vous invitent à rejoindre ${organization}. Ouvrez la page ci-dessous et connectez-vous avec cette adresse pour accepter.`,
    domainCodeSubject: ({ domain, organization }) => `${organization} demande de confirmer le domaine ${domain}`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} indique à ${brand} que le domaine ${domain} lui appartient. Ce code le confirme :`,
    domainCodeMeaning: ({ domain, organization }) =>
      `Ne transmettez le code que si c’est exact. Avec lui, ${organization} peut proposer à toute personne ayant une adresse en ${domain} de demander à la rejoindre. Il ne donne accès à aucune boîte de réception ni à aucun compte.`,
    domainCodeExpires: 'Le code est valable cinq minutes, une seule fois.',
    domainCodeWarning:
      'Si vous ne connaissez pas cette organisation, ignorez cet e-mail : rien ne se passe sans le code.',
    news: {
      missing: {
        subject: ({ domain }) => `L’enregistrement DNS de ${domain} est introuvable`,
        body: ({ brand, domain, organization }) =>
          `L’enregistrement TXT qui prouve que ${domain} appartient à ${organization} n’a pas été trouvé. S’il n’est pas rétabli sous sept jours, ${brand} n’admettra plus personne dans ${organization} par ce domaine. L’enregistrement à ajouter figure sur la page ci-dessous.`,
      },
      lost: {
        subject: ({ domain }) => `${domain} n’est plus confirmé`,
        body: ({ brand, domain, organization }) =>
          `L’enregistrement TXT qui prouve que ${domain} appartient à ${organization} manque depuis sept jours. Tant qu’il n’est pas rétabli, personne ne rejoint plus ${organization} chez ${brand} par ce domaine. Les membres le restent.`,
      },
      restored: {
        subject: ({ domain }) => `${domain} est de nouveau confirmé`,
        body: ({ domain, organization }) =>
          `L’enregistrement TXT de ${domain} a été retrouvé. On peut rejoindre ${organization} par ce domaine comme avant.`,
      },
      'taken-over': {
        subject: ({ domain }) => `${domain} a été confirmé par une autre organisation`,
        body: ({ brand, domain, organization }) =>
          `La preuve de ${domain} était perdue, et une autre organisation chez ${brand} vient de prouver par DNS que le domaine lui appartient. Il ne compte plus pour ${organization}. Les membres le restent.`,
      },
    },
    newsButton: 'Ouvrir les domaines',
    noticeTime: ({ brand, when }) => `À ${when}, chez ${brand}.`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} demande à voir ${application} en votre nom`,
    body: ({ application, brand, operator, person }) =>
      `${operator} de ${brand} demande à voir ${application} au nom de ${person}, pendant une demi-heure au plus. Motif indiqué :`,
    expires: 'Rien ne se passe sans votre autorisation. La demande expire au bout d’un jour.',
    button: 'Ouvrir la demande',
  },
  signUp: {
    subject: ({ brand }) => `Invitation à rejoindre ${brand}`,
    body: ({ brand }) =>
      `Les responsables de ${brand} vous invitent. Ouvrez la page ci-dessous et connectez-vous avec cette adresse pour créer votre compte.`,
  },
  signInRequest: {
    subject: ({ brand }) => `Connexion à ${brand}`,
    body: ({ brand }) =>
      `Les responsables de ${brand} vous demandent de vous connecter. Ouvrez la page ci-dessous et connectez-vous avec cette adresse.`,
    button: 'Ouvrir la page de connexion',
  },
}
