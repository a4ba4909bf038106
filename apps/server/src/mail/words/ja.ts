import type { MailWords } from './shape.ts'

export const ja: MailWords = {
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
  testSubject: ({ brand }) => `${brand} からのテストメール`,
  testBody: ({ brand, when }) =>
    `${brand} の運営者が、メールが届くかを確認するため、${when} にこのメールを送信しました。ほかには何も起きていません。`,
  notices: {
    'passkey-added': 'アカウントにパスキーが追加されました。',
    'passkey-removed': 'アカウントからパスキーが削除されました。',
    'address-added': 'アカウントにメールアドレスが追加されました。',
    'address-removed': 'アカウントからメールアドレスが削除されました。',
    'primary-changed': 'アカウントのメインのアドレスが変更されました。',
    'new-device': '新しいデバイスからパスキーでサインインがありました。',
    'data-exported': 'アカウントのデータが書き出されました。',
    'account-deleted': 'アカウントが削除されました。',
    'sign-in-reset': 'アカウントのサインイン方法がリセットされました。今後は次のアドレスでサインインします。',
    'change-undone':
      'メールアドレスの変更が元に戻され、すべてのセッションが終了しました。今後は次のアドレスでサインインします。',
    'recovery-requested': 'アカウントについて、パスキーなしの復旧が申請されました。次の時刻までは効力がありません。',
    'recovery-cancelled': 'アカウントの復旧が取り消されました。パスキーはこれまでどおり使えます。',
    'recovery-shortened':
      'アカウントの復旧が運営者またはオーナーによって有効にされました。メールでのサインインでパスキーを置き換えられます。',
    'operator-viewer': 'このサーバーの運営者（役割：閲覧者）になりました。コンソールを閲覧できます。',
    'operator-support': 'このサーバーの運営者（役割：サポート）になりました。サインインで困っている人を助けられます。',
    'operator-administrator':
      'このサーバーの運営者（役割：管理者）になりました。人、アプリケーション、設定を管理できます。',
    'operator-none': 'このサーバーの運営者ではなくなりました。',
    'impersonation-started': '運営者がアプリケーションであなたとして操作を始めました:',
    'impersonation-ended': '運営者がアプリケーションでのあなたとしての操作を終えました:',
    'accounts-merged':
      'お持ちの 2 つのアカウントがこのアカウントに統合されました。両方のアドレスとパスキーは、すべてこのアカウントのものになりました。',
  },
  recovery: {
    reservedBody: ({ brand, until }) =>
      `このアドレスは最近 ${brand} のアカウントから削除されました。削除を元に戻せるように、${until} までは新しいアカウントを作成したり別のアカウントに追加したりできません。削除した覚えがない場合は、削除をお知らせしたメールのリンクをお使いください。`,
    undoIntro:
      'お心当たりがない場合は、72 時間以内に元に戻してください。アドレスは以前の状態に戻り、すべてのセッションが終了し、その後に追加されたパスキーは削除されます。',
    undoButton: 'この変更を元に戻す',
    cancelIntro: 'お心当たりがない場合は、誰かがあなたのメールを読めます。今すぐ取り消してください。',
    cancelButton: '復旧を取り消す',
  },
  organization: {
    invitationSubject: ({ organization }) => `${organization} への招待`,
    invitedByOrganization: ({ organization }) =>
      `${organization} から参加の招待が届いています。承諾するには、下のページを開き、このアドレスでサインインしてください。`,
    invitedByOperators: ({ brand, organization }) =>
      `${brand} の運営者が ${organization} に招待しています。承諾するには、下のページを開き、このアドレスでサインインしてください。`,
    domainCodeSubject: ({ domain, organization }) => `${organization} がドメイン ${domain} の確認を求めています`,
    domainCodeIntro: ({ brand, domain, organization }) =>
      `${organization} は ${brand} で、ドメイン ${domain} が自組織のものであると申告しています。次のコードで確認されます:`,
    domainCodeMeaning: ({ domain, organization }) =>
      `正しい場合に限り、コードを渡してください。コードにより ${organization} は、${domain} のアドレスを持つ人に参加の申請を案内できるようになります。メールボックスやアカウントへのアクセスは与えられません。`,
    domainCodeExpires: 'コードは 5 分間、一度だけ有効です。',
    domainCodeWarning: 'この組織に心当たりがなければ、このメールを無視してください。コードがなければ何も起こりません。',
    news: {
      missing: {
        subject: ({ domain }) => `${domain} の DNS レコードが見つかりません`,
        body: ({ brand, domain, organization }) =>
          `${domain} が ${organization} のものであることを示す TXT レコードが見つかりませんでした。7 日以内に戻らない場合、${brand} ではこのドメインで ${organization} に新しく参加できなくなります。必要なレコードは下のページにあります。`,
      },
      lost: {
        subject: ({ domain }) => `${domain} は確認済みではなくなりました`,
        body: ({ brand, domain, organization }) =>
          `${domain} が ${organization} のものであることを示す TXT レコードが 7 日間見つかっていません。レコードが戻るまで、${brand} ではこのドメインで ${organization} に新しく参加できません。メンバーはそのままです。`,
      },
      restored: {
        subject: ({ domain }) => `${domain} が再び確認されました`,
        body: ({ domain, organization }) =>
          `${domain} の TXT レコードが再び見つかりました。このドメインで以前と同じように ${organization} に参加できます。`,
      },
      'taken-over': {
        subject: ({ domain }) => `${domain} は別の組織によって確認されました`,
        body: ({ brand, domain, organization }) =>
          `${domain} の証明が失われている間に、${brand} の別の組織が DNS でドメインの所有を証明しました。${organization} のドメインとしては扱われなくなります。メンバーはそのままです。`,
      },
    },
    newsButton: 'ドメインを開く',
    noticeTime: ({ brand, when }) => `日時: ${when}、サービス: ${brand}`,
  },
  impersonation: {
    subject: ({ application, operator }) => `${operator} があなたとして ${application} を見ることを求めています`,
    body: ({ application, brand, operator, person }) =>
      `${brand} の ${operator} が、最長 30 分間 ${person} として ${application} を見ることを求めています。理由:`,
    expires: '許可しない限り何も起こりません。依頼は 1 日で期限切れになります。',
    button: '依頼を開く',
  },
  signUp: {
    subject: ({ brand }) => `${brand} への招待`,
    body: ({ brand }) =>
      `${brand} の運営者から招待が届いています。下のページを開き、このアドレスでログインしてアカウントを作成してください。`,
  },
  signInRequest: {
    subject: ({ brand }) => `${brand} へのログイン`,
    body: ({ brand }) =>
      `${brand} の運営者がログインを求めています。下のページを開き、このアドレスでログインしてください。`,
    button: 'ログインページを開く',
  },
}
