/** Where the mail of a well-known provider is read. */
export interface MailApp {
  name: string
  url: string
}

const providers: readonly (MailApp & { domains: RegExp })[] = [
  { name: 'Gmail', url: 'https://mail.google.com/mail/', domains: /^(gmail|googlemail)\.com$/ },
  {
    name: 'Outlook',
    url: 'https://outlook.live.com/mail/',
    domains:
      /^(msn\.com|(outlook|hotmail|live)\.(com|com\.(ar|au|br|mx|tr)|co\.(id|jp|kr|th|uk|za)|at|be|ca|ch|cl|cn|cz|de|dk|es|fi|fr|hu|ie|in|it|jp|nl|no|ph|pt|se|sg|sk))$/,
  },
  { name: 'Yahoo! JAPAN', url: 'https://mail.yahoo.co.jp/', domains: /^(yahoo\.co\.jp|ymail\.ne\.jp)$/ },
  {
    name: 'Yahoo',
    url: 'https://mail.yahoo.com/',
    domains:
      /^(ymail\.com|rocketmail\.com|yahoo\.(com|com\.(ar|au|br|hk|mx|ph|sg|tr|tw|vn)|co\.(id|in|nz|th|uk|za)|at|be|ca|cl|de|dk|es|fi|fr|gr|ie|in|it|nl|no|pl|ro|se))$/,
  },
  { name: 'iCloud', url: 'https://www.icloud.com/mail', domains: /^(icloud|me|mac)\.com$/ },
  { name: 'Proton Mail', url: 'https://mail.proton.me/', domains: /^(proton\.me|pm\.me|protonmail\.(com|ch))$/ },
  { name: 'Tuta', url: 'https://app.tuta.com/', domains: /^(tuta|tutanota|tutamail)\.(com|de|io)$/ },
  { name: 'Fastmail', url: 'https://app.fastmail.com/', domains: /^fastmail\.(com|fm)$/ },
  { name: 'HEY', url: 'https://app.hey.com/', domains: /^hey\.com$/ },
  { name: 'Zoho Mail', url: 'https://mail.zoho.com/', domains: /^(zoho|zohomail)\.com$/ },
  { name: 'AOL', url: 'https://mail.aol.com/', domains: /^aol\.(com|de|fr|co\.uk)$/ },
  { name: 'GMX', url: 'https://www.gmx.net/', domains: /^gmx\.(net|de|at|ch)$/ },
  { name: 'WEB.DE', url: 'https://web.de/', domains: /^web\.de$/ },
  { name: 'Seznam', url: 'https://email.seznam.cz/', domains: /^(seznam|email)\.cz$/ },
  { name: 'WP Poczta', url: 'https://poczta.wp.pl/', domains: /^wp\.pl$/ },
  { name: 'Yandex', url: 'https://mail.yandex.com/', domains: /^(ya\.ru|yandex\.(com|ru|kz|by|com\.tr))$/ },
  { name: 'Mail.ru', url: 'https://e.mail.ru/', domains: /^(mail|inbox|list|bk)\.ru$/ },
  { name: 'QQ 邮箱', url: 'https://mail.qq.com/', domains: /^(qq|foxmail)\.com$/ },
  { name: '163 邮箱', url: 'https://mail.163.com/', domains: /^163\.com$/ },
  { name: '네이버 메일', url: 'https://mail.naver.com/', domains: /^naver\.com$/ },
  { name: 'Daum 메일', url: 'https://mail.daum.net/', domains: /^(daum|hanmail)\.net$/ },
]

/** By the domain of the address alone. Nothing is looked up, and the link carries nothing about whoever follows it. */
export function mailAppOf(address: string): MailApp | null {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return providers.find(({ domains }) => domains.test(domain)) ?? null
}
