/** What mails say about recovery, undoing and addresses that wait. Each catalogue takes its own (words.ts). */
export interface RecoveryMailWords {
  reservedBody: (facts: { brand: string; until: string }) => string
  undoIntro: string
  undoButton: string
  cancelIntro: string
  cancelButton: string
  notices: Record<RecoveryEvent, string>
}

export const recoveryEvents = [
  'change-undone',
  'recovery-requested',
  'recovery-cancelled',
  'recovery-shortened',
] as const
type RecoveryEvent = (typeof recoveryEvents)[number]

const en: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `This address was removed from an account at ${brand} a short time ago. Until ${until} it opens no new account and cannot be added to another one, so that the removal can be undone. If you did not remove it, use the link in our email about the removal.`,
  undoIntro:
    'If this was not you, undo it within 72 hours. Your addresses go back to what they were, every session ends, and passkeys added since are removed:',
  undoButton: 'Undo this change',
  cancelIntro: 'If this was not you, someone can read your email. Cancel it now:',
  cancelButton: 'Cancel the recovery',
  notices: {
    'change-undone': 'A change of your email addresses was undone, and every session has ended. You sign in with:',
    'recovery-requested': 'A recovery without a passkey was requested for your account. It has no effect before:',
    'recovery-cancelled': 'The recovery of your account was cancelled. Your passkeys work as before.',
    'recovery-shortened':
      'The recovery of your account was made ready by an operator or an owner. A sign-in by email can now replace its passkeys.',
  },
}

const de: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `Diese Adresse wurde vor Kurzem von einem Konto bei ${brand} entfernt. Bis ${until} öffnet sie kein neues Konto und kann keinem anderen hinzugefügt werden, damit sich die Entfernung rückgängig machen lässt. Wenn Sie sie nicht entfernt haben, verwenden Sie den Link in unserer Mail dazu.`,
  undoIntro:
    'Wenn Sie das nicht waren, machen Sie es innerhalb von 72 Stunden rückgängig. Ihre Adressen werden wieder wie zuvor, alle Sitzungen enden, und seither hinzugefügte Passkeys werden entfernt:',
  undoButton: 'Änderung rückgängig machen',
  cancelIntro: 'Wenn Sie das nicht waren, kann jemand Ihre Mails lesen. Brechen Sie es jetzt ab:',
  cancelButton: 'Wiederherstellung abbrechen',
  notices: {
    'change-undone':
      'Eine Änderung Ihrer E-Mail-Adressen wurde rückgängig gemacht, und alle Sitzungen sind beendet. Sie melden sich an mit:',
    'recovery-requested':
      'Für Ihr Konto wurde eine Wiederherstellung ohne Passkey beantragt. Sie hat keine Wirkung vor:',
    'recovery-cancelled': 'Die Wiederherstellung Ihres Kontos wurde abgebrochen. Ihre Passkeys gelten wie bisher.',
    'recovery-shortened':
      'Die Wiederherstellung Ihres Kontos wurde von einem Betreiber oder Inhaber freigegeben. Eine Anmeldung per Mail kann jetzt die Passkeys ersetzen.',
  },
}

const fr: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `Cette adresse a été retirée il y a peu d’un compte ${brand}. Jusqu’au ${until}, elle n’ouvre aucun nouveau compte et ne peut être ajoutée à un autre, afin que le retrait puisse être annulé. Si vous ne l’avez pas retirée, utilisez le lien de notre message à ce sujet.`,
  undoIntro:
    'Si ce n’était pas vous, annulez-la dans les 72 heures. Vos adresses redeviennent ce qu’elles étaient, toutes les sessions se terminent et les clés d’accès ajoutées depuis sont retirées :',
  undoButton: 'Annuler cette modification',
  cancelIntro: 'Si ce n’était pas vous, quelqu’un peut lire vos e-mails. Annulez-la maintenant :',
  cancelButton: 'Annuler la récupération',
  notices: {
    'change-undone':
      'Une modification de vos adresses e-mail a été annulée et toutes les sessions sont terminées. Vous vous connectez avec :',
    'recovery-requested':
      'Une récupération sans clé d’accès a été demandée pour votre compte. Elle n’a aucun effet avant :',
    'recovery-cancelled': 'La récupération de votre compte a été annulée. Vos clés d’accès fonctionnent comme avant.',
    'recovery-shortened':
      'La récupération de votre compte a été autorisée par un opérateur ou un propriétaire. Une connexion par e-mail peut maintenant remplacer les clés d’accès.',
  },
}

const es: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `Esta dirección se quitó hace poco de una cuenta de ${brand}. Hasta el ${until} no abre ninguna cuenta nueva ni puede añadirse a otra, para que la retirada pueda deshacerse. Si no la quitó usted, use el enlace de nuestro mensaje al respecto.`,
  undoIntro:
    'Si no fue usted, deshágalo en un plazo de 72 horas. Sus direcciones vuelven a ser las de antes, se cierran todas las sesiones y se quitan las llaves de acceso añadidas desde entonces:',
  undoButton: 'Deshacer este cambio',
  cancelIntro: 'Si no fue usted, alguien puede leer su correo. Cancélela ahora:',
  cancelButton: 'Cancelar la recuperación',
  notices: {
    'change-undone':
      'Se deshizo un cambio de sus direcciones de correo y se cerraron todas las sesiones. Usted entra con:',
    'recovery-requested': 'Se solicitó una recuperación sin llave de acceso para su cuenta. No tiene efecto antes de:',
    'recovery-cancelled': 'Se canceló la recuperación de su cuenta. Sus llaves de acceso funcionan como antes.',
    'recovery-shortened':
      'Un operador o propietario autorizó la recuperación de su cuenta. Un inicio de sesión por correo ya puede sustituir sus llaves de acceso.',
  },
}

const it: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `Questo indirizzo è stato rimosso da poco da un account ${brand}. Fino al ${until} non apre nuovi account e non può essere aggiunto a un altro, così che la rimozione possa essere annullata. Se non l’hai rimosso tu, usa il link del nostro messaggio sulla rimozione.`,
  undoIntro:
    'Se non eri tu, annulla entro 72 ore. I tuoi indirizzi tornano com’erano, tutte le sessioni terminano e le passkey aggiunte da allora vengono rimosse:',
  undoButton: 'Annulla questa modifica',
  cancelIntro: 'Se non eri tu, qualcuno può leggere la tua posta. Annullalo ora:',
  cancelButton: 'Annulla il recupero',
  notices: {
    'change-undone':
      'Una modifica dei tuoi indirizzi e-mail è stata annullata e tutte le sessioni sono terminate. Accedi con:',
    'recovery-requested': 'È stato richiesto un recupero senza passkey per il tuo account. Non ha effetto prima di:',
    'recovery-cancelled': 'Il recupero del tuo account è stato annullato. Le tue passkey funzionano come prima.',
    'recovery-shortened':
      'Il recupero del tuo account è stato autorizzato da un operatore o da un proprietario. Un accesso per e-mail può ora sostituire le passkey.',
  },
}

const pt: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `Este endereço foi removido há pouco de uma conta em ${brand}. Até ${until} ele não abre nenhuma conta nova nem pode ser adicionado a outra, para que a remoção possa ser desfeita. Se você não o removeu, use o link da nossa mensagem sobre a remoção.`,
  undoIntro:
    'Se não foi você, desfaça em até 72 horas. Seus endereços voltam a ser os de antes, todas as sessões terminam e as chaves de acesso adicionadas desde então são removidas:',
  undoButton: 'Desfazer esta alteração',
  cancelIntro: 'Se não foi você, alguém consegue ler seu e-mail. Cancele agora:',
  cancelButton: 'Cancelar a recuperação',
  notices: {
    'change-undone':
      'Uma alteração dos seus endereços de e-mail foi desfeita e todas as sessões terminaram. Você entra com:',
    'recovery-requested': 'Foi pedida uma recuperação sem chave de acesso para sua conta. Ela não tem efeito antes de:',
    'recovery-cancelled': 'A recuperação da sua conta foi cancelada. Suas chaves de acesso funcionam como antes.',
    'recovery-shortened':
      'A recuperação da sua conta foi liberada por um operador ou proprietário. Entrar por e-mail já pode substituir as chaves de acesso.',
  },
}

const nl: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `Dit adres is kort geleden uit een account bij ${brand} verwijderd. Tot ${until} opent het geen nieuw account en kan het niet aan een ander worden toegevoegd, zodat de verwijdering ongedaan kan worden gemaakt. Hebt u het niet verwijderd, gebruik dan de link in onze mail daarover.`,
  undoIntro:
    'Was u dit niet? Maak het dan binnen 72 uur ongedaan. Uw adressen worden weer zoals ze waren, alle sessies eindigen en passkeys die sindsdien zijn toegevoegd, worden verwijderd:',
  undoButton: 'Deze wijziging ongedaan maken',
  cancelIntro: 'Was u dit niet? Dan kan iemand uw mail lezen. Annuleer het nu:',
  cancelButton: 'Herstel annuleren',
  notices: {
    'change-undone':
      'Een wijziging van uw e-mailadressen is ongedaan gemaakt en alle sessies zijn beëindigd. U meldt zich aan met:',
    'recovery-requested': 'Voor uw account is herstel zonder passkey aangevraagd. Het heeft geen effect vóór:',
    'recovery-cancelled': 'Het herstel van uw account is geannuleerd. Uw passkeys werken zoals voorheen.',
    'recovery-shortened':
      'Het herstel van uw account is vrijgegeven door een beheerder of eigenaar. Aanmelden per mail kan nu de passkeys vervangen.',
  },
}

const pl: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `Ten adres został niedawno usunięty z konta w ${brand}. Do ${until} nie otwiera nowego konta i nie można go dodać do innego, aby usunięcie dało się cofnąć. Jeśli to nie Twoje działanie, użyj linku z naszej wiadomości o usunięciu.`,
  undoIntro:
    'Jeśli to nie Ty, cofnij to w ciągu 72 godzin. Twoje adresy wrócą do poprzedniego stanu, wszystkie sesje się zakończą, a dodane od tego czasu klucze dostępu zostaną usunięte:',
  undoButton: 'Cofnij tę zmianę',
  cancelIntro: 'Jeśli to nie Ty, ktoś może czytać Twoją pocztę. Anuluj to teraz:',
  cancelButton: 'Anuluj odzyskiwanie',
  notices: {
    'change-undone':
      'Zmiana Twoich adresów e-mail została cofnięta, a wszystkie sesje zakończone. Logujesz się adresem:',
    'recovery-requested': 'Poproszono o odzyskanie Twojego konta bez klucza dostępu. Nie zadziała ono wcześniej niż:',
    'recovery-cancelled': 'Odzyskiwanie Twojego konta zostało anulowane. Twoje klucze dostępu działają jak dotąd.',
    'recovery-shortened':
      'Odzyskiwanie Twojego konta zostało uruchomione przez operatora lub właściciela. Logowanie przez e-mail może teraz zastąpić klucze dostępu.',
  },
}

const ja: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `このアドレスは最近 ${brand} のアカウントから削除されました。削除を元に戻せるように、${until} までは新しいアカウントを作成したり別のアカウントに追加したりできません。削除した覚えがない場合は、削除をお知らせしたメールのリンクをお使いください。`,
  undoIntro:
    'お心当たりがない場合は、72 時間以内に元に戻してください。アドレスは以前の状態に戻り、すべてのセッションが終了し、その後に追加されたパスキーは削除されます。',
  undoButton: 'この変更を元に戻す',
  cancelIntro: 'お心当たりがない場合は、誰かがあなたのメールを読めます。今すぐ取り消してください。',
  cancelButton: '復旧を取り消す',
  notices: {
    'change-undone':
      'メールアドレスの変更が元に戻され、すべてのセッションが終了しました。今後は次のアドレスでサインインします。',
    'recovery-requested': 'アカウントについて、パスキーなしの復旧が申請されました。次の時刻までは効力がありません。',
    'recovery-cancelled': 'アカウントの復旧が取り消されました。パスキーはこれまでどおり使えます。',
    'recovery-shortened':
      'アカウントの復旧が運営者またはオーナーによって有効にされました。メールでのサインインでパスキーを置き換えられます。',
  },
}

const zh: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `此地址不久前从一个 ${brand} 账户中移除。在 ${until} 之前，它不能用于新建账户，也不能添加到其他账户，以便可以撤销移除。如果不是您移除的，请使用我们关于移除的邮件中的链接。`,
  undoIntro:
    '如果不是您本人操作，请在 72 小时内撤销。您的地址将恢复原状，所有会话都会结束，此后添加的通行密钥会被移除：',
  undoButton: '撤销此更改',
  cancelIntro: '如果不是您本人操作，说明有人能读取您的邮件。请立即取消：',
  cancelButton: '取消恢复',
  notices: {
    'change-undone': '您的邮箱地址更改已被撤销，所有会话已结束。您使用以下地址登录：',
    'recovery-requested': '有人为您的账户申请了不使用通行密钥的恢复。在以下时间之前它不会生效：',
    'recovery-cancelled': '您账户的恢复已取消。通行密钥照常有效。',
    'recovery-shortened': '您账户的恢复已由运营者或所有者放行。现在用邮件登录即可更换通行密钥。',
  },
}

const ko: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `이 주소는 얼마 전 ${brand} 계정에서 삭제되었습니다. 삭제를 되돌릴 수 있도록 ${until}까지는 새 계정을 만들거나 다른 계정에 추가할 수 없습니다. 본인이 삭제하지 않았다면 삭제를 알린 메일의 링크를 사용하세요.`,
  undoIntro:
    '본인이 아니라면 72시간 안에 되돌리세요. 주소가 이전 상태로 돌아가고, 모든 세션이 종료되며, 그 후에 추가된 패스키는 삭제됩니다.',
  undoButton: '이 변경 되돌리기',
  cancelIntro: '본인이 아니라면 누군가 메일을 읽을 수 있는 것입니다. 지금 취소하세요.',
  cancelButton: '복구 취소',
  notices: {
    'change-undone': '이메일 주소 변경이 취소되고 모든 세션이 종료되었습니다. 다음 주소로 로그인합니다.',
    'recovery-requested': '계정에 대해 패스키 없는 복구가 요청되었습니다. 다음 시각 전에는 효력이 없습니다.',
    'recovery-cancelled': '계정 복구가 취소되었습니다. 패스키는 이전과 같이 작동합니다.',
    'recovery-shortened':
      '운영자 또는 소유자가 계정 복구를 바로 적용했습니다. 이제 메일 로그인으로 패스키를 교체할 수 있습니다.',
  },
}

const ar: RecoveryMailWords = {
  reservedBody: ({ brand, until }) =>
    `أُزيل هذا العنوان قبل وقت قصير من حساب لدى ${brand}. حتى ${until} لا يفتح حسابًا جديدًا ولا يمكن إضافته إلى حساب آخر، حتى يمكن التراجع عن الإزالة. إن لم تُزله أنت، فاستخدم الرابط في رسالتنا عن الإزالة.`,
  undoIntro:
    'إن لم تكن أنت، فتراجع عن ذلك خلال 72 ساعة. تعود عناوينك إلى ما كانت عليه، وتنتهي كل الجلسات، وتُزال مفاتيح المرور التي أُضيفت منذ ذلك الحين:',
  undoButton: 'التراجع عن هذا التغيير',
  cancelIntro: 'إن لم تكن أنت، فهناك من يستطيع قراءة بريدك. ألغِ ذلك الآن:',
  cancelButton: 'إلغاء الاستعادة',
  notices: {
    'change-undone': 'جرى التراجع عن تغيير في عناوين بريدك، وانتهت كل الجلسات. تسجّل الدخول بـ:',
    'recovery-requested': 'طُلبت استعادة حسابك دون مفتاح مرور. لا أثر لها قبل:',
    'recovery-cancelled': 'أُلغيت استعادة حسابك. تعمل مفاتيح المرور كما كانت.',
    'recovery-shortened': 'فعّل مشغّل أو مالك استعادة حسابك. يمكن الآن لتسجيل الدخول بالبريد استبدال مفاتيح المرور.',
  },
}

export const recoveryMailWords = { en, de, fr, es, it, pt, nl, pl, ja, zh, ko, ar }
