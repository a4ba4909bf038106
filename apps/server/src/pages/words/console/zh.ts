import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: '控制台',
  sections: {
    overview: '概览',
    people: '用户',
    why: '登录诊断',
    applications: '应用',
    organizations: '组织',
    mail: '邮件',
    webhooks: 'Webhook',
    audit: '活动',
    themes: '主题',
    operators: '运营人员',
    keys: '密钥',
    health: '状态',
    preview: '预览',
    impersonations: '代操作',
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
      '像一位新用户那样登录某个应用。页面都是真实的，但运行在一个单独的服务器上，结束后即删除：不会创建账户，不会发送邮件，应用也不会收到任何内容。',
    client: '应用',
    organization: '组织',
    organizationHint: 'ID 或短名称；该用户将是其成员',
    noOrganization: '没有使用此 ID 或短名称的组织。',
    language: '语言',
    browserLanguage: '与浏览器相同',
    acr: '要求的登录方式',
    anyAcr: '应用所要求的',
    acrs: {
      'urn:vestibule:acr:mail': '邮件验证码',
      phr: '通行密钥',
      phrh: '不能离开设备的通行密钥',
    },
    start: '开始预览',
    open: (name, until) => `${name} 的预览已打开，有效至 ${until}。`,
    goOn: '继续',
    again: '开始另一个预览',
    ended: '预览已结束，其中的所有内容均已删除。',
    gone: '没有打开的预览。它已结束，或是在此服务器的另一个进程上开始的。请重新开始。',
    busy: '已有四个预览打开。请等其中一个结束后再试。',
    bar: {
      title: '预览',
      code: '验证码：',
      usePasskey: '视为已使用通行密钥并继续',
      end: '结束预览',
    },
    resultTitle: (name) => `${name} 会得到的内容`,
    resultNote: '这些令牌的签发者只存在于此预览中。没有任何应用或 API 会接受它们。',
    parts: {
      idToken: 'ID 令牌的声明',
      accessToken: '访问令牌的声明',
      userinfo: 'userinfo 的响应',
      response: '令牌响应',
      error: '应用会收到错误',
    },
    stepsTitle: '每一步出现的原因',
    noSteps: '没有出现任何步骤。',
    steps: {
      email: '邮箱地址：没有人登录。',
      code: '验证码：需要证明该地址。',
      passkey: '通行密钥：请求、应用或组织要求使用。',
      terms: '条款：尚未接受当前版本。',
      profile: '姓名：个人资料不完整。',
      organization: '组织：应用需要一个组织，但无法确定是哪个。',
      team: '团队：无法确定代表哪个团队。',
      consent: '同意：应用在获得数据前必须先询问。',
    },
  },

  impersonation: {},
}
