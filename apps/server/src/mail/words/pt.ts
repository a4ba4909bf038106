import type { MailWords } from './shape.ts'

export const pt: MailWords = {
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
  testSubject: ({ brand }) => `E-mail de teste de ${brand}`,
  testBody: ({ brand, when }) =>
    `Um operador de ${brand} pediu este e-mail às ${when} para verificar se os e-mails chegam. Não aconteceu mais nada.`,
  notices: {
    'passkey-added': 'Uma chave de acesso foi adicionada à sua conta:',
    'passkey-removed': 'Uma chave de acesso foi removida da sua conta:',
    'address-added': 'Um endereço foi adicionado à sua conta:',
    'address-removed': 'Um endereço foi removido da sua conta:',
    'primary-changed': 'Sua conta tem um novo endereço principal:',
    'new-device': 'Alguém entrou na sua conta com uma chave de acesso em um novo dispositivo:',
    'data-exported': 'Os dados da sua conta foram exportados.',
    'account-deleted': 'Sua conta foi excluída.',
    'sign-in-reset': 'O acesso à sua conta foi redefinido. Agora você entra com:',
    'change-undone':
      'Uma alteração dos seus endereços de e-mail foi desfeita e todas as sessões terminaram. Você entra com:',
    'recovery-requested': 'Foi pedida uma recuperação sem chave de acesso para sua conta. Ela não tem efeito antes de:',
    'recovery-cancelled': 'A recuperação da sua conta foi cancelada. Suas chaves de acesso funcionam como antes.',
    'recovery-shortened':
      'A recuperação da sua conta foi liberada por um operador ou proprietário. Entrar por e-mail já pode substituir as chaves de acesso.',
    'operator-viewer': 'Agora você é operador deste servidor com a função Leitor: pode consultar o console.',
    'operator-support': 'Agora você é operador deste servidor com a função Suporte: pode ajudar as pessoas a entrar.',
    'operator-administrator':
      'Agora você é operador deste servidor com a função Administrador: pode gerenciar pessoas, aplicativos e configurações.',
    'operator-none': 'Você não é mais operador deste servidor.',
    'impersonation-started': 'Um operador começou a agir como você em um aplicativo:',
    'impersonation-ended': 'Um operador deixou de agir como você em um aplicativo:',
    'accounts-merged':
      'Duas das suas contas foram unidas nesta. Todos os endereços e chaves de acesso delas agora pertencem a ela.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `Este endereço foi removido há pouco de uma conta em ${brand}. Até ${until} ele não abre nenhuma conta nova nem pode ser adicionado a outra, para que a remoção possa ser desfeita. Se você não o removeu, use o link da nossa mensagem sobre a remoção.`,
    undoIntro:
      'Se não foi você, desfaça em até 72 horas. Seus endereços voltam a ser os de antes, todas as sessões terminam e as chaves de acesso adicionadas desde então são removidas:',
    undoButton: 'Desfazer esta alteração',
    cancelIntro: 'Se não foi você, alguém consegue ler seu e-mail. Cancele agora:',
    cancelButton: 'Cancelar a recuperação',
  },
  organization: {
    invitationSubject: ({ organization }) => `Convite para ${organization}`,
    invitedByOrganization: ({ organization }) =>
      `${organization} convida você a entrar. Abra a página abaixo e entre com este endereço para aceitar.`,
    invitedByOperators: ({ brand, organization }) =>
      `Os responsáveis por ${brand} convidam você a entrar em ${organization}. Abra a página abaixo e entre com este endereço para aceitar.`,
    domainCodeSubject: ({ domain, organization }) => `${organization} pede para confirmar o domínio ${domain}`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} declara em ${brand} que o domínio ${domain} lhe pertence. Este código confirma isso:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `Só entregue o código se isso for verdade. Com ele, ${organization} pode oferecer a quem tem um endereço de ${domain} que peça para entrar. Ele não dá acesso a nenhuma caixa de correio nem conta.`,
    domainCodeExpires: 'O código vale cinco minutos e uma só vez.',
    domainCodeWarning: 'Se não conhece esta organização, ignore este e-mail: nada acontece sem o código.',
    news: {
      missing: {
        subject: ({ domain }) => `O registro DNS de ${domain} está faltando`,
        body: ({ brand, domain, organization }) =>
          `O registro TXT que prova que ${domain} pertence a ${organization} não foi encontrado. Se não voltar em sete dias, ${brand} não admite mais ninguém em ${organization} por este domínio. O registro a adicionar está na página abaixo.`,
      },
      lost: {
        subject: ({ domain }) => `${domain} não está mais confirmado`,
        body: ({ brand, domain, organization }) =>
          `O registro TXT que prova que ${domain} pertence a ${organization} está faltando há sete dias. Até voltar, ninguém novo entra em ${organization} em ${brand} por este domínio. Os membros continuam membros.`,
      },
      restored: {
        subject: ({ domain }) => `${domain} está confirmado novamente`,
        body: ({ domain, organization }) =>
          `O registro TXT de ${domain} foi encontrado novamente. É possível entrar em ${organization} por este domínio como antes.`,
      },
      'taken-over': {
        subject: ({ domain }) => `${domain} foi confirmado por outra organização`,
        body: ({ brand, domain, organization }) =>
          `A prova de ${domain} tinha sido perdida, e outra organização em ${brand} provou agora por DNS que o domínio é dela. Ele não vale mais para ${organization}. Os membros continuam membros.`,
      },
    },
    newsButton: 'Abrir os domínios',
    noticeTime: ({ brand, when }) => `Às ${when}, em ${brand}.`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} pede para ver ${application} como você`,
    body: ({ application, brand, operator, person }) =>
      `${operator}, de ${brand}, pede para ver ${application} como ${person}, por meia hora no máximo. O motivo indicado:`,
    expires: 'Nada acontece se você não permitir. O pedido expira depois de um dia.',
    button: 'Abrir o pedido',
  },
  signUp: {
    subject: ({ brand }) => `Convite para ${brand}`,
    body: ({ brand }) =>
      `Os responsáveis por ${brand} convidam você. Abra a página abaixo e entre com este endereço para criar a sua conta.`,
  },
  signInRequest: {
    subject: ({ brand }) => `Entre em ${brand}`,
    body: ({ brand }) =>
      `Os responsáveis por ${brand} pedem que você entre. Abra a página abaixo e entre com este endereço.`,
    button: 'Abrir a página de entrada',
  },
}
