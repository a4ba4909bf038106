import type { MailWords } from './shape.ts'

export const zh: MailWords = {
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
  testSubject: ({ brand }) => `来自 ${brand} 的测试邮件`,
  testBody: ({ brand, when }) =>
    `${brand} 的运维人员于 ${when} 请求发送此邮件，以确认邮件能否送达。没有发生其他任何事情。`,
  notices: {
    'passkey-added': '您的账户添加了一个通行密钥：',
    'passkey-removed': '您的账户移除了一个通行密钥：',
    'address-added': '您的账户添加了一个邮箱地址：',
    'address-removed': '您的账户移除了一个邮箱地址：',
    'primary-changed': '您的账户有了新的主要地址：',
    'new-device': '有人在新设备上使用通行密钥登录了您的账户：',
    'data-exported': '您的账户数据已被导出。',
    'account-deleted': '您的账户已被删除。',
    'sign-in-reset': '您账户的登录方式已重置。现在使用以下地址登录：',
    'change-undone': '您的邮箱地址更改已被撤销，所有会话已结束。您使用以下地址登录：',
    'recovery-requested': '有人为您的账户申请了不使用通行密钥的恢复。在以下时间之前它不会生效：',
    'recovery-cancelled': '您账户的恢复已取消。通行密钥照常有效。',
    'recovery-shortened': '您账户的恢复已由运营者或所有者放行。现在用邮件登录即可更换通行密钥。',
    'operator-viewer': '您现在是此服务器的运营者，角色为查看者：可以查看控制台。',
    'operator-support': '您现在是此服务器的运营者，角色为支持：可以帮助人们登录。',
    'operator-administrator': '您现在是此服务器的运营者，角色为管理员：可以管理人员、应用和设置。',
    'operator-none': '您不再是此服务器的运营者。',
    'impersonation-started': '一位运营者开始在应用中以您的身份操作：',
    'impersonation-ended': '一位运营者已停止在应用中以您的身份操作：',
    'accounts-merged': '您的两个账户已合并为此账户。它们的所有邮箱地址和通行密钥现在都属于此账户。',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `此地址不久前从一个 ${brand} 账户中移除。在 ${until} 之前，它不能用于新建账户，也不能添加到其他账户，以便可以撤销移除。如果不是您移除的，请使用我们关于移除的邮件中的链接。`,
    undoIntro:
      '如果不是您本人操作，请在 72 小时内撤销。您的地址将恢复原状，所有会话都会结束，此后添加的通行密钥会被移除：',
    undoButton: '撤销此更改',
    cancelIntro: '如果不是您本人操作，说明有人能读取您的邮件。请立即取消：',
    cancelButton: '取消恢复',
  },
  organization: {
    invitationSubject: ({ organization }) => `加入 ${organization} 的邀请`,
    invitedByOrganization: ({ organization }) =>
      `${organization} 邀请您加入。请打开下面的页面并使用此地址登录以接受邀请。`,
    invitedByOperators: ({ brand, organization }) =>
      `${brand} 的运营者邀请您加入 ${organization}。请打开下面的页面并使用此地址登录以接受邀请。`,
    domainCodeSubject: ({ domain, organization }) => `${organization} 请求确认域名 ${domain}`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} 在 ${brand} 声明域名 ${domain} 归其所有。此验证码用于确认:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `仅在情况属实时才把验证码交给对方。凭此验证码，${organization} 可以让拥有 ${domain} 地址的人申请加入。它不提供对任何邮箱或账户的访问权限。`,
    domainCodeExpires: '验证码五分钟内有效，只能使用一次。',
    domainCodeWarning: '如果您不认识这个组织，请忽略此邮件：没有验证码就不会发生任何事情。',
    news: {
      missing: {
        subject: ({ domain }) => `找不到 ${domain} 的 DNS 记录`,
        body: ({ brand, domain, organization }) =>
          `未找到证明 ${domain} 属于 ${organization} 的 TXT 记录。如果七天内没有恢复，${brand} 将不再允许任何新人通过此域名加入 ${organization}。需要添加的记录见下面的页面。`,
      },
      lost: {
        subject: ({ domain }) => `${domain} 不再被确认`,
        body: ({ brand, domain, organization }) =>
          `证明 ${domain} 属于 ${organization} 的 TXT 记录已缺失七天。在记录恢复之前，${brand} 上没有新人可以通过此域名加入 ${organization}。现有成员不受影响。`,
      },
      restored: {
        subject: ({ domain }) => `${domain} 已重新确认`,
        body: ({ domain, organization }) =>
          `已重新找到 ${domain} 的 TXT 记录。人们可以像以前一样通过此域名加入 ${organization}。`,
      },
      'taken-over': {
        subject: ({ domain }) => `${domain} 已由另一个组织确认`,
        body: ({ brand, domain, organization }) =>
          `${domain} 的证明已失效，${brand} 上的另一个组织已通过 DNS 证明该域名归其所有。它不再属于 ${organization}。现有成员不受影响。`,
      },
    },
    newsButton: '打开域名页面',
    noticeTime: ({ brand, when }) => `时间：${when}，服务：${brand}。`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} 请求以您的身份查看 ${application}`,
    body: ({ application, brand, operator, person }) =>
      `${brand} 的 ${operator} 请求以 ${person} 的身份查看 ${application}，最长半小时。所述原因：`,
    expires: '未经您允许，什么都不会发生。请求一天后过期。',
    button: '打开请求',
  },
  signUp: {
    subject: ({ brand }) => `${brand} 的邀请`,
    body: ({ brand }) => `${brand} 的运营者邀请您加入。请打开下面的页面，并使用此地址登录以创建您的账户。`,
  },
  signInRequest: {
    subject: ({ brand }) => `登录 ${brand}`,
    body: ({ brand }) => `${brand} 的运营者请您登录。请打开下面的页面，并使用此地址登录。`,
    button: '打开登录页面',
  },
}
