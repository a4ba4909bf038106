import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: '콘솔',
  sections: {
    overview: '개요',
    people: '사용자',
    why: '로그인 진단',
    applications: '애플리케이션',
    organizations: '조직',
    mail: '메일',
    webhooks: '웹훅',
    audit: '활동',
    themes: '테마',
    operators: '운영자',
    keys: '키',
    health: '상태',
    preview: '미리보기',
    impersonations: '대리 로그인',
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
      '새로운 사람이 하듯이 애플리케이션에 로그인합니다. 페이지는 실제와 같지만 끝나면 삭제되는 별도의 서버에서 실행됩니다. 계정이 만들어지지 않고, 메일이 발송되지 않으며, 애플리케이션에 연락하지 않습니다.',
    client: '애플리케이션',
    organization: '조직',
    organizationHint: 'ID 또는 짧은 이름. 이 사람은 그 조직의 구성원이 됩니다',
    noOrganization: '이 ID나 짧은 이름을 가진 조직이 없습니다.',
    language: '언어',
    browserLanguage: '브라우저와 같게',
    acr: '필요한 로그인',
    anyAcr: '애플리케이션이 요구하는 것',
    acrs: {
      'urn:vestibule:acr:mail': '이메일 코드',
      phr: '패스키',
      phrh: '기기를 벗어날 수 없는 패스키',
    },
    start: '미리보기 시작',
    open: (name, until) => `${name} 미리보기가 ${until}까지 열려 있습니다.`,
    goOn: '계속하기',
    again: '다른 미리보기 시작',
    ended: '미리보기를 끝내고 그 안의 모든 내용을 삭제했습니다.',
    gone: '열려 있는 미리보기가 없습니다. 끝났거나 이 서버의 다른 프로세스에서 시작되었습니다. 다시 시작하세요.',
    busy: '이미 네 개의 미리보기가 열려 있습니다. 하나가 끝나면 다시 시도하세요.',
    bar: {
      title: '미리보기',
      code: '코드:',
      usePasskey: '패스키를 사용한 것으로 하고 계속',
      end: '미리보기 끝내기',
    },
    resultTitle: (name) => `${name}이(가) 받게 될 내용`,
    resultNote: '토큰의 발급자는 이 미리보기에만 있습니다. 어떤 애플리케이션이나 API도 받아들이지 않습니다.',
    parts: {
      idToken: 'ID 토큰의 클레임',
      accessToken: '액세스 토큰의 클레임',
      userinfo: 'userinfo 응답',
      response: '토큰 응답',
      error: '애플리케이션은 오류를 받게 됩니다',
    },
    stepsTitle: '각 단계가 표시된 이유',
    noSteps: '표시된 단계가 없습니다.',
    steps: {
      email: '이메일 주소: 로그인한 사람이 없었습니다.',
      code: '코드: 주소를 확인해야 했습니다.',
      passkey: '패스키: 요청, 애플리케이션 또는 조직이 요구합니다.',
      terms: '약관: 현재 버전에 동의하지 않았습니다.',
      profile: '이름: 프로필이 완성되지 않았습니다.',
      organization: '조직: 애플리케이션에 필요하지만 어느 조직인지 분명하지 않았습니다.',
      team: '팀: 어느 팀인지 분명하지 않았습니다.',
      consent: '동의: 애플리케이션은 데이터를 받기 전에 물어야 합니다.',
    },
  },

  impersonation: {},
}
