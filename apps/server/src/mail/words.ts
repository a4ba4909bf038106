import { type RecoveryMailWords, recoveryEvents, recoveryMailWords } from './recovery-words.ts'

/** What a person is told of afterwards, at every mailbox of theirs. */
export const noticeEvents = [
  'passkey-added',
  'passkey-removed',
  'address-added',
  'address-removed',
  'primary-changed',
  'new-device',
  'data-exported',
  'account-deleted',
  'sign-in-reset',
  ...recoveryEvents,
] as const
export type NoticeEvent = (typeof noticeEvents)[number]

interface Facts {
  application: string
  brand: string
  when: string
  network: string
}

/** About an organization, and who invites or asks. */
interface OrganizationFacts extends Facts {
  organization: string
  person: string
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
  /** Where there is nothing in the mail to sign in with. */
  ignore: string
  refusedSubject: (facts: Facts) => string
  refusedBody: (facts: Facts) => string
  addressSubject: (facts: Facts) => string
  addressIntro: (facts: Facts) => string
  addressButton: string
  takenSubject: (facts: Facts) => string
  takenBody: (facts: Facts) => string
  noticeSubject: (facts: Facts) => string
  noticeFacts: (facts: Facts) => string
  noticeNotYou: string
  noticeButton: string
  invitationSubject: (facts: OrganizationFacts) => string
  invitationBody: (facts: OrganizationFacts) => string
  invitationExpires: string
  invitationButton: string
  requestSubject: (facts: OrganizationFacts) => string
  requestBody: (facts: OrganizationFacts) => string
  requestButton: string
  answerSubject: (facts: OrganizationFacts) => string
  approvedBody: (facts: OrganizationFacts) => string
  declinedBody: (facts: OrganizationFacts) => string
  recovery: RecoveryMailWords
  /** What happened. A detail may stand under it. */
  notices: Record<NoticeEvent, string>
}

const en: MailWords = {
  lang: 'en',
  dir: 'ltr',
  codeSubject: ({ application }) => `Your sign-in code for ${application}`,
  codeIntro: ({ application }) => `Enter this code to sign in to ${application}:`,
  codeExpires: 'It works for five minutes, once, and only in the browser that asked for it.',
  linkIntro: 'Or open this page in the same browser:',
  linkButton: 'Open the sign-in page',
  asked: ({ application, brand, when, network }) =>
    `Asked for at ${when} from ${network}, to sign in to ${application}${application === brand ? '' : ` with ${brand}`}.`,
  neverShare: 'Never give this code to anyone; we will not ask you for it.',
  notYou: 'If this was not you, you can ignore this email: nobody can sign in without it.',
  ignore: 'If this was not you, you can ignore this email.',
  refusedSubject: ({ application }) => `About your sign-in to ${application}`,
  refusedBody: ({ application, when }) =>
    `Someone, probably you, tried to sign in to ${application} with this address at ${when}. New accounts are by invitation here, and this address has none. Ask the people who run ${application} to invite you.`,
  addressSubject: ({ brand }) => `Confirm this address for ${brand}`,
  addressIntro: ({ brand }) => `Enter this code to add this address to your account at ${brand}:`,
  addressButton: 'Open the page',
  takenSubject: ({ brand }) => `About your address at ${brand}`,
  takenBody: ({ brand, when }) =>
    `Someone, probably you, asked at ${when} to add this address to an account at ${brand}. It belongs to an account already. To use it with another one, remove it there first.`,
  noticeSubject: ({ brand }) => `A change to your account at ${brand}`,
  noticeFacts: ({ brand, when, network }) => `At ${when}, from ${network}, at ${brand}.`,
  noticeNotYou: 'If this was not you, open your account now, end the other sessions and remove what you do not know:',
  noticeButton: 'Open your account',
  recovery: recoveryMailWords.en,
  notices: {
    ...recoveryMailWords.en.notices,
    'passkey-added': 'A passkey was added to your account:',
    'passkey-removed': 'A passkey was removed from your account:',
    'address-added': 'An address was added to your account:',
    'address-removed': 'An address was removed from your account:',
    'primary-changed': 'Your account has a new primary address:',
    'new-device': 'Someone signed in to your account with a passkey on a new device:',
    'data-exported': 'The data of your account was exported.',
    'account-deleted': 'Your account was deleted.',
    'sign-in-reset': 'The sign-in of your account was reset. You now sign in with:',
  },
  invitationSubject: ({ application, organization }) => `${organization} invites you to ${application}`,
  invitationBody: ({ organization, person }) =>
    `${person} invites you to join ${organization}. Open the page below and sign in with this address to accept.`,
  invitationExpires:
    'The invitation works for seven days and only for this address. If you do not know why you got it, ignore it: nothing happens without you.',
  invitationButton: 'Open the invitation',
  requestSubject: ({ organization, person }) => `${person} asks to join ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `${person} has an address of your domain and asks to join ${organization} at ${brand}. Approve or decline on the page below.`,
  requestButton: 'Open the requests',
  answerSubject: ({ organization }) => `Your request to join ${organization}`,
  approvedBody: ({ organization }) => `You are now a member of ${organization}. You can go on where you left off.`,
  declinedBody: ({ organization }) => `Your request to join ${organization} was declined.`,
}

const de: MailWords = {
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
  recovery: recoveryMailWords.de,
  notices: {
    ...recoveryMailWords.de.notices,
    'passkey-added': 'Ihrem Konto wurde ein Passkey hinzugefügt:',
    'passkey-removed': 'Aus Ihrem Konto wurde ein Passkey entfernt:',
    'address-added': 'Ihrem Konto wurde eine Adresse hinzugefügt:',
    'address-removed': 'Aus Ihrem Konto wurde eine Adresse entfernt:',
    'primary-changed': 'Ihr Konto hat eine neue Hauptadresse:',
    'new-device': 'Jemand hat sich mit einem Passkey auf einem neuen Gerät bei Ihrem Konto angemeldet:',
    'data-exported': 'Die Daten Ihres Kontos wurden exportiert.',
    'account-deleted': 'Ihr Konto wurde gelöscht.',
    'sign-in-reset': 'Die Anmeldung Ihres Kontos wurde zurückgesetzt. Sie melden sich jetzt an mit:',
  },
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
}

const fr: MailWords = {
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
  recovery: recoveryMailWords.fr,
  notices: {
    ...recoveryMailWords.fr.notices,
    'passkey-added': 'Une clé d’accès a été ajoutée à votre compte :',
    'passkey-removed': 'Une clé d’accès a été retirée de votre compte :',
    'address-added': 'Une adresse a été ajoutée à votre compte :',
    'address-removed': 'Une adresse a été retirée de votre compte :',
    'primary-changed': 'Votre compte a une nouvelle adresse principale :',
    'new-device': 'Quelqu’un s’est connecté à votre compte avec une clé d’accès sur un nouvel appareil :',
    'data-exported': 'Les données de votre compte ont été exportées.',
    'account-deleted': 'Votre compte a été supprimé.',
    'sign-in-reset': 'La connexion à votre compte a été réinitialisée. Vous vous connectez maintenant avec :',
  },
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
}

const es: MailWords = {
  lang: 'es',
  dir: 'ltr',
  codeSubject: ({ application }) => `Su código de acceso para ${application}`,
  codeIntro: ({ application }) => `Escriba este código para iniciar sesión en ${application}:`,
  codeExpires: 'Vale cinco minutos, una sola vez y solo en el navegador que lo pidió.',
  linkIntro: 'O abra esta página en el mismo navegador:',
  linkButton: 'Abrir la página de inicio de sesión',
  asked: ({ application, brand, when, network }) =>
    `Pedido el ${when} desde ${network}, para iniciar sesión en ${application}${application === brand ? '' : ` con ${brand}`}.`,
  neverShare: 'No dé nunca este código a nadie; nosotros no se lo pediremos.',
  notYou: 'Si no fue usted, ignore este mensaje: nadie puede entrar sin él.',
  ignore: 'Si no fue usted, ignore este mensaje.',
  refusedSubject: ({ application }) => `Sobre su inicio de sesión en ${application}`,
  refusedBody: ({ application, when }) =>
    `Alguien, probablemente usted, intentó iniciar sesión en ${application} con esta dirección el ${when}. Aquí las cuentas nuevas son por invitación y esta dirección no tiene ninguna. Pida una invitación a los responsables de ${application}.`,
  addressSubject: ({ brand }) => `Confirme esta dirección para ${brand}`,
  addressIntro: ({ brand }) => `Escriba este código para añadir esta dirección a su cuenta de ${brand}:`,
  addressButton: 'Abrir la página',
  takenSubject: ({ brand }) => `Sobre su dirección en ${brand}`,
  takenBody: ({ brand, when }) =>
    `Alguien, probablemente usted, pidió a las ${when} añadir esta dirección a una cuenta de ${brand}. Ya pertenece a una cuenta. Para usarla con otra, quítela primero de allí.`,
  noticeSubject: ({ brand }) => `Un cambio en su cuenta de ${brand}`,
  noticeFacts: ({ brand, when, network }) => `A las ${when}, desde ${network}, en ${brand}.`,
  noticeNotYou: 'Si no fue usted, abra su cuenta ahora, cierre las demás sesiones y quite lo que no conozca:',
  noticeButton: 'Abrir su cuenta',
  recovery: recoveryMailWords.es,
  notices: {
    ...recoveryMailWords.es.notices,
    'passkey-added': 'Se añadió una llave de acceso a su cuenta:',
    'passkey-removed': 'Se quitó una llave de acceso de su cuenta:',
    'address-added': 'Se añadió una dirección a su cuenta:',
    'address-removed': 'Se quitó una dirección de su cuenta:',
    'primary-changed': 'Su cuenta tiene una nueva dirección principal:',
    'new-device': 'Alguien inició sesión en su cuenta con una llave de acceso en un dispositivo nuevo:',
    'data-exported': 'Se exportaron los datos de su cuenta.',
    'account-deleted': 'Su cuenta fue eliminada.',
    'sign-in-reset': 'Se restableció el acceso a su cuenta. Ahora entra con:',
  },
  invitationSubject: ({ application, organization }) => `${organization} le invita a ${application}`,
  invitationBody: ({ organization, person }) =>
    `${person} le invita a unirse a ${organization}. Abra la página de abajo e inicie sesión con esta dirección para aceptar.`,
  invitationExpires:
    'La invitación vale siete días y solo para esta dirección. Si no sabe por qué la ha recibido, ignórela: sin usted no ocurre nada.',
  invitationButton: 'Abrir la invitación',
  requestSubject: ({ organization, person }) => `${person} pide unirse a ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `${person} tiene una dirección de su dominio y pide unirse a ${organization} en ${brand}. Apruebe o rechace en la página de abajo.`,
  requestButton: 'Abrir las solicitudes',
  answerSubject: ({ organization }) => `Su solicitud a ${organization}`,
  approvedBody: ({ organization }) => `Ya es miembro de ${organization}. Puede seguir donde lo dejó.`,
  declinedBody: ({ organization }) => `Su solicitud de unirse a ${organization} fue rechazada.`,
}

const it: MailWords = {
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
  recovery: recoveryMailWords.it,
  notices: {
    ...recoveryMailWords.it.notices,
    'passkey-added': 'È stata aggiunta una passkey al tuo account:',
    'passkey-removed': 'È stata rimossa una passkey dal tuo account:',
    'address-added': 'È stato aggiunto un indirizzo al tuo account:',
    'address-removed': 'È stato rimosso un indirizzo dal tuo account:',
    'primary-changed': 'Il tuo account ha un nuovo indirizzo principale:',
    'new-device': 'Qualcuno ha effettuato l’accesso al tuo account con una passkey su un nuovo dispositivo:',
    'data-exported': 'I dati del tuo account sono stati esportati.',
    'account-deleted': 'Il tuo account è stato eliminato.',
    'sign-in-reset': 'L’accesso al tuo account è stato reimpostato. Ora accedi con:',
  },
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
}

const pt: MailWords = {
  lang: 'pt',
  dir: 'ltr',
  codeSubject: ({ application }) => `O seu código de acesso para ${application}`,
  codeIntro: ({ application }) => `Escreva este código para iniciar sessão em ${application}:`,
  codeExpires: 'É válido durante cinco minutos, uma só vez e apenas no navegador que o pediu.',
  linkIntro: 'Ou abra esta página no mesmo navegador:',
  linkButton: 'Abrir a página de início de sessão',
  asked: ({ application, brand, when, network }) =>
    `Pedido em ${when} a partir de ${network}, para iniciar sessão em ${application}${application === brand ? '' : ` com ${brand}`}.`,
  neverShare: 'Nunca dê este código a ninguém; nós não lho pediremos.',
  notYou: 'Se não foi você, ignore esta mensagem: ninguém pode entrar sem ela.',
  ignore: 'Se não foi você, ignore esta mensagem.',
  refusedSubject: ({ application }) => `Sobre o seu início de sessão em ${application}`,
  refusedBody: ({ application, when }) =>
    `Alguém, provavelmente você, tentou iniciar sessão em ${application} com este endereço em ${when}. Aqui as contas novas são por convite e este endereço não tem nenhum. Peça um convite aos responsáveis de ${application}.`,
  addressSubject: ({ brand }) => `Confirme este endereço para ${brand}`,
  addressIntro: ({ brand }) => `Digite este código para adicionar este endereço à sua conta em ${brand}:`,
  addressButton: 'Abrir a página',
  takenSubject: ({ brand }) => `Sobre o seu endereço em ${brand}`,
  takenBody: ({ brand, when }) =>
    `Alguém, provavelmente você, pediu às ${when} para adicionar este endereço a uma conta em ${brand}. Ele já pertence a uma conta. Para usá-lo com outra, remova-o primeiro de lá.`,
  noticeSubject: ({ brand }) => `Uma alteração na sua conta em ${brand}`,
  noticeFacts: ({ brand, when, network }) => `Às ${when}, de ${network}, em ${brand}.`,
  noticeNotYou: 'Se não foi você, abra sua conta agora, encerre as outras sessões e remova o que não conhece:',
  noticeButton: 'Abrir sua conta',
  recovery: recoveryMailWords.pt,
  notices: {
    ...recoveryMailWords.pt.notices,
    'passkey-added': 'Uma chave de acesso foi adicionada à sua conta:',
    'passkey-removed': 'Uma chave de acesso foi removida da sua conta:',
    'address-added': 'Um endereço foi adicionado à sua conta:',
    'address-removed': 'Um endereço foi removido da sua conta:',
    'primary-changed': 'Sua conta tem um novo endereço principal:',
    'new-device': 'Alguém entrou na sua conta com uma chave de acesso em um novo dispositivo:',
    'data-exported': 'Os dados da sua conta foram exportados.',
    'account-deleted': 'Sua conta foi excluída.',
    'sign-in-reset': 'O acesso à sua conta foi redefinido. Agora você entra com:',
  },
  invitationSubject: ({ application, organization }) => `${organization} convida você para ${application}`,
  invitationBody: ({ organization, person }) =>
    `${person} convida você a entrar em ${organization}. Abra a página abaixo e entre com este endereço para aceitar.`,
  invitationExpires:
    'O convite vale sete dias e só para este endereço. Se não sabe por que o recebeu, ignore-o: nada acontece sem você.',
  invitationButton: 'Abrir o convite',
  requestSubject: ({ organization, person }) => `${person} pede para entrar em ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `${person} tem um endereço do seu domínio e pede para entrar em ${organization} em ${brand}. Aprove ou recuse na página abaixo.`,
  requestButton: 'Abrir os pedidos',
  answerSubject: ({ organization }) => `Seu pedido a ${organization}`,
  approvedBody: ({ organization }) => `Você agora é membro de ${organization}. Pode continuar de onde parou.`,
  declinedBody: ({ organization }) => `Seu pedido para entrar em ${organization} foi recusado.`,
}

const nl: MailWords = {
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
  recovery: recoveryMailWords.nl,
  notices: {
    ...recoveryMailWords.nl.notices,
    'passkey-added': 'Er is een passkey aan uw account toegevoegd:',
    'passkey-removed': 'Er is een passkey uit uw account verwijderd:',
    'address-added': 'Er is een adres aan uw account toegevoegd:',
    'address-removed': 'Er is een adres uit uw account verwijderd:',
    'primary-changed': 'Uw account heeft een nieuw hoofdadres:',
    'new-device': 'Iemand heeft zich met een passkey op een nieuw apparaat bij uw account aangemeld:',
    'data-exported': 'De gegevens van uw account zijn geëxporteerd.',
    'account-deleted': 'Uw account is verwijderd.',
    'sign-in-reset': 'De aanmelding van uw account is opnieuw ingesteld. U meldt zich nu aan met:',
  },
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
}

const pl: MailWords = {
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
  recovery: recoveryMailWords.pl,
  notices: {
    ...recoveryMailWords.pl.notices,
    'passkey-added': 'Do Twojego konta dodano klucz dostępu:',
    'passkey-removed': 'Z Twojego konta usunięto klucz dostępu:',
    'address-added': 'Do Twojego konta dodano adres:',
    'address-removed': 'Z Twojego konta usunięto adres:',
    'primary-changed': 'Twoje konto ma nowy adres główny:',
    'new-device': 'Ktoś zalogował się na Twoje konto kluczem dostępu na nowym urządzeniu:',
    'data-exported': 'Dane Twojego konta zostały wyeksportowane.',
    'account-deleted': 'Twoje konto zostało usunięte.',
    'sign-in-reset': 'Logowanie do Twojego konta zostało zresetowane. Logujesz się teraz adresem:',
  },
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
}

const ja: MailWords = {
  lang: 'ja',
  dir: 'ltr',
  codeSubject: ({ application }) => `${application} のログインコード`,
  codeIntro: ({ application }) => `${application} にログインするには、このコードを入力してください。`,
  codeExpires: '有効期間は 5 分、使えるのは一度だけ、請求したブラウザーでのみ有効です。',
  linkIntro: 'または、同じブラウザーで次のページを開いてください。',
  linkButton: 'ログインページを開く',
  asked: ({ application, brand, when, network }) =>
    `${when} に ${network} から、${application === brand ? '' : `${brand} で `}${application} にログインするために請求されました。`,
  neverShare: 'このコードを誰にも教えないでください。こちらからお尋ねすることはありません。',
  notYou: 'お心当たりがない場合は、このメールを無視してください。このメールがなければ誰もログインできません。',
  ignore: 'お心当たりがない場合は、このメールを無視してください。',
  refusedSubject: ({ application }) => `${application} へのログインについて`,
  refusedBody: ({ application, when }) =>
    `${when} に、このアドレスで ${application} にログインしようとした方がいます（おそらくご本人です）。新しいアカウントは招待制で、このアドレスには招待がありません。${application} の管理者に招待を依頼してください。`,
  addressSubject: ({ brand }) => `${brand} のメールアドレスの確認`,
  addressIntro: ({ brand }) => `${brand} のアカウントにこのアドレスを追加するには、次のコードを入力してください。`,
  addressButton: 'ページを開く',
  takenSubject: ({ brand }) => `${brand} でのメールアドレスについて`,
  takenBody: ({ brand, when }) =>
    `${when} に、このアドレスを ${brand} のアカウントに追加しようとした方がいます(おそらくご本人です)。このアドレスはすでに別のアカウントで使われています。別のアカウントで使うには、先にそこから削除してください。`,
  noticeSubject: ({ brand }) => `${brand} のアカウントが変更されました`,
  noticeFacts: ({ brand, when, network }) => `日時: ${when}、接続元: ${network}、サービス: ${brand}`,
  noticeNotYou:
    'お心当たりがない場合は、すぐにアカウントを開き、ほかのセッションを終了し、見覚えのないものを削除してください。',
  noticeButton: 'アカウントを開く',
  recovery: recoveryMailWords.ja,
  notices: {
    ...recoveryMailWords.ja.notices,
    'passkey-added': 'アカウントにパスキーが追加されました。',
    'passkey-removed': 'アカウントからパスキーが削除されました。',
    'address-added': 'アカウントにメールアドレスが追加されました。',
    'address-removed': 'アカウントからメールアドレスが削除されました。',
    'primary-changed': 'アカウントのメインのアドレスが変更されました。',
    'new-device': '新しいデバイスからパスキーでサインインがありました。',
    'data-exported': 'アカウントのデータが書き出されました。',
    'account-deleted': 'アカウントが削除されました。',
    'sign-in-reset': 'アカウントのサインイン方法がリセットされました。今後は次のアドレスでサインインします。',
  },
  invitationSubject: ({ application, organization }) => `${organization} から ${application} への招待`,
  invitationBody: ({ organization, person }) =>
    `${person} さんが ${organization} に招待しています。承諾するには、下のページを開き、このアドレスでサインインしてください。`,
  invitationExpires:
    '招待は 7 日間、このアドレスに限り有効です。お心当たりがなければ無視してください。何も起こりません。',
  invitationButton: '招待を開く',
  requestSubject: ({ organization, person }) => `${person} さんが ${organization} への参加を希望しています`,
  requestBody: ({ brand, organization, person }) =>
    `${person} さんは貴社のドメインのアドレスを持ち、${brand} の ${organization} への参加を希望しています。下のページで承認または却下してください。`,
  requestButton: 'リクエストを開く',
  answerSubject: ({ organization }) => `${organization} への参加リクエスト`,
  approvedBody: ({ organization }) => `${organization} のメンバーになりました。中断したところから続けられます。`,
  declinedBody: ({ organization }) => `${organization} への参加リクエストは却下されました。`,
}

const zh: MailWords = {
  lang: 'zh',
  dir: 'ltr',
  codeSubject: ({ application }) => `${application} 的登录验证码`,
  codeIntro: ({ application }) => `请输入此验证码以登录 ${application}：`,
  codeExpires: '五分钟内有效，只能使用一次，且仅限请求它的浏览器。',
  linkIntro: '或在同一浏览器中打开此页面：',
  linkButton: '打开登录页面',
  asked: ({ application, brand, when, network }) =>
    `请求时间 ${when}，来自 ${network}，用于${application === brand ? '' : `通过 ${brand} `}登录 ${application}。`,
  neverShare: '切勿将此验证码告诉任何人，我们不会向您索要。',
  notYou: '如果不是您本人操作，请忽略此邮件：没有它，任何人都无法登录。',
  ignore: '如果不是您本人操作，请忽略此邮件。',
  refusedSubject: ({ application }) => `关于您登录 ${application}`,
  refusedBody: ({ application, when }) =>
    `有人（可能是您）在 ${when} 尝试用此地址登录 ${application}。这里的新账户需要邀请，而此地址没有邀请。请向 ${application} 的负责人索取邀请。`,
  addressSubject: ({ brand }) => `确认您在 ${brand} 的邮箱地址`,
  addressIntro: ({ brand }) => `输入此验证码，将此地址添加到您的 ${brand} 账户：`,
  addressButton: '打开页面',
  takenSubject: ({ brand }) => `关于您在 ${brand} 的邮箱地址`,
  takenBody: ({ brand, when }) =>
    `有人（可能是您）在 ${when} 请求将此地址添加到一个 ${brand} 账户。此地址已属于某个账户。若要在其他账户中使用，请先在原账户中移除。`,
  noticeSubject: ({ brand }) => `您的 ${brand} 账户有变更`,
  noticeFacts: ({ brand, when, network }) => `时间：${when}，来源：${network}，服务：${brand}。`,
  noticeNotYou: '如果不是您本人操作，请立即打开您的账户，结束其他会话，并移除您不认识的内容：',
  noticeButton: '打开您的账户',
  recovery: recoveryMailWords.zh,
  notices: {
    ...recoveryMailWords.zh.notices,
    'passkey-added': '您的账户添加了一个通行密钥：',
    'passkey-removed': '您的账户移除了一个通行密钥：',
    'address-added': '您的账户添加了一个邮箱地址：',
    'address-removed': '您的账户移除了一个邮箱地址：',
    'primary-changed': '您的账户有了新的主要地址：',
    'new-device': '有人在新设备上使用通行密钥登录了您的账户：',
    'data-exported': '您的账户数据已被导出。',
    'account-deleted': '您的账户已被删除。',
    'sign-in-reset': '您账户的登录方式已重置。现在使用以下地址登录：',
  },
  invitationSubject: ({ application, organization }) => `${organization} 邀请您使用 ${application}`,
  invitationBody: ({ organization, person }) =>
    `${person} 邀请您加入 ${organization}。请打开下面的页面并用此地址登录以接受邀请。`,
  invitationExpires: '邀请七天内有效，且仅限此地址。如果您不清楚为何收到，请忽略：没有您的操作不会发生任何事。',
  invitationButton: '打开邀请',
  requestSubject: ({ organization, person }) => `${person} 请求加入 ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `${person} 拥有您域名的地址，请求加入 ${brand} 上的 ${organization}。请在下面的页面批准或拒绝。`,
  requestButton: '打开请求',
  answerSubject: ({ organization }) => `您加入 ${organization} 的请求`,
  approvedBody: ({ organization }) => `您现在是 ${organization} 的成员，可以继续之前的操作。`,
  declinedBody: ({ organization }) => `您加入 ${organization} 的请求已被拒绝。`,
}

const ko: MailWords = {
  lang: 'ko',
  dir: 'ltr',
  codeSubject: ({ application }) => `${application} 로그인 코드`,
  codeIntro: ({ application }) => `${application}에 로그인하려면 이 코드를 입력하세요:`,
  codeExpires: '5분 동안 한 번만, 요청한 브라우저에서만 사용할 수 있습니다.',
  linkIntro: '또는 같은 브라우저에서 이 페이지를 여세요:',
  linkButton: '로그인 페이지 열기',
  asked: ({ application, brand, when, network }) =>
    `${when}에 ${network}에서 ${application === brand ? '' : `${brand}(으)로 `}${application}에 로그인하기 위해 요청되었습니다.`,
  neverShare: '이 코드를 누구에게도 알려 주지 마세요. 저희는 코드를 묻지 않습니다.',
  notYou: '본인이 아니라면 이 메일을 무시하세요. 이 메일 없이는 아무도 로그인할 수 없습니다.',
  ignore: '본인이 아니라면 이 메일을 무시하세요.',
  refusedSubject: ({ application }) => `${application} 로그인 안내`,
  refusedBody: ({ application, when }) =>
    `누군가(아마도 회원님)가 ${when}에 이 주소로 ${application}에 로그인하려고 했습니다. 새 계정은 초대로만 만들 수 있으며 이 주소에는 초대가 없습니다. ${application} 담당자에게 초대를 요청하세요.`,
  addressSubject: ({ brand }) => `${brand} 이메일 주소 확인`,
  addressIntro: ({ brand }) => `${brand} 계정에 이 주소를 추가하려면 다음 코드를 입력하세요.`,
  addressButton: '페이지 열기',
  takenSubject: ({ brand }) => `${brand}의 이메일 주소에 대해`,
  takenBody: ({ brand, when }) =>
    `${when}에 누군가(아마도 본인)가 이 주소를 ${brand} 계정에 추가하려고 했습니다. 이 주소는 이미 다른 계정에 속해 있습니다. 다른 계정에서 사용하려면 먼저 그 계정에서 삭제하세요.`,
  noticeSubject: ({ brand }) => `${brand} 계정이 변경되었습니다`,
  noticeFacts: ({ brand, when, network }) => `시각: ${when}, 위치: ${network}, 서비스: ${brand}`,
  noticeNotYou: '본인이 아니라면 지금 계정을 열어 다른 세션을 종료하고 모르는 항목을 삭제하세요.',
  noticeButton: '계정 열기',
  recovery: recoveryMailWords.ko,
  notices: {
    ...recoveryMailWords.ko.notices,
    'passkey-added': '계정에 패스키가 추가되었습니다.',
    'passkey-removed': '계정에서 패스키가 삭제되었습니다.',
    'address-added': '계정에 이메일 주소가 추가되었습니다.',
    'address-removed': '계정에서 이메일 주소가 삭제되었습니다.',
    'primary-changed': '계정의 기본 주소가 변경되었습니다.',
    'new-device': '새 기기에서 패스키로 로그인했습니다.',
    'data-exported': '계정 데이터가 내보내졌습니다.',
    'account-deleted': '계정이 삭제되었습니다.',
    'sign-in-reset': '계정 로그인 방법이 재설정되었습니다. 이제 다음 주소로 로그인합니다.',
  },
  invitationSubject: ({ application, organization }) => `${organization}에서 ${application}(으)로 초대합니다`,
  invitationBody: ({ organization, person }) =>
    `${person} 님이 ${organization}에 초대했습니다. 수락하려면 아래 페이지를 열고 이 주소로 로그인하세요.`,
  invitationExpires:
    '초대는 7일 동안 이 주소에만 유효합니다. 받은 이유를 모르면 무시하세요. 아무 일도 일어나지 않습니다.',
  invitationButton: '초대 열기',
  requestSubject: ({ organization, person }) => `${person} 님이 ${organization} 참여를 요청합니다`,
  requestBody: ({ brand, organization, person }) =>
    `${person} 님은 조직 도메인의 주소를 가지고 있으며 ${brand}의 ${organization} 참여를 요청합니다. 아래 페이지에서 승인하거나 거절하세요.`,
  requestButton: '요청 열기',
  answerSubject: ({ organization }) => `${organization} 참여 요청`,
  approvedBody: ({ organization }) => `이제 ${organization}의 구성원입니다. 하던 곳에서 계속할 수 있습니다.`,
  declinedBody: ({ organization }) => `${organization} 참여 요청이 거절되었습니다.`,
}

const ar: MailWords = {
  lang: 'ar',
  dir: 'rtl',
  codeSubject: ({ application }) => `رمز تسجيل الدخول إلى ${application}`,
  codeIntro: ({ application }) => `أدخل هذا الرمز لتسجيل الدخول إلى ${application}:`,
  codeExpires: 'صالح لخمس دقائق، مرة واحدة، وفي المتصفح الذي طلبه فقط.',
  linkIntro: 'أو افتح هذه الصفحة في المتصفح نفسه:',
  linkButton: 'فتح صفحة تسجيل الدخول',
  asked: ({ application, brand, when, network }) =>
    `طُلب في ${when} من ${network} لتسجيل الدخول إلى ${application}${application === brand ? '' : ` عبر ${brand}`}.`,
  neverShare: 'لا تعطِ هذا الرمز لأي شخص أبدًا؛ لن نطلبه منك.',
  notYou: 'إن لم تكن أنت، فتجاهل هذه الرسالة: لا يستطيع أحد تسجيل الدخول من دونها.',
  ignore: 'إن لم تكن أنت، فتجاهل هذه الرسالة.',
  refusedSubject: ({ application }) => `بشأن تسجيل دخولك إلى ${application}`,
  refusedBody: ({ application, when }) =>
    `حاول شخص ما، ربما أنت، تسجيل الدخول إلى ${application} بهذا العنوان في ${when}. الحسابات الجديدة هنا بدعوة، وليس لهذا العنوان دعوة. اطلب دعوة من القائمين على ${application}.`,
  addressSubject: ({ brand }) => `أكّد هذا العنوان لدى ${brand}`,
  addressIntro: ({ brand }) => `أدخل هذا الرمز لإضافة هذا العنوان إلى حسابك لدى ${brand}:`,
  addressButton: 'فتح الصفحة',
  takenSubject: ({ brand }) => `بخصوص عنوانك لدى ${brand}`,
  takenBody: ({ brand, when }) =>
    `طلب شخص ما، ربما أنت، عند ${when} إضافة هذا العنوان إلى حساب لدى ${brand}. هذا العنوان يخص حسابًا بالفعل. لاستخدامه مع حساب آخر، أزِله من هناك أولًا.`,
  noticeSubject: ({ brand }) => `تغيير في حسابك لدى ${brand}`,
  noticeFacts: ({ brand, when, network }) => `عند ${when}، من ${network}، لدى ${brand}.`,
  noticeNotYou: 'إن لم تكن أنت، فافتح حسابك الآن وأنهِ الجلسات الأخرى وأزِل ما لا تعرفه:',
  noticeButton: 'افتح حسابك',
  recovery: recoveryMailWords.ar,
  notices: {
    ...recoveryMailWords.ar.notices,
    'passkey-added': 'أُضيف مفتاح مرور إلى حسابك:',
    'passkey-removed': 'أُزيل مفتاح مرور من حسابك:',
    'address-added': 'أُضيف عنوان إلى حسابك:',
    'address-removed': 'أُزيل عنوان من حسابك:',
    'primary-changed': 'لحسابك عنوان رئيسي جديد:',
    'new-device': 'سجّل شخص ما الدخول إلى حسابك بمفتاح مرور على جهاز جديد:',
    'data-exported': 'صُدّرت بيانات حسابك.',
    'account-deleted': 'حُذف حسابك.',
    'sign-in-reset': 'أُعيد ضبط تسجيل الدخول إلى حسابك. تسجّل الدخول الآن بـ:',
  },
  invitationSubject: ({ application, organization }) => `تدعوك ${organization} إلى ${application}`,
  invitationBody: ({ organization, person }) =>
    `يدعوك ${person} للانضمام إلى ${organization}. افتح الصفحة أدناه وسجّل الدخول بهذا العنوان للقبول.`,
  invitationExpires:
    'الدعوة صالحة سبعة أيام ولهذا العنوان فقط. إن كنت لا تعرف سبب وصولها فتجاهلها: لا يحدث شيء من دونك.',
  invitationButton: 'فتح الدعوة',
  requestSubject: ({ organization, person }) => `يطلب ${person} الانضمام إلى ${organization}`,
  requestBody: ({ brand, organization, person }) =>
    `لدى ${person} عنوان من نطاقكم ويطلب الانضمام إلى ${organization} لدى ${brand}. وافق أو ارفض في الصفحة أدناه.`,
  requestButton: 'فتح الطلبات',
  answerSubject: ({ organization }) => `طلبك للانضمام إلى ${organization}`,
  approvedBody: ({ organization }) => `أنت الآن عضو في ${organization}. يمكنك المتابعة من حيث توقفت.`,
  declinedBody: ({ organization }) => `رُفض طلبك للانضمام إلى ${organization}.`,
}

const catalogues: ReadonlyMap<string, MailWords> = new Map(
  [en, de, fr, es, it, pt, nl, pl, ja, zh, ko, ar].map((words) => [words.lang, words]),
)

/** The words of the first language that we speak; else English. `languages` are BCP 47 tags, best first. */
export function mailWordsFor(languages: readonly string[]): MailWords {
  for (const language of languages) {
    const words = catalogues.get(language.toLowerCase().split('-')[0] ?? '')
    if (words) return words
  }
  return en
}
