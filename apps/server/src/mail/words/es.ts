import type { MailWords } from './shape.ts'

export const es: MailWords = {
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
  testSubject: ({ brand }) => `Correo de prueba de ${brand}`,
  testBody: ({ brand, when }) =>
    `Un operador de ${brand} pidió este correo a las ${when} para comprobar si los correos llegan. No ha pasado nada más.`,
  notices: {
    'passkey-added': 'Se añadió una llave de acceso a su cuenta:',
    'passkey-removed': 'Se quitó una llave de acceso de su cuenta:',
    'address-added': 'Se añadió una dirección a su cuenta:',
    'address-removed': 'Se quitó una dirección de su cuenta:',
    'primary-changed': 'Su cuenta tiene una nueva dirección principal:',
    'new-device': 'Alguien inició sesión en su cuenta con una llave de acceso en un dispositivo nuevo:',
    'data-exported': 'Se exportaron los datos de su cuenta.',
    'account-deleted': 'Su cuenta fue eliminada.',
    'sign-in-reset': 'Se restableció el acceso a su cuenta. Ahora entra con:',
    'change-undone':
      'Se deshizo un cambio de sus direcciones de correo y se cerraron todas las sesiones. Usted entra con:',
    'recovery-requested': 'Se solicitó una recuperación sin llave de acceso para su cuenta. No tiene efecto antes de:',
    'recovery-cancelled': 'Se canceló la recuperación de su cuenta. Sus llaves de acceso funcionan como antes.',
    'recovery-shortened':
      'Un operador o propietario autorizó la recuperación de su cuenta. Un inicio de sesión por correo ya puede sustituir sus llaves de acceso.',
    'operator-viewer': 'Ahora es operador de este servidor con el rol Lector: puede consultar la consola.',
    'operator-support':
      'Ahora es operador de este servidor con el rol Soporte: puede ayudar a las personas a iniciar sesión.',
    'operator-administrator':
      'Ahora es operador de este servidor con el rol Administrador: puede gestionar personas, aplicaciones y ajustes.',
    'operator-none': 'Ya no es operador de este servidor.',
    'impersonation-started': 'Un operador ha empezado a actuar como usted en una aplicación:',
    'impersonation-ended': 'Un operador ha dejado de actuar como usted en una aplicación:',
    'accounts-merged':
      'Dos de sus cuentas se combinaron en esta. Todas sus direcciones y llaves de acceso pertenecen ahora a ella.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `Esta dirección se quitó hace poco de una cuenta de ${brand}. Hasta el ${until} no abre ninguna cuenta nueva ni puede añadirse a otra, para que la retirada pueda deshacerse. Si no la quitó usted, use el enlace de nuestro mensaje al respecto.`,
    undoIntro:
      'Si no fue usted, deshágalo en un plazo de 72 horas. Sus direcciones vuelven a ser las de antes, se cierran todas las sesiones y se quitan las llaves de acceso añadidas desde entonces:',
    undoButton: 'Deshacer este cambio',
    cancelIntro: 'Si no fue usted, alguien puede leer su correo. Cancélela ahora:',
    cancelButton: 'Cancelar la recuperación',
  },
  organization: {
    invitationSubject: ({ organization }) => `Invitación a ${organization}`,
    invitedByOrganization: ({ organization }) =>
      `${organization} le invita a unirse. Abra la página de abajo e inicie sesión con esta dirección para aceptar.`,
    invitedByOperators: ({ brand, organization }) =>
      `Los responsables de ${brand} le invitan a unirse a ${organization}. Abra la página de abajo e inicie sesión con esta dirección para aceptar.`,
    domainCodeSubject: ({ domain, organization }) => `${organization} pide confirmar el dominio ${domain}`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} indica en ${brand} que el dominio ${domain} le pertenece. Este código lo confirma:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `Entregue el código solo si es cierto. Con él, ${organization} podrá ofrecer a cualquier persona con una dirección de ${domain} que pida unirse. No da acceso a ningún buzón ni a ninguna cuenta.`,
    domainCodeExpires: 'El código vale cinco minutos y una sola vez.',
    domainCodeWarning: 'Si no conoce esta organización, ignore este correo: sin el código no ocurre nada.',
    news: {
      missing: {
        subject: ({ domain }) => `Falta el registro DNS de ${domain}`,
        body: ({ brand, domain, organization }) =>
          `No se ha encontrado el registro TXT que prueba que ${domain} pertenece a ${organization}. Si no vuelve en siete días, ${brand} no admitirá a nadie más en ${organization} por este dominio. El registro que hay que añadir está en la página de abajo.`,
      },
      lost: {
        subject: ({ domain }) => `${domain} ya no está confirmado`,
        body: ({ brand, domain, organization }) =>
          `El registro TXT que prueba que ${domain} pertenece a ${organization} falta desde hace siete días. Hasta que vuelva, nadie nuevo se une a ${organization} en ${brand} por este dominio. Los miembros siguen siéndolo.`,
      },
      restored: {
        subject: ({ domain }) => `${domain} vuelve a estar confirmado`,
        body: ({ domain, organization }) =>
          `Se ha encontrado de nuevo el registro TXT de ${domain}. Es posible unirse a ${organization} por este dominio como antes.`,
      },
      'taken-over': {
        subject: ({ domain }) => `Otra organización ha confirmado ${domain}`,
        body: ({ brand, domain, organization }) =>
          `La prueba de ${domain} se había perdido, y otra organización de ${brand} ha probado por DNS que el dominio es suyo. Ya no cuenta para ${organization}. Los miembros siguen siéndolo.`,
      },
    },
    newsButton: 'Abrir los dominios',
    noticeTime: ({ brand, when }) => `A las ${when}, en ${brand}.`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} pide ver ${application} como usted`,
    body: ({ application, brand, operator, person }) =>
      `${operator}, de ${brand}, pide ver ${application} como ${person}, durante media hora como máximo. El motivo indicado:`,
    expires: 'No ocurre nada si usted no lo permite. La petición caduca al cabo de un día.',
    button: 'Abrir la petición',
  },
  signUp: {
    subject: ({ brand }) => `Invitación a ${brand}`,
    body: ({ brand }) =>
      `Los responsables de ${brand} le invitan. Abra la página siguiente e inicie sesión con esta dirección para crear su cuenta.`,
  },
  signInRequest: {
    subject: ({ brand }) => `Inicie sesión en ${brand}`,
    body: ({ brand }) =>
      `Los responsables de ${brand} le piden que inicie sesión. Abra la página siguiente e inicie sesión con esta dirección.`,
    button: 'Abrir la página de inicio de sesión',
  },
}
