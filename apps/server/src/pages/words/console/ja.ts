import type { ConsoleWords } from './en.ts'

export const consoleWords: ConsoleWords = {
  title: 'コンソール',
  sections: {
    overview: '概要',
    people: 'ユーザー',
    why: 'サインインの診断',
    applications: 'アプリケーション',
    organizations: '組織',
    mail: 'メール',
    webhooks: 'Webhook',
    audit: 'アクティビティ',
    themes: 'テーマ',
    operators: '運用担当者',
    keys: '鍵',
    health: '稼働状況',
    preview: 'プレビュー',
    impersonations: '代理操作',
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
      '新しい利用者と同じようにアプリケーションにサインインします。ページは本物ですが、終了後に削除される別のサーバーで動きます。アカウントは作られず、メールは送られず、アプリケーションにも何も届きません。',
    client: 'アプリケーション',
    organization: '組織',
    organizationHint: 'ID または短い名前。利用者はそのメンバーになります',
    noOrganization: 'この ID または短い名前の組織はありません。',
    language: '言語',
    browserLanguage: 'ブラウザーと同じ',
    acr: '必要なサインイン',
    anyAcr: 'アプリケーションの求めるもの',
    acrs: {
      'urn:vestibule:acr:mail': 'メールのコード',
      phr: 'パスキー',
      phrh: 'デバイスの外に出せないパスキー',
    },
    start: 'プレビューを開始',
    open: (name, until) => `${name} のプレビューが ${until} まで開いています。`,
    goOn: '続ける',
    again: '別のプレビューを開始',
    ended: 'プレビューを終了し、その内容をすべて削除しました。',
    gone: '開いているプレビューはありません。終了したか、このサーバーの別のプロセスで開始されました。もう一度開始してください。',
    busy: 'すでに 4 つのプレビューが開いています。どれかが終わってからもう一度お試しください。',
    bar: {
      title: 'プレビュー',
      code: 'コード:',
      usePasskey: 'パスキーを使ったものとして続ける',
      end: 'プレビューを終了',
    },
    resultTitle: (name) => `${name} が受け取るもの`,
    resultNote: 'トークンの発行者はこのプレビューの中にしか存在しません。どのアプリケーションも API も受け付けません。',
    parts: {
      idToken: 'ID トークンのクレーム',
      accessToken: 'アクセストークンのクレーム',
      userinfo: 'userinfo の応答',
      response: 'トークン応答',
      error: 'アプリケーションはエラーを受け取ります',
    },
    stepsTitle: '各ステップが表示された理由',
    noSteps: 'ステップは表示されませんでした。',
    steps: {
      email: 'メールアドレス: だれもサインインしていませんでした。',
      code: 'コード: アドレスの確認が必要でした。',
      passkey: 'パスキー: リクエスト、アプリケーション、または組織が求めています。',
      terms: '利用規約: 現在の版がまだ承諾されていませんでした。',
      profile: '名前: プロフィールが完成していませんでした。',
      organization: '組織: アプリケーションに必要で、どれか決まっていませんでした。',
      team: 'チーム: どのチームか決まっていませんでした。',
      consent: '同意: アプリケーションはデータを受け取る前に尋ねる必要があります。',
    },
  },

  impersonation: {},
}
