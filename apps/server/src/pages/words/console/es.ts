import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Consola',
  sections: {
    overview: 'Resumen',
    people: 'Personas',
    why: 'Ayuda de acceso',
    applications: 'Aplicaciones',
    organizations: 'Organizaciones',
    mail: 'Correo',
    webhooks: 'Webhooks',
    audit: 'Actividad',
    themes: 'Temas',
    operators: 'Operadores',
    keys: 'Claves',
    health: 'Estado',
    preview: 'Vista previa',
    impersonations: 'Suplantación',
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
      'Inicie sesión en una aplicación como lo haría una persona nueva. Las páginas son las reales, en un servidor aparte que luego se elimina: no se crea ninguna cuenta, no se envía ningún correo y no se contacta con la aplicación.',
    client: 'Aplicación',
    organization: 'Organización',
    organizationHint: 'ID o nombre corto; la persona será miembro',
    noOrganization: 'No hay ninguna organización con este ID o nombre corto.',
    language: 'Idioma',
    browserLanguage: 'El del navegador',
    acr: 'Inicio de sesión exigido',
    anyAcr: 'Lo que pide la aplicación',
    acrs: {
      'urn:vestibule:acr:mail': 'Código por correo',
      phr: 'Llave de acceso',
      phrh: 'Llave de acceso que no puede salir de su dispositivo',
    },
    start: 'Iniciar la vista previa',
    open: (name, until) => `Hay una vista previa de ${name} abierta hasta ${until}.`,
    goOn: 'Continuar con ella',
    again: 'Iniciar otra vista previa',
    ended: 'La vista previa ha terminado y se ha eliminado todo su contenido.',
    gone: 'No hay ninguna vista previa abierta. Ha terminado o se inició en otro proceso de este servidor. Iníciela de nuevo.',
    busy: 'Ya hay cuatro vistas previas abiertas. Inténtelo cuando termine alguna.',
    bar: {
      title: 'Vista previa',
      code: 'Código:',
      usePasskey: 'Continuar como si se hubiera usado una llave de acceso',
      end: 'Terminar la vista previa',
    },
    resultTitle: (name) => `Lo que recibiría ${name}`,
    resultNote:
      'Los tokens vienen de un emisor que solo existe en esta vista previa. Ninguna aplicación ni API los acepta.',
    parts: {
      idToken: 'Claims del token de identidad',
      accessToken: 'Claims del token de acceso',
      userinfo: 'Respuesta de userinfo',
      response: 'Respuesta de tokens',
      error: 'La aplicación recibiría un error',
    },
    stepsTitle: 'Por qué se mostró cada paso',
    noSteps: 'No se mostró ningún paso.',
    steps: {
      email: 'Dirección de correo: nadie había iniciado sesión.',
      code: 'Código: había que demostrar la dirección.',
      passkey: 'Llave de acceso: la exige la solicitud, la aplicación o la organización.',
      terms: 'Condiciones: no se había aceptado la versión actual.',
      profile: 'Nombre: el perfil no estaba completo.',
      organization: 'Organización: la aplicación necesita una y no estaba claro cuál.',
      team: 'Equipo: no estaba claro por cuál se actúa.',
      consent: 'Consentimiento: la aplicación debe preguntar antes de recibir datos.',
    },
  },

  impersonation: {},
}
