import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'Consola',
  sections: {
    overview: 'Visão geral',
    people: 'Pessoas',
    why: 'Ajuda de acesso',
    applications: 'Aplicações',
    organizations: 'Organizações',
    mail: 'E-mail',
    webhooks: 'Webhooks',
    audit: 'Atividade',
    themes: 'Temas',
    operators: 'Operadores',
    keys: 'Chaves',
    health: 'Estado',
    preview: 'Pré-visualização',
    impersonations: 'Personificação',
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
      'Entre em um aplicativo como faria uma pessoa nova. As páginas são as reais, em um servidor à parte que depois é excluído: nenhuma conta é criada, nenhum e-mail é enviado e a aplicação não é contatada.',
    client: 'Aplicação',
    organization: 'Organização',
    organizationHint: 'ID ou nome curto; a pessoa será membro',
    noOrganization: 'Não há nenhuma organização com este ID ou nome curto.',
    language: 'Idioma',
    browserLanguage: 'O do navegador',
    acr: 'Início de sessão exigido',
    anyAcr: 'O que a aplicação pede',
    acrs: {
      'urn:vestibule:acr:mail': 'Código por e-mail',
      phr: 'Chave de acesso',
      phrh: 'Chave de acesso que não pode sair do seu dispositivo',
    },
    start: 'Iniciar a pré-visualização',
    open: (name, until) => `Uma pré-visualização de ${name} está aberta até ${until}.`,
    goOn: 'Continuar',
    again: 'Iniciar outra pré-visualização',
    ended: 'A pré-visualização terminou e todo o seu conteúdo foi excluído.',
    gone: 'Não há nenhuma pré-visualização aberta. Terminou ou foi iniciada em outro processo deste servidor. Inicie-a de novo.',
    busy: 'Já há quatro pré-visualizações abertas. Tente de novo quando uma terminar.',
    bar: {
      title: 'Pré-visualização',
      code: 'Código:',
      usePasskey: 'Continuar como se tivesse sido usada uma chave de acesso',
      end: 'Terminar a pré-visualização',
    },
    resultTitle: (name) => `O que ${name} receberia`,
    resultNote:
      'Os tokens vêm de um emissor que só existe nesta pré-visualização. Nenhuma aplicação nem API os aceita.',
    parts: {
      idToken: 'Claims do token de identidade',
      accessToken: 'Claims do token de acesso',
      userinfo: 'Resposta de userinfo',
      response: 'Resposta de tokens',
      error: 'A aplicação receberia um erro',
    },
    stepsTitle: 'Por que apareceu cada passo',
    noSteps: 'Não apareceu nenhum passo.',
    steps: {
      email: 'Endereço de e-mail: ninguém tinha sessão iniciada.',
      code: 'Código: o endereço tinha de ser comprovado.',
      passkey: 'Chave de acesso: o pedido, a aplicação ou a organização exige-a.',
      terms: 'Termos: a versão atual não tinha sido aceita.',
      profile: 'Nome: o perfil não estava completo.',
      organization: 'Organização: a aplicação precisa de uma e não estava claro qual.',
      team: 'Equipe: não estava claro por qual agir.',
      consent: 'Consentimento: a aplicação tem de perguntar antes de receber dados.',
    },
  },

  impersonation: {},
}
