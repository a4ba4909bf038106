/** What a person is told of afterwards, at every mailbox of theirs. */
export const noticeEvents = [
  'passkey-added',
  'passkey-removed',
  'address-added',
  'address-removed',
  'primary-changed',
  'new-device',
  'data-exported',
  'account-deleted',
] as const
export type NoticeEvent = (typeof noticeEvents)[number]

interface Facts {
  application: string
  brand: string
  when: string
  network: string
}

export interface MailWords {
  lang: string
  dir: 'ltr' | 'rtl'
  codeSubject: (facts: Facts) => string
  codeIntro: (facts: Facts) => string
  codeExpires: string
  linkIntro: string
  linkButton: string
  asked: (facts: Facts) => string
  neverShare: string
  notYou: string
  refusedSubject: (facts: Facts) => string
  refusedBody: (facts: Facts) => string
  addressSubject: (facts: Facts) => string
  addressIntro: (facts: Facts) => string
  addressButton: string
  takenSubject: (facts: Facts) => string
  takenBody: (facts: Facts) => string
  noticeSubject: (facts: Facts) => string
  noticeFacts: (facts: Facts) => string
  noticeNotYou: string
  noticeButton: string
  /** What happened. A detail may stand under it. */
  notices: Record<NoticeEvent, string>
}

const en: MailWords = {
  lang: 'en',
  dir: 'ltr',
  codeSubject: ({ application }) => `Your sign-in code for ${application}`,
  codeIntro: ({ application }) => `Enter this code to sign in to ${application}:`,
  codeExpires: 'It works for five minutes, once, and only in the browser that asked for it.',
  linkIntro: 'Or open this page in the same browser:',
  linkButton: 'Open the sign-in page',
  asked: ({ application, brand, when, network }) =>
    `Asked for at ${when} from ${network}, to sign in to ${application} with ${brand}.`,
  neverShare: 'Never give this code to anyone; we will not ask you for it.',
  notYou: 'If this was not you, you can ignore this mail: nobody can sign in without it.',
  refusedSubject: ({ application }) => `About your sign-in to ${application}`,
  refusedBody: ({ application, when }) =>
    `Someone, probably you, tried to sign in to ${application} with this address at ${when}. New accounts are by invitation here, and this address has none. Ask the people who run ${application} to invite you.`,
  addressSubject: ({ brand }) => `Confirm this address for ${brand}`,
  addressIntro: ({ brand }) => `Enter this code to add this address to your account at ${brand}:`,
  addressButton: 'Open the page',
  takenSubject: ({ brand }) => `About your address at ${brand}`,
  takenBody: ({ brand, when }) =>
    `Someone, probably you, asked at ${when} to add this address to an account at ${brand}. It belongs to an account already. To use it with another one, remove it there first.`,
  noticeSubject: ({ brand }) => `A change to your account at ${brand}`,
  noticeFacts: ({ brand, when, network }) => `At ${when}, from ${network}, at ${brand}.`,
  noticeNotYou: 'If this was not you, open your account now, end the other sessions and remove what you do not know:',
  noticeButton: 'Open your account',
  notices: {
    'passkey-added': 'A passkey was added to your account:',
    'passkey-removed': 'A passkey was removed from your account:',
    'address-added': 'An address was added to your account:',
    'address-removed': 'An address was removed from your account:',
    'primary-changed': 'Your account has a new primary address:',
    'new-device': 'Someone signed in to your account with a passkey on a new device:',
    'data-exported': 'The data of your account was exported.',
    'account-deleted': 'Your account was deleted.',
  },
}

const de: MailWords = {
  lang: 'de',
  dir: 'ltr',
  codeSubject: ({ application }) => `Ihr Anmeldecode für ${application}`,
  codeIntro: ({ application }) => `Geben Sie diesen Code ein, um sich bei ${application} anzumelden:`,
  codeExpires: 'Er gilt fünf Minuten, einmal, und nur in dem Browser, der ihn angefordert hat.',
  linkIntro: 'Oder öffnen Sie diese Seite im selben Browser:',
  linkButton: 'Anmeldeseite öffnen',
  asked: ({ application, brand, when, network }) =>
    `Angefordert um ${when} von ${network}, zur Anmeldung bei ${application} mit ${brand}.`,
  neverShare: 'Geben Sie diesen Code niemals weiter; wir werden Sie nicht danach fragen.',
  notYou: 'Wenn Sie das nicht waren, können Sie diese Mail ignorieren: Ohne sie kann sich niemand anmelden.',
  refusedSubject: ({ application }) => `Zu Ihrer Anmeldung bei ${application}`,
  refusedBody: ({ application, when }) =>
    `Jemand, vermutlich Sie, wollte sich um ${when} mit dieser Adresse bei ${application} anmelden. Neue Konten gibt es hier nur auf Einladung, und für diese Adresse gibt es keine. Bitten Sie die Verantwortlichen von ${application} um eine Einladung.`,
  addressSubject: ({ brand }) => `Bestätigen Sie diese Adresse für ${brand}`,
  addressIntro: ({ brand }) => `Geben Sie diesen Code ein, um diese Adresse Ihrem Konto bei ${brand} hinzuzufügen:`,
  addressButton: 'Seite öffnen',
  takenSubject: ({ brand }) => `Zu Ihrer Adresse bei ${brand}`,
  takenBody: ({ brand, when }) =>
    `Jemand, vermutlich Sie, wollte um ${when} diese Adresse einem Konto bei ${brand} hinzufügen. Sie gehört bereits zu einem Konto. Um sie mit einem anderen zu verwenden, entfernen Sie sie zuerst dort.`,
  noticeSubject: ({ brand }) => `Eine Änderung an Ihrem Konto bei ${brand}`,
  noticeFacts: ({ brand, when, network }) => `Um ${when}, von ${network}, bei ${brand}.`,
  noticeNotYou:
    'Wenn Sie das nicht waren, öffnen Sie jetzt Ihr Konto, beenden Sie die anderen Sitzungen und entfernen Sie, was Sie nicht kennen:',
  noticeButton: 'Konto öffnen',
  notices: {
    'passkey-added': 'Ihrem Konto wurde ein Passkey hinzugefügt:',
    'passkey-removed': 'Aus Ihrem Konto wurde ein Passkey entfernt:',
    'address-added': 'Ihrem Konto wurde eine Adresse hinzugefügt:',
    'address-removed': 'Aus Ihrem Konto wurde eine Adresse entfernt:',
    'primary-changed': 'Ihr Konto hat eine neue Hauptadresse:',
    'new-device': 'Jemand hat sich mit einem Passkey auf einem neuen Gerät bei Ihrem Konto angemeldet:',
    'data-exported': 'Die Daten Ihres Kontos wurden exportiert.',
    'account-deleted': 'Ihr Konto wurde gelöscht.',
  },
}

const fr: MailWords = {
  lang: 'fr',
  dir: 'ltr',
  codeSubject: ({ application }) => `Votre code de connexion pour ${application}`,
  codeIntro: ({ application }) => `Saisissez ce code pour vous connecter à ${application} :`,
  codeExpires: 'Il est valable cinq minutes, une seule fois, et seulement dans le navigateur qui l’a demandé.',
  linkIntro: 'Ou ouvrez cette page dans le même navigateur :',
  linkButton: 'Ouvrir la page de connexion',
  asked: ({ application, brand, when, network }) =>
    `Demandé le ${when} depuis ${network}, pour se connecter à ${application} avec ${brand}.`,
  neverShare: 'Ne donnez jamais ce code à personne ; nous ne vous le demanderons pas.',
  notYou: 'Si ce n’était pas vous, ignorez ce message : personne ne peut se connecter sans lui.',
  refusedSubject: ({ application }) => `À propos de votre connexion à ${application}`,
  refusedBody: ({ application, when }) =>
    `Quelqu’un, sans doute vous, a essayé de se connecter à ${application} avec cette adresse le ${when}. Les nouveaux comptes se font ici sur invitation, et cette adresse n’en a pas. Demandez une invitation aux responsables de ${application}.`,
  addressSubject: ({ brand }) => `Confirmez cette adresse pour ${brand}`,
  addressIntro: ({ brand }) => `Saisissez ce code pour ajouter cette adresse à votre compte ${brand} :`,
  addressButton: 'Ouvrir la page',
  takenSubject: ({ brand }) => `À propos de votre adresse chez ${brand}`,
  takenBody: ({ brand, when }) =>
    `Quelqu’un, sans doute vous, a demandé à ${when} d’ajouter cette adresse à un compte ${brand}. Elle appartient déjà à un compte. Pour l’utiliser avec un autre, retirez-la d’abord de celui-ci.`,
  noticeSubject: ({ brand }) => `Un changement dans votre compte ${brand}`,
  noticeFacts: ({ brand, when, network }) => `À ${when}, depuis ${network}, chez ${brand}.`,
  noticeNotYou:
    'Si ce n’était pas vous, ouvrez votre compte maintenant, terminez les autres sessions et retirez ce que vous ne connaissez pas :',
  noticeButton: 'Ouvrir votre compte',
  notices: {
    'passkey-added': 'Une clé d’accès a été ajoutée à votre compte :',
    'passkey-removed': 'Une clé d’accès a été retirée de votre compte :',
    'address-added': 'Une adresse a été ajoutée à votre compte :',
    'address-removed': 'Une adresse a été retirée de votre compte :',
    'primary-changed': 'Votre compte a une nouvelle adresse principale :',
    'new-device': 'Quelqu’un s’est connecté à votre compte avec une clé d’accès sur un nouvel appareil :',
    'data-exported': 'Les données de votre compte ont été exportées.',
    'account-deleted': 'Votre compte a été supprimé.',
  },
}

const es: MailWords = {
  lang: 'es',
  dir: 'ltr',
  codeSubject: ({ application }) => `Su código de acceso para ${application}`,
  codeIntro: ({ application }) => `Escriba este código para iniciar sesión en ${application}:`,
  codeExpires: 'Vale cinco minutos, una sola vez y solo en el navegador que lo pidió.',
  linkIntro: 'O abra esta página en el mismo navegador:',
  linkButton: 'Abrir la página de inicio de sesión',
  asked: ({ application, brand, when, network }) =>
    `Pedido el ${when} desde ${network}, para iniciar sesión en ${application} con ${brand}.`,
  neverShare: 'No dé nunca este código a nadie; nosotros no se lo pediremos.',
  notYou: 'Si no fue usted, ignore este mensaje: nadie puede entrar sin él.',
  refusedSubject: ({ application }) => `Sobre su inicio de sesión en ${application}`,
  refusedBody: ({ application, when }) =>
    `Alguien, probablemente usted, intentó iniciar sesión en ${application} con esta dirección el ${when}. Aquí las cuentas nuevas son por invitación y esta dirección no tiene ninguna. Pida una invitación a los responsables de ${application}.`,
  addressSubject: ({ brand }) => `Confirme esta dirección para ${brand}`,
  addressIntro: ({ brand }) => `Escriba este código para añadir esta dirección a su cuenta de ${brand}:`,
  addressButton: 'Abrir la página',
  takenSubject: ({ brand }) => `Sobre su dirección en ${brand}`,
  takenBody: ({ brand, when }) =>
    `Alguien, probablemente usted, pidió a las ${when} añadir esta dirección a una cuenta de ${brand}. Ya pertenece a una cuenta. Para usarla con otra, quítela primero de allí.`,
  noticeSubject: ({ brand }) => `Un cambio en su cuenta de ${brand}`,
  noticeFacts: ({ brand, when, network }) => `A las ${when}, desde ${network}, en ${brand}.`,
  noticeNotYou: 'Si no fue usted, abra su cuenta ahora, cierre las demás sesiones y quite lo que no conozca:',
  noticeButton: 'Abrir su cuenta',
  notices: {
    'passkey-added': 'Se añadió una llave de acceso a su cuenta:',
    'passkey-removed': 'Se quitó una llave de acceso de su cuenta:',
    'address-added': 'Se añadió una dirección a su cuenta:',
    'address-removed': 'Se quitó una dirección de su cuenta:',
    'primary-changed': 'Su cuenta tiene una nueva dirección principal:',
    'new-device': 'Alguien inició sesión en su cuenta con una llave de acceso en un dispositivo nuevo:',
    'data-exported': 'Se exportaron los datos de su cuenta.',
    'account-deleted': 'Su cuenta fue eliminada.',
  },
}

const it: MailWords = {
  lang: 'it',
  dir: 'ltr',
  codeSubject: ({ application }) => `Il tuo codice di accesso per ${application}`,
  codeIntro: ({ application }) => `Scrivi questo codice per accedere a ${application}:`,
  codeExpires: 'Vale cinque minuti, una volta sola e soltanto nel browser che l’ha richiesto.',
  linkIntro: 'Oppure apri questa pagina nello stesso browser:',
  linkButton: 'Apri la pagina di accesso',
  asked: ({ application, brand, when, network }) =>
    `Richiesto il ${when} da ${network}, per accedere a ${application} con ${brand}.`,
  neverShare: 'Non dare mai questo codice a nessuno; noi non te lo chiederemo.',
  notYou: 'Se non sei stato tu, ignora questo messaggio: nessuno può accedere senza di esso.',
  refusedSubject: ({ application }) => `Il tuo accesso a ${application}`,
  refusedBody: ({ application, when }) =>
    `Qualcuno, probabilmente tu, ha provato ad accedere a ${application} con questo indirizzo il ${when}. Qui i nuovi account sono su invito e questo indirizzo non ne ha. Chiedi un invito a chi gestisce ${application}.`,
  addressSubject: ({ brand }) => `Conferma questo indirizzo per ${brand}`,
  addressIntro: ({ brand }) => `Inserisci questo codice per aggiungere questo indirizzo al tuo account ${brand}:`,
  addressButton: 'Apri la pagina',
  takenSubject: ({ brand }) => `Il tuo indirizzo su ${brand}`,
  takenBody: ({ brand, when }) =>
    `Qualcuno, probabilmente tu, ha chiesto alle ${when} di aggiungere questo indirizzo a un account ${brand}. Appartiene già a un account. Per usarlo con un altro, rimuovilo prima da lì.`,
  noticeSubject: ({ brand }) => `Una modifica al tuo account ${brand}`,
  noticeFacts: ({ brand, when, network }) => `Alle ${when}, da ${network}, su ${brand}.`,
  noticeNotYou: 'Se non eri tu, apri subito il tuo account, termina le altre sessioni e rimuovi ciò che non conosci:',
  noticeButton: 'Apri il tuo account',
  notices: {
    'passkey-added': 'È stata aggiunta una passkey al tuo account:',
    'passkey-removed': 'È stata rimossa una passkey dal tuo account:',
    'address-added': 'È stato aggiunto un indirizzo al tuo account:',
    'address-removed': 'È stato rimosso un indirizzo dal tuo account:',
    'primary-changed': 'Il tuo account ha un nuovo indirizzo principale:',
    'new-device': 'Qualcuno ha effettuato l’accesso al tuo account con una passkey su un nuovo dispositivo:',
    'data-exported': 'I dati del tuo account sono stati esportati.',
    'account-deleted': 'Il tuo account è stato eliminato.',
  },
}

const pt: MailWords = {
  lang: 'pt',
  dir: 'ltr',
  codeSubject: ({ application }) => `O seu código de acesso para ${application}`,
  codeIntro: ({ application }) => `Escreva este código para iniciar sessão em ${application}:`,
  codeExpires: 'É válido durante cinco minutos, uma só vez e apenas no navegador que o pediu.',
  linkIntro: 'Ou abra esta página no mesmo navegador:',
  linkButton: 'Abrir a página de início de sessão',
  asked: ({ application, brand, when, network }) =>
    `Pedido em ${when} a partir de ${network}, para iniciar sessão em ${application} com ${brand}.`,
  neverShare: 'Nunca dê este código a ninguém; nós não lho pediremos.',
  notYou: 'Se não foi você, ignore esta mensagem: ninguém pode entrar sem ela.',
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
  notices: {
    'passkey-added': 'Uma chave de acesso foi adicionada à sua conta:',
    'passkey-removed': 'Uma chave de acesso foi removida da sua conta:',
    'address-added': 'Um endereço foi adicionado à sua conta:',
    'address-removed': 'Um endereço foi removido da sua conta:',
    'primary-changed': 'Sua conta tem um novo endereço principal:',
    'new-device': 'Alguém entrou na sua conta com uma chave de acesso em um novo dispositivo:',
    'data-exported': 'Os dados da sua conta foram exportados.',
    'account-deleted': 'Sua conta foi excluída.',
  },
}

const nl: MailWords = {
  lang: 'nl',
  dir: 'ltr',
  codeSubject: ({ application }) => `Uw aanmeldcode voor ${application}`,
  codeIntro: ({ application }) => `Typ deze code om u aan te melden bij ${application}:`,
  codeExpires: 'Hij werkt vijf minuten, één keer, en alleen in de browser die erom vroeg.',
  linkIntro: 'Of open deze pagina in dezelfde browser:',
  linkButton: 'Aanmeldpagina openen',
  asked: ({ application, brand, when, network }) =>
    `Gevraagd om ${when} vanaf ${network}, om u aan te melden bij ${application} met ${brand}.`,
  neverShare: 'Geef deze code nooit aan iemand; wij zullen er niet om vragen.',
  notYou: 'Was u dit niet, dan kunt u deze mail negeren: zonder deze mail kan niemand zich aanmelden.',
  refusedSubject: ({ application }) => `Over uw aanmelding bij ${application}`,
  refusedBody: ({ application, when }) =>
    `Iemand, waarschijnlijk u, probeerde zich om ${when} met dit adres aan te melden bij ${application}. Nieuwe accounts zijn hier op uitnodiging en dit adres heeft er geen. Vraag de beheerders van ${application} om een uitnodiging.`,
  addressSubject: ({ brand }) => `Bevestig dit adres voor ${brand}`,
  addressIntro: ({ brand }) => `Voer deze code in om dit adres aan uw account bij ${brand} toe te voegen:`,
  addressButton: 'Pagina openen',
  takenSubject: ({ brand }) => `Over uw adres bij ${brand}`,
  takenBody: ({ brand, when }) =>
    `Iemand, waarschijnlijk u, vroeg om ${when} dit adres toe te voegen aan een account bij ${brand}. Het hoort al bij een account. Verwijder het daar eerst om het met een ander account te gebruiken.`,
  noticeSubject: ({ brand }) => `Een wijziging in uw account bij ${brand}`,
  noticeFacts: ({ brand, when, network }) => `Om ${when}, vanaf ${network}, bij ${brand}.`,
  noticeNotYou: 'Was u dit niet? Open nu uw account, beëindig de andere sessies en verwijder wat u niet kent:',
  noticeButton: 'Uw account openen',
  notices: {
    'passkey-added': 'Er is een passkey aan uw account toegevoegd:',
    'passkey-removed': 'Er is een passkey uit uw account verwijderd:',
    'address-added': 'Er is een adres aan uw account toegevoegd:',
    'address-removed': 'Er is een adres uit uw account verwijderd:',
    'primary-changed': 'Uw account heeft een nieuw hoofdadres:',
    'new-device': 'Iemand heeft zich met een passkey op een nieuw apparaat bij uw account aangemeld:',
    'data-exported': 'De gegevens van uw account zijn geëxporteerd.',
    'account-deleted': 'Uw account is verwijderd.',
  },
}

const pl: MailWords = {
  lang: 'pl',
  dir: 'ltr',
  codeSubject: ({ application }) => `Twój kod logowania do ${application}`,
  codeIntro: ({ application }) => `Wpisz ten kod, aby zalogować się do ${application}:`,
  codeExpires: 'Działa przez pięć minut, jeden raz i tylko w przeglądarce, która o niego prosiła.',
  linkIntro: 'Albo otwórz tę stronę w tej samej przeglądarce:',
  linkButton: 'Otwórz stronę logowania',
  asked: ({ application, brand, when, network }) =>
    `Prośba z ${when}, z adresu ${network}, o zalogowanie do ${application} przez ${brand}.`,
  neverShare: 'Nigdy nikomu nie podawaj tego kodu; my o niego nie zapytamy.',
  notYou: 'Jeśli to nie Ty, zignoruj tę wiadomość: bez niej nikt się nie zaloguje.',
  refusedSubject: ({ application }) => `O Twoim logowaniu do ${application}`,
  refusedBody: ({ application, when }) =>
    `Ktoś, zapewne Ty, próbował zalogować się do ${application} tym adresem (${when}). Nowe konta są tu na zaproszenie, a ten adres go nie ma. Poproś o zaproszenie osoby prowadzące ${application}.`,
  addressSubject: ({ brand }) => `Potwierdź ten adres w ${brand}`,
  addressIntro: ({ brand }) => `Wpisz ten kod, aby dodać ten adres do swojego konta w ${brand}:`,
  addressButton: 'Otwórz stronę',
  takenSubject: ({ brand }) => `Twój adres w ${brand}`,
  takenBody: ({ brand, when }) =>
    `Ktoś, prawdopodobnie Ty, poprosił o ${when} o dodanie tego adresu do konta w ${brand}. Należy on już do konta. Aby użyć go z innym, najpierw usuń go stamtąd.`,
  noticeSubject: ({ brand }) => `Zmiana na Twoim koncie w ${brand}`,
  noticeFacts: ({ brand, when, network }) => `O ${when}, z ${network}, w ${brand}.`,
  noticeNotYou: 'Jeśli to nie Ty, otwórz teraz swoje konto, zakończ pozostałe sesje i usuń to, czego nie znasz:',
  noticeButton: 'Otwórz swoje konto',
  notices: {
    'passkey-added': 'Do Twojego konta dodano klucz dostępu:',
    'passkey-removed': 'Z Twojego konta usunięto klucz dostępu:',
    'address-added': 'Do Twojego konta dodano adres:',
    'address-removed': 'Z Twojego konta usunięto adres:',
    'primary-changed': 'Twoje konto ma nowy adres główny:',
    'new-device': 'Ktoś zalogował się na Twoje konto kluczem dostępu na nowym urządzeniu:',
    'data-exported': 'Dane Twojego konta zostały wyeksportowane.',
    'account-deleted': 'Twoje konto zostało usunięte.',
  },
}

const ja: MailWords = {
  lang: 'ja',
  dir: 'ltr',
  codeSubject: ({ application }) => `${application} のログインコード`,
  codeIntro: ({ application }) => `${application} にログインするには、このコードを入力してください。`,
  codeExpires: '有効期間は 5 分、使えるのは一度だけ、請求したブラウザーでのみ有効です。',
  linkIntro: 'または、同じブラウザーで次のページを開いてください。',
  linkButton: 'ログインページを開く',
  asked: ({ application, brand, when, network }) =>
    `${when} に ${network} から、${brand} で ${application} にログインするために請求されました。`,
  neverShare: 'このコードを誰にも教えないでください。こちらからお尋ねすることはありません。',
  notYou: 'お心当たりがない場合は、このメールを無視してください。このメールがなければ誰もログインできません。',
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
  notices: {
    'passkey-added': 'アカウントにパスキーが追加されました。',
    'passkey-removed': 'アカウントからパスキーが削除されました。',
    'address-added': 'アカウントにメールアドレスが追加されました。',
    'address-removed': 'アカウントからメールアドレスが削除されました。',
    'primary-changed': 'アカウントのメインのアドレスが変更されました。',
    'new-device': '新しいデバイスからパスキーでサインインがありました。',
    'data-exported': 'アカウントのデータが書き出されました。',
    'account-deleted': 'アカウントが削除されました。',
  },
}

const zh: MailWords = {
  lang: 'zh',
  dir: 'ltr',
  codeSubject: ({ application }) => `${application} 的登录验证码`,
  codeIntro: ({ application }) => `请输入此验证码以登录 ${application}：`,
  codeExpires: '五分钟内有效，只能使用一次，且仅限请求它的浏览器。',
  linkIntro: '或在同一浏览器中打开此页面：',
  linkButton: '打开登录页面',
  asked: ({ application, brand, when, network }) =>
    `请求时间 ${when}，来自 ${network}，用于通过 ${brand} 登录 ${application}。`,
  neverShare: '切勿将此验证码告诉任何人，我们不会向您索要。',
  notYou: '如果不是您本人操作，请忽略此邮件：没有它，任何人都无法登录。',
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
  notices: {
    'passkey-added': '您的账户添加了一个通行密钥：',
    'passkey-removed': '您的账户移除了一个通行密钥：',
    'address-added': '您的账户添加了一个邮箱地址：',
    'address-removed': '您的账户移除了一个邮箱地址：',
    'primary-changed': '您的账户有了新的主要地址：',
    'new-device': '有人在新设备上使用通行密钥登录了您的账户：',
    'data-exported': '您的账户数据已被导出。',
    'account-deleted': '您的账户已被删除。',
  },
}

const ko: MailWords = {
  lang: 'ko',
  dir: 'ltr',
  codeSubject: ({ application }) => `${application} 로그인 코드`,
  codeIntro: ({ application }) => `${application}에 로그인하려면 이 코드를 입력하세요:`,
  codeExpires: '5분 동안 한 번만, 요청한 브라우저에서만 사용할 수 있습니다.',
  linkIntro: '또는 같은 브라우저에서 이 페이지를 여세요:',
  linkButton: '로그인 페이지 열기',
  asked: ({ application, brand, when, network }) =>
    `${when}에 ${network}에서 ${brand}(으)로 ${application}에 로그인하기 위해 요청되었습니다.`,
  neverShare: '이 코드를 누구에게도 알려 주지 마세요. 저희는 코드를 묻지 않습니다.',
  notYou: '본인이 아니라면 이 메일을 무시하세요. 이 메일 없이는 아무도 로그인할 수 없습니다.',
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
  notices: {
    'passkey-added': '계정에 패스키가 추가되었습니다.',
    'passkey-removed': '계정에서 패스키가 삭제되었습니다.',
    'address-added': '계정에 이메일 주소가 추가되었습니다.',
    'address-removed': '계정에서 이메일 주소가 삭제되었습니다.',
    'primary-changed': '계정의 기본 주소가 변경되었습니다.',
    'new-device': '새 기기에서 패스키로 로그인했습니다.',
    'data-exported': '계정 데이터가 내보내졌습니다.',
    'account-deleted': '계정이 삭제되었습니다.',
  },
}

const ar: MailWords = {
  lang: 'ar',
  dir: 'rtl',
  codeSubject: ({ application }) => `رمز تسجيل الدخول إلى ${application}`,
  codeIntro: ({ application }) => `أدخل هذا الرمز لتسجيل الدخول إلى ${application}:`,
  codeExpires: 'صالح لخمس دقائق، مرة واحدة، وفي المتصفح الذي طلبه فقط.',
  linkIntro: 'أو افتح هذه الصفحة في المتصفح نفسه:',
  linkButton: 'فتح صفحة تسجيل الدخول',
  asked: ({ application, brand, when, network }) =>
    `طُلب في ${when} من ${network} لتسجيل الدخول إلى ${application} عبر ${brand}.`,
  neverShare: 'لا تعطِ هذا الرمز لأي شخص أبدًا؛ لن نطلبه منك.',
  notYou: 'إن لم تكن أنت، فتجاهل هذه الرسالة: لا يستطيع أحد تسجيل الدخول من دونها.',
  refusedSubject: ({ application }) => `بشأن تسجيل دخولك إلى ${application}`,
  refusedBody: ({ application, when }) =>
    `حاول شخص ما، ربما أنت، تسجيل الدخول إلى ${application} بهذا العنوان في ${when}. الحسابات الجديدة هنا بدعوة، وليس لهذا العنوان دعوة. اطلب دعوة من القائمين على ${application}.`,
  addressSubject: ({ brand }) => `أكّد هذا العنوان لدى ${brand}`,
  addressIntro: ({ brand }) => `أدخل هذا الرمز لإضافة هذا العنوان إلى حسابك لدى ${brand}:`,
  addressButton: 'فتح الصفحة',
  takenSubject: ({ brand }) => `بخصوص عنوانك لدى ${brand}`,
  takenBody: ({ brand, when }) =>
    `طلب شخص ما، ربما أنت، عند ${when} إضافة هذا العنوان إلى حساب لدى ${brand}. هذا العنوان يخص حسابًا بالفعل. لاستخدامه مع حساب آخر، أزِله من هناك أولًا.`,
  noticeSubject: ({ brand }) => `تغيير في حسابك لدى ${brand}`,
  noticeFacts: ({ brand, when, network }) => `عند ${when}، من ${network}، لدى ${brand}.`,
  noticeNotYou: 'إن لم تكن أنت، فافتح حسابك الآن وأنهِ الجلسات الأخرى وأزِل ما لا تعرفه:',
  noticeButton: 'افتح حسابك',
  notices: {
    'passkey-added': 'أُضيف مفتاح مرور إلى حسابك:',
    'passkey-removed': 'أُزيل مفتاح مرور من حسابك:',
    'address-added': 'أُضيف عنوان إلى حسابك:',
    'address-removed': 'أُزيل عنوان من حسابك:',
    'primary-changed': 'لحسابك عنوان رئيسي جديد:',
    'new-device': 'سجّل شخص ما الدخول إلى حسابك بمفتاح مرور على جهاز جديد:',
    'data-exported': 'صُدّرت بيانات حسابك.',
    'account-deleted': 'حُذف حسابك.',
  },
}

const catalogues: ReadonlyMap<string, MailWords> = new Map(
  [en, de, fr, es, it, pt, nl, pl, ja, zh, ko, ar].map((words) => [words.lang, words]),
)

/** The words of the first language that we speak; else English. `languages` are BCP 47 tags, best first. */
export function mailWordsFor(languages: readonly string[]): MailWords {
  for (const language of languages) {
    const words = catalogues.get(language.toLowerCase().split('-')[0] ?? '')
    if (words) return words
  }
  return en
}
