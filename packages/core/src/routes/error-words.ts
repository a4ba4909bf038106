/** Texts of the pages of the SDK. */
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
  switch: string
}

type Texts = [string, string, string, string, string, string, string, string, string, string]

const row = (...texts: Texts): PageWords => {
  const [title, declined, expired, unavailable, failed, forbiddenTitle, forbidden, again, home, other] = texts
  return { title, declined, expired, unavailable, failed, forbiddenTitle, forbidden, again, home, switch: other }
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
    'Switch to another organization',
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
    'Zu einer anderen Organisation wechseln',
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
    'Passer à une autre organisation',
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
    'Cambiar a otra organización',
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
    'Passa a un’altra organizzazione',
  ),
  'pt-PT': row(
    'Não tem sessão iniciada',
    'Cancelou o início de sessão.',
    'Este início de sessão demorou demasiado ou foi começado noutro navegador.',
    'O início de sessão não está disponível neste momento. Tente novamente dentro de instantes.',
    'Ocorreu um erro ao iniciar sessão.',
    'Não pode abrir esta página',
    'A sua conta não tem a permissão necessária.',
    'Iniciar sessão novamente',
    'Ir para a página inicial',
    'Mudar para outra organização',
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
    'Wisselen naar een andere organisatie',
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
    'Przełącz na inną organizację',
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
    'الانتقال إلى مؤسسة أخرى',
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
    '別の組織に切り替える',
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
    '다른 조직으로 전환',
  ),
  'zh-Hans': row(
    '您尚未登录',
    '您取消了登录。',
    '此次登录耗时过长，或是在其他浏览器中开始的。',
    '登录服务暂时不可用。请稍后再试。',
    '登录时出现问题。',
    '您无法打开此页面',
    '您的账户没有所需的权限。',
    '重新登录',
    '前往首页',
    '切换到其他组织',
  ),
  'zh-Hant': row(
    '您尚未登入',
    '您取消了登入。',
    '此次登入耗時過久，或是在其他瀏覽器中開始的。',
    '登入服務暫時無法使用，請稍後再試。',
    '登入時發生問題。',
    '您無法開啟此頁面',
    '您的帳戶沒有所需的權限。',
    '重新登入',
    '前往首頁',
    '切換到其他組織',
  ),
  'pt-BR': row(
    'Você não está conectado',
    'Você cancelou o login.',
    'Este login demorou demais ou foi iniciado em outro navegador.',
    'O login não está disponível no momento. Tente novamente em instantes.',
    'Ocorreu um erro durante o login.',
    'Você não pode abrir esta página',
    'Sua conta não tem a permissão necessária.',
    'Entrar novamente',
    'Ir para a página inicial',
    'Mudar para outra organização',
  ),
  tr: row(
    'Oturumunuz açık değil',
    'Oturum açmayı iptal ettiniz.',
    'Bu oturum açma çok uzun sürdü veya başka bir tarayıcıda başlatıldı.',
    'Oturum açma şu anda kullanılamıyor. Biraz sonra yeniden deneyin.',
    'Oturum açılırken bir sorun oluştu.',
    'Bu sayfayı açamazsınız',
    'Hesabınızın gerekli izni yok.',
    'Yeniden oturum aç',
    'Ana sayfaya git',
    'Başka bir kuruluşa geç',
  ),
  ru: row(
    'Вы не вошли в систему',
    'Вы отменили вход.',
    'Вход занял слишком много времени или был начат в другом браузере.',
    'Вход сейчас недоступен. Повторите попытку чуть позже.',
    'При входе произошла ошибка.',
    'Вы не можете открыть эту страницу',
    'У вашей учётной записи нет нужного разрешения.',
    'Войти снова',
    'На главную страницу',
    'Перейти в другую организацию',
  ),
  uk: row(
    'Ви не ввійшли в систему',
    'Ви скасували вхід.',
    'Вхід тривав надто довго або його розпочато в іншому браузері.',
    'Вхід зараз недоступний. Спробуйте ще раз трохи згодом.',
    'Під час входу сталася помилка.',
    'Ви не можете відкрити цю сторінку',
    'Ваш обліковий запис не має потрібного дозволу.',
    'Увійти знову',
    'На головну сторінку',
    'Перейти до іншої організації',
  ),
  cs: row(
    'Nejste přihlášeni',
    'Zrušili jste přihlášení.',
    'Přihlášení trvalo příliš dlouho nebo bylo zahájeno v jiném prohlížeči.',
    'Přihlášení teď není dostupné. Zkuste to za chvíli znovu.',
    'Při přihlašování došlo k chybě.',
    'Tuto stránku nemůžete otevřít',
    'Váš účet nemá potřebné oprávnění.',
    'Přihlásit se znovu',
    'Přejít na úvodní stránku',
    'Přepnout na jinou organizaci',
  ),
  sv: row(
    'Du är inte inloggad',
    'Du avbröt inloggningen.',
    'Inloggningen tog för lång tid eller påbörjades i en annan webbläsare.',
    'Det går inte att logga in just nu. Försök igen om en stund.',
    'Något gick fel vid inloggningen.',
    'Du kan inte öppna den här sidan',
    'Ditt konto saknar den behörighet som krävs.',
    'Logga in igen',
    'Gå till startsidan',
    'Byt till en annan organisation',
  ),
  id: row(
    'Anda belum masuk',
    'Anda membatalkan proses masuk.',
    'Proses masuk ini terlalu lama atau dimulai di browser lain.',
    'Proses masuk sedang tidak tersedia. Coba lagi sebentar lagi.',
    'Terjadi kesalahan saat Anda masuk.',
    'Anda tidak dapat membuka halaman ini',
    'Akun Anda tidak memiliki izin yang diperlukan.',
    'Masuk lagi',
    'Buka halaman utama',
    'Beralih ke organisasi lain',
  ),
  vi: row(
    'Bạn chưa đăng nhập',
    'Bạn đã hủy đăng nhập.',
    'Lần đăng nhập này mất quá nhiều thời gian hoặc được bắt đầu trong trình duyệt khác.',
    'Hiện không thể đăng nhập. Vui lòng thử lại sau giây lát.',
    'Đã xảy ra lỗi khi bạn đăng nhập.',
    'Bạn không thể mở trang này',
    'Tài khoản của bạn không có quyền cần thiết.',
    'Đăng nhập lại',
    'Về trang chủ',
    'Chuyển sang tổ chức khác',
  ),
  hi: row(
    'आपने साइन इन नहीं किया है',
    'आपने साइन इन रद्द कर दिया।',
    'इस साइन इन में बहुत समय लगा या इसे किसी दूसरे ब्राउज़र में शुरू किया गया था।',
    'साइन इन अभी उपलब्ध नहीं है। थोड़ी देर बाद फिर कोशिश करें।',
    'साइन इन करते समय कोई गड़बड़ी हुई।',
    'आप यह पेज नहीं खोल सकते',
    'आपके खाते के पास ज़रूरी अनुमति नहीं है।',
    'फिर से साइन इन करें',
    'होम पेज पर जाएँ',
    'दूसरे संगठन पर जाएँ',
  ),
  da: row(
    'Du er ikke logget ind',
    'Du annullerede login.',
    'Dette login tog for lang tid eller blev startet i en anden browser.',
    'Login er ikke tilgængeligt lige nu. Prøv igen om et øjeblik.',
    'Der opstod en fejl under login.',
    'Du kan ikke åbne denne side',
    'Din konto har ikke den nødvendige tilladelse.',
    'Log ind igen',
    'Gå til forsiden',
    'Skift til en anden organisation',
  ),
  nb: row(
    'Du er ikke logget på',
    'Du avbrøt påloggingen.',
    'Denne påloggingen tok for lang tid eller ble startet i en annen nettleser.',
    'Pålogging er ikke tilgjengelig akkurat nå. Prøv igjen om litt.',
    'Noe gikk galt under påloggingen.',
    'Du kan ikke åpne denne siden',
    'Kontoen din mangler tillatelsen som kreves.',
    'Logg på igjen',
    'Gå til forsiden',
    'Bytt til en annen organisasjon',
  ),
  fi: row(
    'Et ole kirjautunut sisään',
    'Peruutit kirjautumisen.',
    'Kirjautuminen kesti liian kauan tai se aloitettiin toisessa selaimessa.',
    'Kirjautuminen ei ole juuri nyt käytettävissä. Yritä hetken kuluttua uudelleen.',
    'Kirjautumisessa tapahtui virhe.',
    'Et voi avata tätä sivua',
    'Tililläsi ei ole tarvittavaa oikeutta.',
    'Kirjaudu uudelleen',
    'Siirry etusivulle',
    'Vaihda toiseen organisaatioon',
  ),
  hu: row(
    'Nincs bejelentkezve',
    'Megszakította a bejelentkezést.',
    'Ez a bejelentkezés túl sokáig tartott, vagy másik böngészőben kezdődött.',
    'A bejelentkezés jelenleg nem érhető el. Próbálja újra kicsit később.',
    'Hiba történt a bejelentkezés közben.',
    'Ezt az oldalt nem nyithatja meg',
    'A fiókjának nincs meg a szükséges jogosultsága.',
    'Bejelentkezés újra',
    'Ugrás a kezdőlapra',
    'Váltás másik szervezetre',
  ),
  ro: row(
    'Nu sunteți conectat',
    'Ați anulat conectarea.',
    'Această conectare a durat prea mult sau a fost începută în alt browser.',
    'Conectarea nu este disponibilă momentan. Încercați din nou peste puțin timp.',
    'A apărut o eroare la conectare.',
    'Nu puteți deschide această pagină',
    'Contul dvs. nu are permisiunea necesară.',
    'Conectare din nou',
    'Mergi la pagina principală',
    'Treceți la altă organizație',
  ),
  th: row(
    'คุณยังไม่ได้ลงชื่อเข้าใช้',
    'คุณยกเลิกการลงชื่อเข้าใช้',
    'การลงชื่อเข้าใช้นี้ใช้เวลานานเกินไปหรือเริ่มในเบราว์เซอร์อื่น',
    'ขณะนี้ลงชื่อเข้าใช้ไม่ได้ โปรดลองอีกครั้งในอีกสักครู่',
    'เกิดข้อผิดพลาดขณะลงชื่อเข้าใช้',
    'คุณเปิดหน้านี้ไม่ได้',
    'บัญชีของคุณไม่มีสิทธิ์ที่จำเป็น',
    'ลงชื่อเข้าใช้อีกครั้ง',
    'ไปที่หน้าแรก',
    'สลับไปยังองค์กรอื่น',
  ),
  he: row(
    'לא בוצעה התחברות',
    'ההתחברות בוטלה.',
    'ההתחברות נמשכה זמן רב מדי או התחילה בדפדפן אחר.',
    'ההתחברות אינה זמינה כרגע. אפשר לנסות שוב בעוד רגע.',
    'אירעה שגיאה במהלך ההתחברות.',
    'אין אפשרות לפתוח את הדף הזה',
    'לחשבון אין ההרשאה הנדרשת.',
    'התחברות מחדש',
    'מעבר לדף הבית',
    'מעבר לארגון אחר',
  ),
}

const english = languages.en as PageWords

/**
 * Chooses the language by `Accept-Language` (RFC 9110 section 12.5.4). Browsers list languages in the order of their weights.
 * Languages with two catalogues are told apart by script (`zh-TW` is Hant) or region (`pt` alone is Brazilian, as in Unicode’s data).
 */
export function wordsFor(acceptLanguage: string | null): { language: string; words: PageWords } {
  for (const range of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const tag = /^\s*([a-z]{2,3}(?:-[a-z\d]+)*)/i.exec(range)?.[1]
    for (const language of tag === undefined ? [] : candidates(tag)) {
      const words = Object.hasOwn(languages, language) ? languages[language] : undefined
      if (words) return { language, words }
    }
  }
  return { language: 'en', words: english }
}

/** The tags that a language range may stand for here, best first. A malformed one stands for none. */
function candidates(tag: string): string[] {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    const name = language === 'no' ? 'nb' : language
    // Portuguese as it is written in Africa and Asia is nearer to Portugal's than to Brazil's.
    return name === 'pt' ? [region === 'BR' ? 'pt-BR' : 'pt-PT'] : [`${name}-${script}`, name]
  } catch {
    return []
  }
}
