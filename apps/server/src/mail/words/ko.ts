import type { MailWords } from './shape.ts'

export const ko: MailWords = {
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
  testSubject: ({ brand }) => `${brand}의 테스트 이메일`,
  testBody: ({ brand, when }) =>
    `${brand}의 운영자가 이메일이 도착하는지 확인하려고 ${when}에 이 이메일을 요청했습니다. 그 밖에 일어난 일은 없습니다.`,
  notices: {
    'passkey-added': '계정에 패스키가 추가되었습니다.',
    'passkey-removed': '계정에서 패스키가 삭제되었습니다.',
    'address-added': '계정에 이메일 주소가 추가되었습니다.',
    'address-removed': '계정에서 이메일 주소가 삭제되었습니다.',
    'primary-changed': '계정의 기본 주소가 변경되었습니다.',
    'new-device': '새 기기에서 패스키로 로그인했습니다.',
    'data-exported': '계정 데이터가 내보내졌습니다.',
    'account-deleted': '계정이 삭제되었습니다.',
    'sign-in-reset': '계정 로그인 방법이 재설정되었습니다. 이제 다음 주소로 로그인합니다.',
    'change-undone': '이메일 주소 변경이 취소되고 모든 세션이 종료되었습니다. 다음 주소로 로그인합니다.',
    'recovery-requested': '계정에 대해 패스키 없는 복구가 요청되었습니다. 다음 시각 전에는 효력이 없습니다.',
    'recovery-cancelled': '계정 복구가 취소되었습니다. 패스키는 이전과 같이 작동합니다.',
    'recovery-shortened':
      '운영자 또는 소유자가 계정 복구를 바로 적용했습니다. 이제 메일 로그인으로 패스키를 교체할 수 있습니다.',
    'operator-viewer': '이 서버의 운영자(역할: 뷰어)가 되었습니다. 콘솔을 볼 수 있습니다.',
    'operator-support': '이 서버의 운영자(역할: 지원)가 되었습니다. 사람들의 로그인을 도울 수 있습니다.',
    'operator-administrator':
      '이 서버의 운영자(역할: 관리자)가 되었습니다. 사람, 애플리케이션, 설정을 관리할 수 있습니다.',
    'operator-none': '더 이상 이 서버의 운영자가 아닙니다.',
    'impersonation-started': '운영자가 애플리케이션에서 당신으로서 사용하기 시작했습니다:',
    'impersonation-ended': '운영자가 애플리케이션에서 당신으로서 사용하는 것을 중지했습니다:',
    'accounts-merged': '계정 두 개가 이 계정으로 합쳐졌습니다. 두 계정의 모든 주소와 패스키는 이제 이 계정에 속합니다.',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `이 주소는 얼마 전 ${brand} 계정에서 삭제되었습니다. 삭제를 되돌릴 수 있도록 ${until}까지는 새 계정을 만들거나 다른 계정에 추가할 수 없습니다. 본인이 삭제하지 않았다면 삭제를 알린 메일의 링크를 사용하세요.`,
    undoIntro:
      '본인이 아니라면 72시간 안에 되돌리세요. 주소가 이전 상태로 돌아가고, 모든 세션이 종료되며, 그 후에 추가된 패스키는 삭제됩니다.',
    undoButton: '이 변경 되돌리기',
    cancelIntro: '본인이 아니라면 누군가 메일을 읽을 수 있는 것입니다. 지금 취소하세요.',
    cancelButton: '복구 취소',
  },
  organization: {
    invitationSubject: ({ organization }) => `${organization} 초대`,
    invitedByOrganization: ({ organization }) =>
      `${organization}에서 가입을 초대합니다. 수락하려면 아래 페이지를 열고 이 주소로 로그인하세요.`,
    invitedByOperators: ({ brand, organization }) =>
      `${brand} 운영자가 ${organization} 가입을 초대합니다. 수락하려면 아래 페이지를 열고 이 주소로 로그인하세요.`,
    domainCodeSubject: ({ domain, organization }) => `${organization}에서 도메인 ${domain} 확인을 요청합니다`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization}은(는) ${brand}에서 도메인 ${domain}이(가) 자신의 것이라고 밝혔습니다. 다음 코드로 확인됩니다:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `사실인 경우에만 코드를 전달하세요. 이 코드가 있으면 ${organization}은(는) ${domain} 주소를 가진 사람에게 가입 요청을 제안할 수 있습니다. 메일함이나 계정에 대한 접근 권한은 주지 않습니다.`,
    domainCodeExpires: '코드는 5분 동안 한 번만 사용할 수 있습니다.',
    domainCodeWarning: '이 조직을 모르신다면 이 메일을 무시하세요. 코드가 없으면 아무 일도 일어나지 않습니다.',
    news: {
      missing: {
        subject: ({ domain }) => `${domain}의 DNS 레코드가 없습니다`,
        body: ({ brand, domain, organization }) =>
          `${domain}이(가) ${organization}의 것임을 증명하는 TXT 레코드를 찾지 못했습니다. 7일 안에 복구되지 않으면 ${brand}에서 이 도메인으로 ${organization}에 새로 가입할 수 없습니다. 필요한 레코드는 아래 페이지에 있습니다.`,
      },
      lost: {
        subject: ({ domain }) => `${domain}은(는) 더 이상 확인된 상태가 아닙니다`,
        body: ({ brand, domain, organization }) =>
          `${domain}이(가) ${organization}의 것임을 증명하는 TXT 레코드가 7일 동안 없었습니다. 레코드가 복구될 때까지 ${brand}에서 이 도메인으로 ${organization}에 새로 가입할 수 없습니다. 기존 구성원은 그대로 유지됩니다.`,
      },
      restored: {
        subject: ({ domain }) => `${domain}이(가) 다시 확인되었습니다`,
        body: ({ domain, organization }) =>
          `${domain}의 TXT 레코드를 다시 찾았습니다. 이전처럼 이 도메인으로 ${organization}에 가입할 수 있습니다.`,
      },
      'taken-over': {
        subject: ({ domain }) => `${domain}은(는) 다른 조직이 확인했습니다`,
        body: ({ brand, domain, organization }) =>
          `${domain}의 증명이 만료된 동안 ${brand}의 다른 조직이 DNS로 도메인 소유를 증명했습니다. 더 이상 ${organization}의 도메인이 아닙니다. 기존 구성원은 그대로 유지됩니다.`,
      },
    },
    newsButton: '도메인 열기',
    noticeTime: ({ brand, when }) => `시간: ${when}, 서비스: ${brand}`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator}이(가) 당신으로서 ${application}을(를) 보기를 요청합니다`,
    body: ({ application, brand, operator, person }) =>
      `${brand}의 ${operator}이(가) 최대 30분 동안 ${person}(으)로 ${application}을(를) 보기를 요청합니다. 이유:`,
    expires: '허용하지 않으면 아무 일도 일어나지 않습니다. 요청은 하루 뒤에 만료됩니다.',
    button: '요청 열기',
  },
  signUp: {
    subject: ({ brand }) => `${brand} 초대`,
    body: ({ brand }) => `${brand} 운영자가 초대했습니다. 아래 페이지를 열고 이 주소로 로그인하여 계정을 만드세요.`,
  },
  signInRequest: {
    subject: ({ brand }) => `${brand} 로그인`,
    body: ({ brand }) => `${brand} 운영자가 로그인을 요청합니다. 아래 페이지를 열고 이 주소로 로그인하세요.`,
    button: '로그인 페이지 열기',
  },
}
