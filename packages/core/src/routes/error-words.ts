/** Texts of the error page. */
export interface PageWords {
  title: string
  declined: string
  expired: string
  unavailable: string
  failed: string
  forbiddenTitle: string
  forbidden: string
  again: string
  home: string
}

type Texts = [string, string, string, string, string, string, string, string, string]

const row = (...texts: Texts): PageWords => {
  const [title, declined, expired, unavailable, failed, forbiddenTitle, forbidden, again, home] = texts
  return { title, declined, expired, unavailable, failed, forbiddenTitle, forbidden, again, home }
}

const languages: Readonly<Record<string, PageWords>> = {
  en: row(
    'You are not signed in',
    'You canceled the sign-in.',
    'This sign-in took too long or was started in another browser.',
    'Sign-in is not available right now. Please try again in a moment.',
    'Something went wrong while you were signing in.',
    'You can’t open this page',
    'Your account doesn’t have the necessary permission.',
    'Sign in again',
    'Go to the home page',
  ),
  de: row(
    'Sie sind nicht angemeldet',
    'Sie haben die Anmeldung abgebrochen.',
    'Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen.',
    'Die Anmeldung ist gerade nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',
    'Bei der Anmeldung ist ein Fehler aufgetreten.',
    'Kein Zugriff auf diese Seite',
    'Ihrem Konto fehlt die nötige Berechtigung.',
    'Erneut anmelden',
    'Zur Startseite',
  ),
  fr: row(
    'Vous n’êtes pas connecté',
    'Vous avez annulé la connexion.',
    'Cette connexion a pris trop de temps ou a été commencée dans un autre navigateur.',
    'La connexion est indisponible pour le moment. Réessayez dans un instant.',
    'Une erreur s’est produite pendant la connexion.',
    'Vous ne pouvez pas ouvrir cette page',
    'Votre compte n’a pas l’autorisation nécessaire.',
    'Se connecter à nouveau',
    'Aller à la page d’accueil',
  ),
  es: row(
    'No has iniciado sesión',
    'Has cancelado el inicio de sesión.',
    'Este inicio de sesión ha tardado demasiado o se empezó en otro navegador.',
    'El inicio de sesión no está disponible en este momento. Vuelve a intentarlo en un instante.',
    'Se ha producido un error al iniciar sesión.',
    'No puedes abrir esta página',
    'Tu cuenta no tiene el permiso necesario.',
    'Volver a iniciar sesión',
    'Ir a la página de inicio',
  ),
  it: row(
    'Accesso non effettuato',
    'Hai annullato l’accesso.',
    'Questo accesso ha richiesto troppo tempo o è stato iniziato in un altro browser.',
    'L’accesso non è disponibile al momento. Riprova tra poco.',
    'Si è verificato un errore durante l’accesso.',
    'Non puoi aprire questa pagina',
    'Il tuo account non ha l’autorizzazione necessaria.',
    'Accedi di nuovo',
    'Vai alla pagina iniziale',
  ),
  pt: row(
    'Não tem sessão iniciada',
    'Cancelou o início de sessão.',
    'Este início de sessão demorou demasiado ou foi começado noutro navegador.',
    'O início de sessão não está disponível neste momento. Tente novamente dentro de instantes.',
    'Ocorreu um erro ao iniciar sessão.',
    'Não pode abrir esta página',
    'A sua conta não tem a permissão necessária.',
    'Iniciar sessão novamente',
    'Ir para a página inicial',
  ),
  nl: row(
    'U bent niet ingelogd',
    'U hebt het inloggen geannuleerd.',
    'Het inloggen duurde te lang of is in een andere browser begonnen.',
    'Inloggen is op dit moment niet mogelijk. Probeer het zo meteen opnieuw.',
    'Er is iets misgegaan bij het inloggen.',
    'U kunt deze pagina niet openen',
    'Uw account heeft niet de benodigde rechten.',
    'Opnieuw inloggen',
    'Naar de startpagina',
  ),
  pl: row(
    'Nie jesteś zalogowany',
    'Logowanie zostało anulowane.',
    'Logowanie trwało zbyt długo lub zostało rozpoczęte w innej przeglądarce.',
    'Logowanie jest chwilowo niedostępne. Spróbuj ponownie za chwilę.',
    'Podczas logowania wystąpił błąd.',
    'Nie możesz otworzyć tej strony',
    'Twoje konto nie ma wymaganych uprawnień.',
    'Zaloguj się ponownie',
    'Przejdź do strony głównej',
  ),
  ar: row(
    'لم يتم تسجيل دخولك',
    'لقد ألغيت تسجيل الدخول.',
    'استغرق تسجيل الدخول هذا وقتًا طويلاً أو بدأ في متصفح آخر.',
    'تسجيل الدخول غير متاح حاليًا. يُرجى المحاولة مرة أخرى بعد قليل.',
    'حدث خطأ أثناء تسجيل الدخول.',
    'لا يمكنك فتح هذه الصفحة',
    'لا يملك حسابك الإذن اللازم.',
    'تسجيل الدخول مرة أخرى',
    'الانتقال إلى الصفحة الرئيسية',
  ),
  ja: row(
    'サインインしていません',
    'サインインはキャンセルされました。',
    'サインインに時間がかかりすぎたか、別のブラウザーで開始されました。',
    '現在サインインをご利用いただけません。しばらくしてからもう一度お試しください。',
    'サインイン中に問題が発生しました。',
    'このページを開けません',
    'お使いのアカウントには必要な権限がありません。',
    'もう一度サインイン',
    'ホームページへ',
  ),
  ko: row(
    '로그인되어 있지 않습니다',
    '로그인을 취소했습니다.',
    '로그인 시간이 초과되었거나 다른 브라우저에서 시작되었습니다.',
    '지금은 로그인할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    '로그인하는 중에 문제가 발생했습니다.',
    '이 페이지를 열 수 없습니다',
    '계정에 필요한 권한이 없습니다.',
    '다시 로그인',
    '홈페이지로 이동',
  ),
  zh: row(
    '您尚未登录',
    '您取消了登录。',
    '此次登录耗时过长，或是在其他浏览器中开始的。',
    '登录服务暂时不可用。请稍后再试。',
    '登录时出现问题。',
    '您无法打开此页面',
    '您的账户没有所需的权限。',
    '重新登录',
    '前往首页',
  ),
}

const english = languages.en as PageWords

/** Chooses the language by `Accept-Language` (RFC 9110 section 12.5.4). Browsers list languages in the order of their weights. */
export function wordsFor(acceptLanguage: string | null): { language: string; words: PageWords } {
  for (const range of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const language = /^\s*([a-z]{2})\b/i.exec(range)?.[1]?.toLowerCase() ?? ''
    const words = Object.hasOwn(languages, language) ? languages[language] : undefined
    if (words) return { language, words }
  }
  return { language: 'en', words: english }
}
