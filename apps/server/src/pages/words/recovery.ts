/** Words about recovery, undoing, and the questions before something is removed. Each catalogue takes its own (words/*.ts). */
export interface RecoveryWords {
  confirmWithPasskey: string
  removeAddress: (address: string) => string
  removePasskey: (name: string) => string
  endSession: (device: string) => string
  endOthers: string
  revoke: (application: string) => string
  title: string
  intro: (ready: string) => string
  ask: string
  pending: (requested: string, ready: string) => string
  ready: (until: string) => string
  cancel: string
  reviewTitle: string
  review: (requested: string, ready: string) => string
  keep: string
  cancelTitle: string
  cancelIntro: string
  cancelledTitle: string
  cancelled: string
  undoTitle: string
  undo: (date: string) => string
  undoButton: string
  undoneTitle: string
  undone: string
  gone: string
  shorten: string
  shortenIntro: string
}

const en: RecoveryWords = {
  confirmWithPasskey: 'Your account has a passkey. To change something here, confirm with it first.',
  removeAddress: (address) =>
    `You will no longer be able to sign in with ${address}. For 72 hours it cannot be used for another account.`,
  removePasskey: (name) => `You will no longer be able to sign in with the passkey “${name}”.`,
  endSession: (device) => `${device} will have to sign in again.`,
  endOthers: 'Every browser but this one will have to sign in again.',
  revoke: (application) => `${application} loses access to your account until you allow it again.`,
  title: 'Recover your account',
  intro: (ready) =>
    `If you have lost your passkeys, you can ask to replace them. The request takes effect on ${ready}: from then on, a sign-in by email is enough to remove old passkeys and to add a new one. Until then nothing changes. We tell every address of your account, and the request can be cancelled from each of them or by signing in with a passkey.`,
  ask: 'Request recovery',
  pending: (requested, ready) =>
    `A recovery was requested on ${requested}. It takes effect on ${ready}. Until then your passkeys work as before.`,
  ready: (until) =>
    `Your recovery is ready. Until ${until} you can remove old passkeys and add a new one after signing in by email.`,
  cancel: 'Cancel the recovery',
  reviewTitle: 'Did you request a recovery?',
  review: (requested, ready) =>
    `On ${requested} someone who can read your email asked to replace the passkeys of your account. The request takes effect on ${ready}. If it was not you, cancel it now.`,
  keep: 'It was me, continue',
  cancelTitle: 'Cancel this recovery?',
  cancelIntro: 'The passkeys of the account stay as they are.',
  cancelledTitle: 'The recovery is cancelled',
  cancelled:
    'Your passkeys work as before. If you did not request it, someone can read your email: change the password of your mailbox.',
  undoTitle: 'Undo this change?',
  undo: (date) =>
    `The email addresses of the account go back to what they were before ${date}. Every session ends, applications lose their access, and passkeys added since then are removed.`,
  undoButton: 'Undo the change',
  undoneTitle: 'The change is undone',
  undone:
    'Sign in again with one of your addresses. If an earlier change was not yours either, undo it by the link in its email.',
  gone: 'It was used, has expired, or a later change replaced it.',
  shorten: 'Let the recovery take effect now',
  shortenIntro:
    'The person has lost their passkeys and requested recovery. Check who asks before you shorten the wait.',
}

const de: RecoveryWords = {
  confirmWithPasskey: 'Ihr Konto hat einen Passkey. Um hier etwas zu ändern, bestätigen Sie zuerst damit.',
  removeAddress: (address) =>
    `Mit ${address} können Sie sich dann nicht mehr anmelden. 72 Stunden lang kann die Adresse für kein anderes Konto verwendet werden.`,
  removePasskey: (name) => `Mit dem Passkey „${name}“ können Sie sich dann nicht mehr anmelden.`,
  endSession: (device) => `${device} muss sich dann erneut anmelden.`,
  endOthers: 'Jeder Browser außer diesem muss sich dann erneut anmelden.',
  revoke: (application) => `${application} verliert den Zugriff auf Ihr Konto, bis Sie ihn wieder erlauben.`,
  title: 'Konto wiederherstellen',
  intro: (ready) =>
    `Wenn Sie Ihre Passkeys verloren haben, können Sie sie ersetzen lassen. Der Antrag wird am ${ready} wirksam: Von da an genügt eine Anmeldung per Mail, um alte Passkeys zu entfernen und einen neuen hinzuzufügen. Bis dahin ändert sich nichts. Wir benachrichtigen jede Adresse Ihres Kontos; von jeder davon und durch eine Anmeldung mit einem Passkey lässt sich der Antrag abbrechen.`,
  ask: 'Wiederherstellung beantragen',
  pending: (requested, ready) =>
    `Am ${requested} wurde eine Wiederherstellung beantragt. Sie wird am ${ready} wirksam. Bis dahin gelten Ihre Passkeys wie bisher.`,
  ready: (until) =>
    `Ihre Wiederherstellung ist bereit. Bis ${until} können Sie nach einer Anmeldung per Mail alte Passkeys entfernen und einen neuen hinzufügen.`,
  cancel: 'Wiederherstellung abbrechen',
  reviewTitle: 'Haben Sie eine Wiederherstellung beantragt?',
  review: (requested, ready) =>
    `Am ${requested} hat jemand, der Ihre Mails lesen kann, beantragt, die Passkeys Ihres Kontos zu ersetzen. Der Antrag wird am ${ready} wirksam. Wenn Sie das nicht waren, brechen Sie ihn jetzt ab.`,
  keep: 'Das war ich, weiter',
  cancelTitle: 'Diese Wiederherstellung abbrechen?',
  cancelIntro: 'Die Passkeys des Kontos bleiben, wie sie sind.',
  cancelledTitle: 'Die Wiederherstellung ist abgebrochen',
  cancelled:
    'Ihre Passkeys gelten wie bisher. Wenn Sie sie nicht beantragt haben, kann jemand Ihre Mails lesen: Ändern Sie das Passwort Ihres Postfachs.',
  undoTitle: 'Diese Änderung rückgängig machen?',
  undo: (date) =>
    `Die E-Mail-Adressen des Kontos werden wieder so, wie sie vor dem ${date} waren. Alle Sitzungen enden, Anwendungen verlieren ihren Zugriff, und seither hinzugefügte Passkeys werden entfernt.`,
  undoButton: 'Änderung rückgängig machen',
  undoneTitle: 'Die Änderung ist rückgängig gemacht',
  undone:
    'Melden Sie sich mit einer Ihrer Adressen neu an. Wenn auch eine frühere Änderung nicht von Ihnen war, machen Sie sie über den Link in der Mail dazu rückgängig.',
  gone: 'Er wurde benutzt, ist abgelaufen, oder eine spätere Änderung hat ihn ersetzt.',
  shorten: 'Wiederherstellung jetzt wirksam machen',
  shortenIntro:
    'Die Person hat ihre Passkeys verloren und die Wiederherstellung beantragt. Prüfen Sie, wer fragt, bevor Sie die Wartezeit verkürzen.',
}

const fr: RecoveryWords = {
  confirmWithPasskey: 'Votre compte a une clé d’accès. Pour modifier quelque chose ici, confirmez d’abord avec elle.',
  removeAddress: (address) =>
    `Vous ne pourrez plus vous connecter avec ${address}. Pendant 72 heures, cette adresse ne pourra servir à aucun autre compte.`,
  removePasskey: (name) => `Vous ne pourrez plus vous connecter avec la clé d’accès « ${name} ».`,
  endSession: (device) => `${device} devra se connecter à nouveau.`,
  endOthers: 'Tous les autres navigateurs devront se connecter à nouveau.',
  revoke: (application) => `${application} perd l’accès à votre compte jusqu’à ce que vous l’autorisiez à nouveau.`,
  title: 'Récupérer votre compte',
  intro: (ready) =>
    `Si vous avez perdu vos clés d’accès, vous pouvez demander à les remplacer. La demande prend effet le ${ready} : à partir de là, une connexion par e-mail suffit pour retirer les anciennes clés et en ajouter une nouvelle. D’ici là, rien ne change. Nous prévenons toutes les adresses de votre compte ; la demande peut être annulée depuis chacune d’elles ou en se connectant avec une clé d’accès.`,
  ask: 'Demander la récupération',
  pending: (requested, ready) =>
    `Une récupération a été demandée le ${requested}. Elle prend effet le ${ready}. D’ici là, vos clés d’accès fonctionnent comme avant.`,
  ready: (until) =>
    `Votre récupération est prête. Jusqu’au ${until}, vous pouvez retirer les anciennes clés d’accès et en ajouter une nouvelle après une connexion par e-mail.`,
  cancel: 'Annuler la récupération',
  reviewTitle: 'Avez-vous demandé une récupération ?',
  review: (requested, ready) =>
    `Le ${requested}, une personne qui peut lire vos e-mails a demandé à remplacer les clés d’accès de votre compte. La demande prend effet le ${ready}. Si ce n’était pas vous, annulez-la maintenant.`,
  keep: 'C’était moi, continuer',
  cancelTitle: 'Annuler cette récupération ?',
  cancelIntro: 'Les clés d’accès du compte restent telles quelles.',
  cancelledTitle: 'La récupération est annulée',
  cancelled:
    'Vos clés d’accès fonctionnent comme avant. Si vous ne l’aviez pas demandée, quelqu’un peut lire vos e-mails : changez le mot de passe de votre messagerie.',
  undoTitle: 'Annuler cette modification ?',
  undo: (date) =>
    `Les adresses e-mail du compte redeviennent ce qu’elles étaient avant le ${date}. Toutes les sessions se terminent, les applications perdent leur accès et les clés d’accès ajoutées depuis sont retirées.`,
  undoButton: 'Annuler la modification',
  undoneTitle: 'La modification est annulée',
  undone:
    'Reconnectez-vous avec l’une de vos adresses. Si une modification antérieure n’était pas de vous non plus, annulez-la par le lien du message correspondant.',
  gone: 'Il a été utilisé, a expiré ou une modification plus récente l’a remplacé.',
  shorten: 'Rendre la récupération effective maintenant',
  shortenIntro:
    'Cette personne a perdu ses clés d’accès et demandé la récupération. Vérifiez qui demande avant d’abréger l’attente.',
}

const es: RecoveryWords = {
  confirmWithPasskey: 'Su cuenta tiene una llave de acceso. Para cambiar algo aquí, confirme primero con ella.',
  removeAddress: (address) =>
    `Ya no podrá iniciar sesión con ${address}. Durante 72 horas no podrá usarse para otra cuenta.`,
  removePasskey: (name) => `Ya no podrá iniciar sesión con la llave de acceso «${name}».`,
  endSession: (device) => `${device} tendrá que iniciar sesión de nuevo.`,
  endOthers: 'Todos los navegadores menos este tendrán que iniciar sesión de nuevo.',
  revoke: (application) => `${application} pierde el acceso a su cuenta hasta que usted lo permita de nuevo.`,
  title: 'Recuperar su cuenta',
  intro: (ready) =>
    `Si ha perdido sus llaves de acceso, puede solicitar sustituirlas. La solicitud surte efecto el ${ready}: desde entonces basta con iniciar sesión por correo para quitar las antiguas y añadir una nueva. Hasta entonces no cambia nada. Avisamos a todas las direcciones de su cuenta; la solicitud puede cancelarse desde cualquiera de ellas o iniciando sesión con una llave de acceso.`,
  ask: 'Solicitar la recuperación',
  pending: (requested, ready) =>
    `Se solicitó una recuperación el ${requested}. Surte efecto el ${ready}. Hasta entonces sus llaves de acceso funcionan como antes.`,
  ready: (until) =>
    `Su recuperación está lista. Hasta el ${until} puede quitar llaves de acceso antiguas y añadir una nueva tras iniciar sesión por correo.`,
  cancel: 'Cancelar la recuperación',
  reviewTitle: '¿Ha solicitado usted una recuperación?',
  review: (requested, ready) =>
    `El ${requested}, alguien que puede leer su correo pidió sustituir las llaves de acceso de su cuenta. La solicitud surte efecto el ${ready}. Si no fue usted, cancélela ahora.`,
  keep: 'Fui yo, continuar',
  cancelTitle: '¿Cancelar esta recuperación?',
  cancelIntro: 'Las llaves de acceso de la cuenta quedan como están.',
  cancelledTitle: 'La recuperación está cancelada',
  cancelled:
    'Sus llaves de acceso funcionan como antes. Si no la solicitó usted, alguien puede leer su correo: cambie la contraseña de su buzón.',
  undoTitle: '¿Deshacer este cambio?',
  undo: (date) =>
    `Las direcciones de correo de la cuenta vuelven a ser las de antes del ${date}. Se cierran todas las sesiones, las aplicaciones pierden su acceso y se quitan las llaves de acceso añadidas desde entonces.`,
  undoButton: 'Deshacer el cambio',
  undoneTitle: 'El cambio está deshecho',
  undone:
    'Inicie sesión de nuevo con una de sus direcciones. Si un cambio anterior tampoco fue suyo, deshágalo con el enlace de su mensaje.',
  gone: 'Se ha usado, ha caducado o un cambio posterior lo ha sustituido.',
  shorten: 'Hacer efectiva la recuperación ahora',
  shortenIntro:
    'La persona ha perdido sus llaves de acceso y ha solicitado la recuperación. Compruebe quién pregunta antes de acortar la espera.',
}

const it: RecoveryWords = {
  confirmWithPasskey: 'Il tuo account ha una passkey. Per cambiare qualcosa qui, conferma prima con quella.',
  removeAddress: (address) =>
    `Non potrai più accedere con ${address}. Per 72 ore non potrà essere usato per un altro account.`,
  removePasskey: (name) => `Non potrai più accedere con la passkey «${name}».`,
  endSession: (device) => `${device} dovrà accedere di nuovo.`,
  endOthers: 'Tutti i browser tranne questo dovranno accedere di nuovo.',
  revoke: (application) => `${application} perde l’accesso al tuo account finché non lo consenti di nuovo.`,
  title: 'Recupera il tuo account',
  intro: (ready) =>
    `Se hai perso le tue passkey, puoi chiedere di sostituirle. La richiesta ha effetto dal ${ready}: da allora basta un accesso per e-mail per rimuovere le vecchie e aggiungerne una nuova. Fino ad allora non cambia nulla. Avvisiamo tutti gli indirizzi del tuo account; la richiesta può essere annullata da ognuno di essi o accedendo con una passkey.`,
  ask: 'Richiedi il recupero',
  pending: (requested, ready) =>
    `Il ${requested} è stato richiesto un recupero. Ha effetto dal ${ready}. Fino ad allora le tue passkey funzionano come prima.`,
  ready: (until) =>
    `Il recupero è pronto. Fino al ${until} puoi rimuovere le vecchie passkey e aggiungerne una nuova dopo un accesso per e-mail.`,
  cancel: 'Annulla il recupero',
  reviewTitle: 'Hai richiesto tu un recupero?',
  review: (requested, ready) =>
    `Il ${requested} qualcuno che può leggere la tua posta ha chiesto di sostituire le passkey del tuo account. La richiesta ha effetto dal ${ready}. Se non eri tu, annullala ora.`,
  keep: 'Ero io, continua',
  cancelTitle: 'Annullare questo recupero?',
  cancelIntro: 'Le passkey dell’account restano come sono.',
  cancelledTitle: 'Il recupero è annullato',
  cancelled:
    'Le tue passkey funzionano come prima. Se non l’hai richiesto tu, qualcuno può leggere la tua posta: cambia la password della casella.',
  undoTitle: 'Annullare questa modifica?',
  undo: (date) =>
    `Gli indirizzi e-mail dell’account tornano com’erano prima del ${date}. Tutte le sessioni terminano, le applicazioni perdono l’accesso e le passkey aggiunte da allora vengono rimosse.`,
  undoButton: 'Annulla la modifica',
  undoneTitle: 'La modifica è annullata',
  undone:
    'Accedi di nuovo con uno dei tuoi indirizzi. Se anche una modifica precedente non era tua, annullala con il link del relativo messaggio.',
  gone: 'È stato usato, è scaduto o una modifica successiva lo ha sostituito.',
  shorten: 'Rendi effettivo il recupero ora',
  shortenIntro:
    'La persona ha perso le passkey e ha richiesto il recupero. Verifica chi lo chiede prima di abbreviare l’attesa.',
}

const pt: RecoveryWords = {
  confirmWithPasskey: 'Sua conta tem uma chave de acesso. Para mudar algo aqui, confirme primeiro com ela.',
  removeAddress: (address) =>
    `Você não poderá mais entrar com ${address}. Durante 72 horas ele não poderá ser usado para outra conta.`,
  removePasskey: (name) => `Você não poderá mais entrar com a chave de acesso “${name}”.`,
  endSession: (device) => `${device} terá de entrar novamente.`,
  endOthers: 'Todos os navegadores, exceto este, terão de entrar novamente.',
  revoke: (application) => `${application} perde o acesso à sua conta até que você o permita novamente.`,
  title: 'Recuperar sua conta',
  intro: (ready) =>
    `Se perdeu suas chaves de acesso, você pode pedir para substituí-las. O pedido tem efeito em ${ready}: a partir daí, entrar por e-mail basta para remover as antigas e adicionar uma nova. Até lá nada muda. Avisamos todos os endereços da sua conta; o pedido pode ser cancelado a partir de qualquer um deles ou entrando com uma chave de acesso.`,
  ask: 'Pedir recuperação',
  pending: (requested, ready) =>
    `Foi pedida uma recuperação em ${requested}. Ela tem efeito em ${ready}. Até lá, suas chaves de acesso funcionam como antes.`,
  ready: (until) =>
    `Sua recuperação está pronta. Até ${until} você pode remover chaves de acesso antigas e adicionar uma nova depois de entrar por e-mail.`,
  cancel: 'Cancelar a recuperação',
  reviewTitle: 'Você pediu uma recuperação?',
  review: (requested, ready) =>
    `Em ${requested}, alguém que consegue ler seu e-mail pediu para substituir as chaves de acesso da sua conta. O pedido tem efeito em ${ready}. Se não foi você, cancele-o agora.`,
  keep: 'Fui eu, continuar',
  cancelTitle: 'Cancelar esta recuperação?',
  cancelIntro: 'As chaves de acesso da conta ficam como estão.',
  cancelledTitle: 'A recuperação foi cancelada',
  cancelled:
    'Suas chaves de acesso funcionam como antes. Se não foi você quem pediu, alguém consegue ler seu e-mail: mude a senha da sua caixa de correio.',
  undoTitle: 'Desfazer esta alteração?',
  undo: (date) =>
    `Os endereços de e-mail da conta voltam a ser os de antes de ${date}. Todas as sessões terminam, os aplicativos perdem o acesso e as chaves de acesso adicionadas desde então são removidas.`,
  undoButton: 'Desfazer a alteração',
  undoneTitle: 'A alteração foi desfeita',
  undone:
    'Entre novamente com um dos seus endereços. Se uma alteração anterior também não foi sua, desfaça-a pelo link da respectiva mensagem.',
  gone: 'Foi usado, expirou ou uma alteração posterior o substituiu.',
  shorten: 'Tornar a recuperação efetiva agora',
  shortenIntro:
    'A pessoa perdeu suas chaves de acesso e pediu recuperação. Verifique quem pede antes de encurtar a espera.',
}

const nl: RecoveryWords = {
  confirmWithPasskey: 'Uw account heeft een passkey. Bevestig eerst daarmee om hier iets te wijzigen.',
  removeAddress: (address) =>
    `U kunt zich niet meer aanmelden met ${address}. Gedurende 72 uur kan dit adres niet voor een ander account worden gebruikt.`,
  removePasskey: (name) => `U kunt zich niet meer aanmelden met de passkey ‘${name}’.`,
  endSession: (device) => `${device} moet zich opnieuw aanmelden.`,
  endOthers: 'Elke browser behalve deze moet zich opnieuw aanmelden.',
  revoke: (application) => `${application} verliest de toegang tot uw account totdat u die weer toestaat.`,
  title: 'Uw account herstellen',
  intro: (ready) =>
    `Bent u uw passkeys kwijt, dan kunt u vragen ze te vervangen. Het verzoek gaat in op ${ready}: vanaf dan is aanmelden per mail genoeg om oude passkeys te verwijderen en een nieuwe toe te voegen. Tot die tijd verandert er niets. We berichten elk adres van uw account; vanaf elk daarvan, of door aanmelden met een passkey, kan het verzoek worden geannuleerd.`,
  ask: 'Herstel aanvragen',
  pending: (requested, ready) =>
    `Op ${requested} is herstel aangevraagd. Het gaat in op ${ready}. Tot die tijd werken uw passkeys zoals voorheen.`,
  ready: (until) =>
    `Uw herstel is gereed. Tot ${until} kunt u na aanmelden per mail oude passkeys verwijderen en een nieuwe toevoegen.`,
  cancel: 'Herstel annuleren',
  reviewTitle: 'Hebt u herstel aangevraagd?',
  review: (requested, ready) =>
    `Op ${requested} heeft iemand die uw mail kan lezen gevraagd de passkeys van uw account te vervangen. Het verzoek gaat in op ${ready}. Was u dit niet, annuleer het dan nu.`,
  keep: 'Dat was ik, doorgaan',
  cancelTitle: 'Dit herstel annuleren?',
  cancelIntro: 'De passkeys van het account blijven zoals ze zijn.',
  cancelledTitle: 'Het herstel is geannuleerd',
  cancelled:
    'Uw passkeys werken zoals voorheen. Hebt u het niet aangevraagd, dan kan iemand uw mail lezen: wijzig het wachtwoord van uw mailbox.',
  undoTitle: 'Deze wijziging ongedaan maken?',
  undo: (date) =>
    `De e-mailadressen van het account worden weer zoals ze waren vóór ${date}. Alle sessies eindigen, toepassingen verliezen hun toegang en passkeys die sindsdien zijn toegevoegd, worden verwijderd.`,
  undoButton: 'Wijziging ongedaan maken',
  undoneTitle: 'De wijziging is ongedaan gemaakt',
  undone:
    'Meld u opnieuw aan met een van uw adressen. Was een eerdere wijziging ook niet van u, maak die dan ongedaan met de link in de mail daarover.',
  gone: 'Hij is gebruikt, verlopen of vervangen door een latere wijziging.',
  shorten: 'Herstel nu laten ingaan',
  shortenIntro:
    'Deze persoon is de passkeys kwijt en heeft herstel aangevraagd. Controleer wie het vraagt voordat u de wachttijd verkort.',
}

const pl: RecoveryWords = {
  confirmWithPasskey: 'Twoje konto ma klucz dostępu. Aby coś tu zmienić, najpierw potwierdź to tym kluczem.',
  removeAddress: (address) =>
    `Nie zalogujesz się już adresem ${address}. Przez 72 godziny nie można go użyć do innego konta.`,
  removePasskey: (name) => `Nie zalogujesz się już kluczem dostępu „${name}”.`,
  endSession: (device) => `${device}: trzeba będzie zalogować się ponownie.`,
  endOthers: 'We wszystkich innych przeglądarkach trzeba będzie zalogować się ponownie.',
  revoke: (application) => `${application} traci dostęp do Twojego konta, dopóki znów na to nie pozwolisz.`,
  title: 'Odzyskaj swoje konto',
  intro: (ready) =>
    `Jeśli nie masz już swoich kluczy dostępu, możesz poprosić o ich zastąpienie. Prośba zacznie działać ${ready}: od tej chwili logowanie przez e-mail wystarczy, aby usunąć stare klucze i dodać nowy. Do tego czasu nic się nie zmienia. Powiadamiamy każdy adres Twojego konta; z każdego z nich, a także logując się kluczem dostępu, można anulować prośbę.`,
  ask: 'Poproś o odzyskanie',
  pending: (requested, ready) =>
    `${requested} poproszono o odzyskanie konta. Zacznie ono działać ${ready}. Do tego czasu Twoje klucze dostępu działają jak dotąd.`,
  ready: (until) =>
    `Odzyskiwanie jest gotowe. Do ${until} możesz po zalogowaniu przez e-mail usunąć stare klucze dostępu i dodać nowy.`,
  cancel: 'Anuluj odzyskiwanie',
  reviewTitle: 'Czy to Ty prosisz o odzyskanie konta?',
  review: (requested, ready) =>
    `${requested} ktoś, kto może czytać Twoją pocztę, poprosił o zastąpienie kluczy dostępu Twojego konta. Prośba zacznie działać ${ready}. Jeśli to nie Ty, anuluj ją teraz.`,
  keep: 'To ja, kontynuuj',
  cancelTitle: 'Anulować to odzyskiwanie?',
  cancelIntro: 'Klucze dostępu konta pozostaną bez zmian.',
  cancelledTitle: 'Odzyskiwanie zostało anulowane',
  cancelled:
    'Twoje klucze dostępu działają jak dotąd. Jeśli to nie Twoja prośba, ktoś może czytać Twoją pocztę: zmień hasło do skrzynki.',
  undoTitle: 'Cofnąć tę zmianę?',
  undo: (date) =>
    `Adresy e-mail konta wrócą do stanu sprzed ${date}. Wszystkie sesje się zakończą, aplikacje stracą dostęp, a dodane od tego czasu klucze dostępu zostaną usunięte.`,
  undoButton: 'Cofnij zmianę',
  undoneTitle: 'Zmiana została cofnięta',
  undone:
    'Zaloguj się ponownie jednym ze swoich adresów. Jeśli wcześniejsza zmiana też nie była Twoja, cofnij ją linkiem z wiadomości o niej.',
  gone: 'Został użyty, wygasł albo zastąpiła go późniejsza zmiana.',
  shorten: 'Uruchom odzyskiwanie teraz',
  shortenIntro:
    'Ta osoba nie ma już kluczy dostępu i prosi o odzyskanie konta. Sprawdź, kto prosi, zanim skrócisz oczekiwanie.',
}

const ja: RecoveryWords = {
  confirmWithPasskey: 'このアカウントにはパスキーがあります。ここで変更するには、まずパスキーで確認してください。',
  removeAddress: (address) => `${address} ではサインインできなくなります。72 時間は、ほかのアカウントでも使えません。`,
  removePasskey: (name) => `パスキー「${name}」ではサインインできなくなります。`,
  endSession: (device) => `${device} では、もう一度サインインが必要になります。`,
  endOthers: 'このブラウザー以外のすべてで、もう一度サインインが必要になります。',
  revoke: (application) => `${application} は、もう一度許可するまでアカウントにアクセスできなくなります。`,
  title: 'アカウントを復旧する',
  intro: (ready) =>
    `パスキーをなくした場合は、置き換えを申請できます。申請は ${ready} に有効になり、それ以降はメールでのサインインだけで古いパスキーを削除し、新しいパスキーを追加できます。それまでは何も変わりません。アカウントのすべてのアドレスにお知らせします。どのアドレスからでも、またパスキーでサインインしても、申請を取り消せます。`,
  ask: '復旧を申請する',
  pending: (requested, ready) =>
    `${requested} に復旧が申請されました。${ready} に有効になります。それまではこれまでどおりパスキーを使えます。`,
  ready: (until) =>
    `復旧の準備ができました。${until} までは、メールでサインインした後に古いパスキーを削除し、新しいパスキーを追加できます。`,
  cancel: '復旧を取り消す',
  reviewTitle: '復旧を申請しましたか?',
  review: (requested, ready) =>
    `${requested} に、あなたのメールを読める人が、アカウントのパスキーの置き換えを申請しました。申請は ${ready} に有効になります。お心当たりがない場合は、今すぐ取り消してください。`,
  keep: '自分で申請したので続ける',
  cancelTitle: 'この復旧を取り消しますか?',
  cancelIntro: 'アカウントのパスキーはそのまま残ります。',
  cancelledTitle: '復旧を取り消しました',
  cancelled:
    'パスキーはこれまでどおり使えます。申請した覚えがない場合は、誰かがあなたのメールを読めます。メールボックスのパスワードを変更してください。',
  undoTitle: 'この変更を元に戻しますか?',
  undo: (date) =>
    `アカウントのメールアドレスを ${date} より前の状態に戻します。すべてのセッションが終了し、アプリケーションはアクセスできなくなり、その後に追加されたパスキーは削除されます。`,
  undoButton: '変更を元に戻す',
  undoneTitle: '変更を元に戻しました',
  undone:
    'ご自分のアドレスでもう一度サインインしてください。それより前の変更にも心当たりがない場合は、そのお知らせのメールのリンクから元に戻してください。',
  gone: '使用済み、期限切れ、または後の変更に置き換えられました。',
  shorten: '復旧を今すぐ有効にする',
  shortenIntro:
    'この人はパスキーをなくし、復旧を申請しました。待ち時間を短くする前に、本人かどうかを確かめてください。',
}

const zh: RecoveryWords = {
  confirmWithPasskey: '您的账户有通行密钥。要在此处更改，请先用它确认。',
  removeAddress: (address) => `您将无法再用 ${address} 登录。72 小时内，它也不能用于其他账户。`,
  removePasskey: (name) => `您将无法再用通行密钥“${name}”登录。`,
  endSession: (device) => `${device} 将需要重新登录。`,
  endOthers: '除此浏览器外，其他所有浏览器都需要重新登录。',
  revoke: (application) => `在您再次允许之前，${application} 将无法访问您的账户。`,
  title: '恢复您的账户',
  intro: (ready) =>
    `如果您丢失了通行密钥，可以申请更换。申请将于 ${ready} 生效：此后用邮件登录即可移除旧的通行密钥并添加新的。在此之前一切不变。我们会通知您账户的每个邮箱地址；从其中任何一个，或用通行密钥登录，都可以取消申请。`,
  ask: '申请恢复',
  pending: (requested, ready) => `${requested} 有人申请了恢复，将于 ${ready} 生效。在此之前，您的通行密钥照常有效。`,
  ready: (until) => `恢复已就绪。在 ${until} 之前，您用邮件登录后可以移除旧的通行密钥并添加新的。`,
  cancel: '取消恢复',
  reviewTitle: '您申请了恢复吗？',
  review: (requested, ready) =>
    `${requested}，有能读取您邮件的人申请更换您账户的通行密钥。申请将于 ${ready} 生效。如果不是您本人，请立即取消。`,
  keep: '是我本人，继续',
  cancelTitle: '取消此恢复？',
  cancelIntro: '账户的通行密钥保持不变。',
  cancelledTitle: '恢复已取消',
  cancelled: '您的通行密钥照常有效。如果不是您申请的，说明有人能读取您的邮件：请更改邮箱密码。',
  undoTitle: '撤销此更改？',
  undo: (date) =>
    `账户的邮箱地址将恢复到 ${date} 之前的状态。所有会话都会结束，应用将失去访问权限，此后添加的通行密钥会被移除。`,
  undoButton: '撤销更改',
  undoneTitle: '更改已撤销',
  undone: '请用您的一个邮箱地址重新登录。如果更早的更改也不是您本人所为，请用相应邮件中的链接撤销。',
  gone: '它已被使用、已过期，或被后来的更改取代。',
  shorten: '让恢复立即生效',
  shortenIntro: '此人丢失了通行密钥并申请了恢复。缩短等待时间之前，请核实申请人身份。',
}

const ko: RecoveryWords = {
  confirmWithPasskey: '계정에 패스키가 있습니다. 여기서 변경하려면 먼저 패스키로 확인하세요.',
  removeAddress: (address) =>
    `더 이상 ${address}(으)로 로그인할 수 없습니다. 72시간 동안은 다른 계정에서도 사용할 수 없습니다.`,
  removePasskey: (name) => `더 이상 패스키 “${name}”(으)로 로그인할 수 없습니다.`,
  endSession: (device) => `${device}에서 다시 로그인해야 합니다.`,
  endOthers: '이 브라우저를 제외한 모든 브라우저에서 다시 로그인해야 합니다.',
  revoke: (application) => `다시 허용할 때까지 ${application}은(는) 계정에 접근할 수 없습니다.`,
  title: '계정 복구',
  intro: (ready) =>
    `패스키를 잃어버렸다면 교체를 요청할 수 있습니다. 요청은 ${ready}에 적용되며, 그 후에는 메일 로그인만으로 이전 패스키를 삭제하고 새 패스키를 추가할 수 있습니다. 그때까지는 아무것도 바뀌지 않습니다. 계정의 모든 주소로 알려 드리며, 어느 주소에서든 또는 패스키로 로그인하여 요청을 취소할 수 있습니다.`,
  ask: '복구 요청',
  pending: (requested, ready) =>
    `${requested}에 복구가 요청되었습니다. ${ready}에 적용됩니다. 그때까지 패스키는 이전과 같이 작동합니다.`,
  ready: (until) =>
    `복구가 준비되었습니다. ${until}까지 메일로 로그인한 후 이전 패스키를 삭제하고 새 패스키를 추가할 수 있습니다.`,
  cancel: '복구 취소',
  reviewTitle: '복구를 요청하셨나요?',
  review: (requested, ready) =>
    `${requested}에 메일을 읽을 수 있는 누군가가 계정의 패스키를 교체해 달라고 요청했습니다. 요청은 ${ready}에 적용됩니다. 본인이 아니라면 지금 취소하세요.`,
  keep: '본인이 요청했습니다. 계속',
  cancelTitle: '이 복구를 취소할까요?',
  cancelIntro: '계정의 패스키는 그대로 유지됩니다.',
  cancelledTitle: '복구가 취소되었습니다',
  cancelled:
    '패스키는 이전과 같이 작동합니다. 요청한 적이 없다면 누군가 메일을 읽을 수 있는 것이니 메일함의 비밀번호를 변경하세요.',
  undoTitle: '이 변경을 되돌릴까요?',
  undo: (date) =>
    `계정의 이메일 주소가 ${date} 이전 상태로 돌아갑니다. 모든 세션이 종료되고, 애플리케이션은 접근 권한을 잃으며, 그 후에 추가된 패스키는 삭제됩니다.`,
  undoButton: '변경 되돌리기',
  undoneTitle: '변경을 되돌렸습니다',
  undone: '본인의 주소로 다시 로그인하세요. 이전의 다른 변경도 본인이 한 것이 아니라면 해당 메일의 링크로 되돌리세요.',
  gone: '이미 사용되었거나 만료되었거나 이후의 변경으로 대체되었습니다.',
  shorten: '지금 복구 적용',
  shortenIntro:
    '이 사용자는 패스키를 잃어버려 복구를 요청했습니다. 대기 시간을 줄이기 전에 누가 요청하는지 확인하세요.',
}

const ar: RecoveryWords = {
  confirmWithPasskey: 'لحسابك مفتاح مرور. لتغيير شيء هنا، أكّد به أولًا.',
  removeAddress: (address) =>
    `لن يمكنك تسجيل الدخول بالعنوان ${address} بعد الآن. ولن يمكن استخدامه لحساب آخر طوال 72 ساعة.`,
  removePasskey: (name) => `لن يمكنك تسجيل الدخول بمفتاح المرور «${name}» بعد الآن.`,
  endSession: (device) => `سيلزم تسجيل الدخول من جديد في ${device}.`,
  endOthers: 'سيلزم تسجيل الدخول من جديد في كل المتصفحات عدا هذا.',
  revoke: (application) => `يفقد ${application} الوصول إلى حسابك حتى تسمح به من جديد.`,
  title: 'استعادة حسابك',
  intro: (ready) =>
    `إن فقدت مفاتيح المرور، يمكنك طلب استبدالها. يسري الطلب في ${ready}: بعدها يكفي تسجيل الدخول بالبريد لإزالة المفاتيح القديمة وإضافة مفتاح جديد. وحتى ذلك الحين لا يتغيّر شيء. نُعلم كل عناوين حسابك، ويمكن إلغاء الطلب من أي منها أو بتسجيل الدخول بمفتاح مرور.`,
  ask: 'طلب الاستعادة',
  pending: (requested, ready) =>
    `طُلبت استعادة الحساب في ${requested}، وتسري في ${ready}. وحتى ذلك الحين تعمل مفاتيح المرور كما كانت.`,
  ready: (until) =>
    `الاستعادة جاهزة. حتى ${until} يمكنك بعد تسجيل الدخول بالبريد إزالة مفاتيح المرور القديمة وإضافة مفتاح جديد.`,
  cancel: 'إلغاء الاستعادة',
  reviewTitle: 'هل طلبت استعادة حسابك؟',
  review: (requested, ready) =>
    `في ${requested} طلب شخص يستطيع قراءة بريدك استبدال مفاتيح المرور في حسابك. يسري الطلب في ${ready}. إن لم تكن أنت، فألغِه الآن.`,
  keep: 'كنت أنا، متابعة',
  cancelTitle: 'إلغاء هذه الاستعادة؟',
  cancelIntro: 'تبقى مفاتيح المرور في الحساب كما هي.',
  cancelledTitle: 'أُلغيت الاستعادة',
  cancelled:
    'تعمل مفاتيح المرور كما كانت. إن لم تطلب الاستعادة بنفسك، فهناك من يستطيع قراءة بريدك: غيّر كلمة مرور صندوق بريدك.',
  undoTitle: 'التراجع عن هذا التغيير؟',
  undo: (date) =>
    `تعود عناوين البريد في الحساب إلى ما كانت عليه قبل ${date}. تنتهي كل الجلسات، وتفقد التطبيقات وصولها، وتُزال مفاتيح المرور التي أُضيفت منذ ذلك الحين.`,
  undoButton: 'التراجع عن التغيير',
  undoneTitle: 'جرى التراجع عن التغيير',
  undone: 'سجّل الدخول من جديد بأحد عناوينك. وإن كان هناك تغيير سابق ليس منك أيضًا، فتراجع عنه بالرابط الوارد في رسالته.',
  gone: 'استُخدم الرابط أو انتهت صلاحيته أو حلّ محله تغيير لاحق.',
  shorten: 'تفعيل الاستعادة الآن',
  shortenIntro: 'فقد هذا الشخص مفاتيح المرور وطلب الاستعادة. تحقّق من هوية السائل قبل أن تقصّر الانتظار.',
}

export const recoveryWords = { en, de, fr, es, it, pt, nl, pl, ja, zh, ko, ar }

type Problem = 'passkey-needed' | 'address-reserved' | 'not-managed' | 'own-recovery' | 'no-recovery'

/** What stands beside a field, by the code of the problem. */
export const recoveryProblems = {
  en: {
    'passkey-needed':
      'Your account has a passkey: sign in with it to change this. If you have lost it, request recovery.',
    'address-reserved':
      'This address was removed from an account a short time ago and cannot be used for another one yet.',
    'not-managed':
      'This needs an account that your organization manages: every address of it, and the new one, under a domain that you have proven by DNS.',
    'own-recovery': 'Nobody can shorten their own recovery.',
    'no-recovery': 'No recovery is waiting.',
  },
  de: {
    'passkey-needed':
      'Ihr Konto hat einen Passkey: Melden Sie sich damit an, um das zu ändern. Haben Sie ihn verloren, beantragen Sie die Wiederherstellung.',
    'address-reserved':
      'Diese Adresse wurde vor Kurzem von einem Konto entfernt und kann noch nicht für ein anderes verwendet werden.',
    'not-managed':
      'Das geht nur bei einem Konto, das Ihre Organisation verwaltet: Jede seiner Adressen und die neue müssen zu einer Domain gehören, die Sie per DNS nachgewiesen haben.',
    'own-recovery': 'Niemand kann die eigene Wiederherstellung verkürzen.',
    'no-recovery': 'Es wartet keine Wiederherstellung.',
  },
  fr: {
    'passkey-needed':
      'Votre compte a une clé d’accès : connectez-vous avec elle pour modifier ceci. Si vous l’avez perdue, demandez la récupération.',
    'address-reserved': 'Cette adresse a été retirée d’un compte il y a peu et ne peut pas encore servir à un autre.',
    'not-managed':
      'Il faut un compte que votre organisation gère : toutes ses adresses, et la nouvelle, sous un domaine que vous avez prouvé par DNS.',
    'own-recovery': 'Personne ne peut abréger sa propre récupération.',
    'no-recovery': 'Aucune récupération n’est en attente.',
  },
  es: {
    'passkey-needed':
      'Su cuenta tiene una llave de acceso: inicie sesión con ella para cambiar esto. Si la ha perdido, solicite la recuperación.',
    'address-reserved': 'Esta dirección se quitó de una cuenta hace poco y todavía no puede usarse para otra.',
    'not-managed':
      'Hace falta una cuenta que su organización administre: todas sus direcciones, y la nueva, bajo un dominio que usted haya demostrado por DNS.',
    'own-recovery': 'Nadie puede acortar su propia recuperación.',
    'no-recovery': 'No hay ninguna recuperación en espera.',
  },
  it: {
    'passkey-needed':
      'Il tuo account ha una passkey: accedi con quella per cambiare questo. Se l’hai persa, richiedi il recupero.',
    'address-reserved':
      'Questo indirizzo è stato rimosso da poco da un account e non può ancora essere usato per un altro.',
    'not-managed':
      'Serve un account gestito dalla tua organizzazione: tutti i suoi indirizzi, e quello nuovo, sotto un dominio che hai dimostrato tramite DNS.',
    'own-recovery': 'Nessuno può abbreviare il proprio recupero.',
    'no-recovery': 'Nessun recupero è in attesa.',
  },
  pt: {
    'passkey-needed':
      'Sua conta tem uma chave de acesso: entre com ela para mudar isto. Se a perdeu, peça recuperação.',
    'address-reserved': 'Este endereço foi removido de uma conta há pouco tempo e ainda não pode ser usado para outra.',
    'not-managed':
      'É preciso uma conta que sua organização administre: todos os endereços dela, e o novo, sob um domínio que você comprovou por DNS.',
    'own-recovery': 'Ninguém pode encurtar a própria recuperação.',
    'no-recovery': 'Nenhuma recuperação está à espera.',
  },
  nl: {
    'passkey-needed':
      'Uw account heeft een passkey: meld u daarmee aan om dit te wijzigen. Bent u hem kwijt, vraag dan herstel aan.',
    'address-reserved':
      'Dit adres is kort geleden uit een account verwijderd en kan nog niet voor een ander worden gebruikt.',
    'not-managed':
      'Dit vraagt een account dat uw organisatie beheert: elk adres ervan, en het nieuwe, onder een domein dat u via DNS hebt bewezen.',
    'own-recovery': 'Niemand kan het eigen herstel verkorten.',
    'no-recovery': 'Er wacht geen herstel.',
  },
  pl: {
    'passkey-needed':
      'Twoje konto ma klucz dostępu: zaloguj się nim, aby to zmienić. Jeśli go nie masz, poproś o odzyskanie konta.',
    'address-reserved': 'Ten adres został niedawno usunięty z konta i nie można go jeszcze użyć do innego.',
    'not-managed':
      'Potrzebne jest konto, którym zarządza Twoja organizacja: każdy jego adres i nowy adres w domenie potwierdzonej przez DNS.',
    'own-recovery': 'Nikt nie może skrócić własnego odzyskiwania.',
    'no-recovery': 'Żadne odzyskiwanie nie czeka.',
  },
  ja: {
    'passkey-needed':
      'このアカウントにはパスキーがあります。変更するにはパスキーでサインインしてください。なくした場合は復旧を申請してください。',
    'address-reserved': 'このアドレスは最近アカウントから削除されたため、まだ別のアカウントでは使えません。',
    'not-managed':
      '組織が管理するアカウントに限ります。そのすべてのアドレスと新しいアドレスが、DNS で証明したドメインのものである必要があります。',
    'own-recovery': '自分の復旧を短くすることはできません。',
    'no-recovery': '待機中の復旧はありません。',
  },
  zh: {
    'passkey-needed': '您的账户有通行密钥：请用它登录后再更改。如果丢失了，请申请恢复。',
    'address-reserved': '此地址不久前从一个账户中移除，暂时不能用于其他账户。',
    'not-managed': '仅限由您的组织管理的账户：它的所有地址以及新地址都必须属于您已通过 DNS 验证的域名。',
    'own-recovery': '任何人都不能缩短自己的恢复等待时间。',
    'no-recovery': '没有等待中的恢复。',
  },
  ko: {
    'passkey-needed': '계정에 패스키가 있습니다. 변경하려면 패스키로 로그인하세요. 잃어버렸다면 복구를 요청하세요.',
    'address-reserved': '이 주소는 얼마 전 계정에서 삭제되어 아직 다른 계정에서 사용할 수 없습니다.',
    'not-managed':
      '조직이 관리하는 계정이어야 합니다. 계정의 모든 주소와 새 주소가 DNS로 증명한 도메인에 속해야 합니다.',
    'own-recovery': '자신의 복구를 앞당길 수는 없습니다.',
    'no-recovery': '대기 중인 복구가 없습니다.',
  },
  ar: {
    'passkey-needed': 'لحسابك مفتاح مرور: سجّل الدخول به لتغيير هذا. إن فقدته فاطلب الاستعادة.',
    'address-reserved': 'أُزيل هذا العنوان من حساب قبل وقت قصير، ولا يمكن استخدامه لحساب آخر بعد.',
    'not-managed': 'يلزم أن يكون الحساب تحت إدارة مؤسستك: كل عناوينه والعنوان الجديد ضمن نطاق أثبتَّه عبر DNS.',
    'own-recovery': 'لا يمكن لأحد تقصير انتظار استعادته هو.',
    'no-recovery': 'لا توجد استعادة قيد الانتظار.',
  },
} satisfies Record<string, Record<Problem, string>>
