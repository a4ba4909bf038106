/** Texts of the page that asks before a person switches to another organization. */
export interface SwitchWords {
  title: string
  text: string
  button: string
}

const row = (title: string, text: string, button: string): SwitchWords => ({ title, text, button })

/** In the languages of `error-words.ts`. */
export const switchWords: Readonly<Record<string, SwitchWords>> = {
  en: row(
    'Switch to another organization?',
    'A link from another website opened this page. Switch only if you want to.',
    'Switch',
  ),
  de: row(
    'Zu einer anderen Organisation wechseln?',
    'Ein Link auf einer anderen Website hat diese Seite geöffnet. Wechseln Sie nur, wenn Sie das möchten.',
    'Wechseln',
  ),
  fr: row(
    'Passer à une autre organisation ?',
    'Un lien sur un autre site a ouvert cette page. Ne changez que si vous le souhaitez.',
    'Changer',
  ),
  es: row(
    '¿Cambiar a otra organización?',
    'Un enlace de otro sitio web ha abierto esta página. Cambia solo si quieres hacerlo.',
    'Cambiar',
  ),
  it: row(
    'Passare a un’altra organizzazione?',
    'Un link di un altro sito ha aperto questa pagina. Cambia solo se lo desideri.',
    'Cambia',
  ),
  'pt-PT': row(
    'Mudar para outra organização?',
    'Uma ligação de outro site abriu esta página. Mude apenas se o quiser fazer.',
    'Mudar',
  ),
  'pt-BR': row(
    'Mudar para outra organização?',
    'Um link de outro site abriu esta página. Mude apenas se você quiser.',
    'Mudar',
  ),
  nl: row(
    'Wisselen naar een andere organisatie?',
    'Een link op een andere website heeft deze pagina geopend. Wissel alleen als u dat wilt.',
    'Wisselen',
  ),
  pl: row(
    'Przełączyć na inną organizację?',
    'Tę stronę otworzył link z innej witryny. Przełącz tylko, jeśli tego chcesz.',
    'Przełącz',
  ),
  sv: row(
    'Byta till en annan organisation?',
    'En länk på en annan webbplats öppnade den här sidan. Byt bara om du vill.',
    'Byt',
  ),
  da: row(
    'Vil du skifte til en anden organisation?',
    'Et link på et andet websted åbnede denne side. Skift kun, hvis du ønsker det.',
    'Skift',
  ),
  nb: row(
    'Vil du bytte til en annen organisasjon?',
    'En lenke på et annet nettsted åpnet denne siden. Bytt bare hvis du vil.',
    'Bytt',
  ),
  fi: row(
    'Vaihdetaanko toiseen organisaatioon?',
    'Toisen verkkosivuston linkki avasi tämän sivun. Vaihda vain, jos haluat.',
    'Vaihda',
  ),
  cs: row(
    'Přepnout na jinou organizaci?',
    'Tuto stránku otevřel odkaz z jiného webu. Přepněte, jen pokud chcete.',
    'Přepnout',
  ),
  hu: row(
    'Átvált egy másik szervezetre?',
    'Ezt az oldalt egy másik webhely linkje nyitotta meg. Csak akkor váltson, ha szeretne.',
    'Váltás',
  ),
  ro: row(
    'Treceți la altă organizație?',
    'Un link de pe alt site a deschis această pagină. Treceți doar dacă doriți.',
    'Treceți',
  ),
  tr: row(
    'Başka bir kuruluşa geçilsin mi?',
    'Bu sayfayı başka bir web sitesindeki bir bağlantı açtı. Yalnızca istiyorsanız geçin.',
    'Geç',
  ),
  ru: row(
    'Перейти в другую организацию?',
    'Эту страницу открыла ссылка с другого сайта. Переходите, только если хотите этого.',
    'Перейти',
  ),
  uk: row(
    'Перейти до іншої організації?',
    'Цю сторінку відкрило посилання з іншого сайту. Переходьте, лише якщо хочете цього.',
    'Перейти',
  ),
  ar: row(
    'هل تريد الانتقال إلى مؤسسة أخرى؟',
    'فُتحت هذه الصفحة من رابط على موقع آخر. انتقل فقط إذا كنت تريد ذلك.',
    'انتقال',
  ),
  he: row('לעבור לארגון אחר?', 'קישור מאתר אחר פתח את הדף הזה. יש לעבור רק אם רוצים בכך.', 'מעבר'),
  hi: row('दूसरे संगठन पर जाएँ?', 'किसी दूसरी वेबसाइट के लिंक ने यह पेज खोला है। तभी बदलें, जब आप ऐसा चाहते हों।', 'बदलें'),
  id: row(
    'Beralih ke organisasi lain?',
    'Tautan dari situs web lain membuka halaman ini. Beralihlah hanya jika Anda menginginkannya.',
    'Beralih',
  ),
  ja: row(
    '別の組織に切り替えますか？',
    '別のウェブサイトのリンクからこのページが開かれました。切り替えたい場合のみ続けてください。',
    '切り替える',
  ),
  ko: row(
    '다른 조직으로 전환할까요?',
    '다른 웹사이트의 링크가 이 페이지를 열었습니다. 원하는 경우에만 전환하세요.',
    '전환',
  ),
  th: row('สลับไปยังองค์กรอื่นหรือไม่', 'ลิงก์จากเว็บไซต์อื่นเปิดหน้านี้ สลับเฉพาะเมื่อคุณต้องการเท่านั้น', 'สลับ'),
  vi: row(
    'Chuyển sang tổ chức khác?',
    'Một liên kết từ trang web khác đã mở trang này. Chỉ chuyển nếu bạn muốn.',
    'Chuyển',
  ),
  'zh-Hans': row('切换到其他组织？', '其他网站上的链接打开了此页面。请仅在您想切换时继续。', '切换'),
  'zh-Hant': row('切換到其他組織？', '其他網站上的連結開啟了此頁面。請僅在您想切換時繼續。', '切換'),
}
