/** What became of the proof of a domain. */
export type DomainNews = 'missing' | 'lost' | 'restored' | 'taken-over'

interface Facts {
  brand: string
  organization: string
}
interface DomainFacts extends Facts {
  domain: string
}
interface News {
  subject: (facts: DomainFacts) => string
  body: (facts: DomainFacts) => string
}

/** The words of mails about organizations: who invites, and domains. */
export interface OrganizationMailWords {
  /** Without an application that the invitation leads to. */
  invitationSubject: (facts: Facts) => string
  /** The organization itself invites, by a client of its own. */
  invitedByOrganization: (facts: Facts) => string
  /** Those who run the server invite. */
  invitedByOperators: (facts: Facts) => string
  domainCodeSubject: (facts: DomainFacts) => string
  domainCodeIntro: (facts: DomainFacts) => string
  domainCodeMeaning: (facts: DomainFacts) => string
  domainCodeExpires: string
  domainCodeWarning: string
  news: Record<DomainNews, News>
  newsButton: string
  /** When something happened that no network is known of. */
  noticeTime: (facts: { when: string; brand: string }) => string
}

const en: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `Invitation to ${organization}`,
  invitedByOrganization: ({ organization }) =>
    `${organization} invites you to join. Open the page below and sign in with this address to accept.`,
  invitedByOperators: ({ brand, organization }) =>
    `The operators of ${brand} invite you to join ${organization}. Open the page below and sign in with this address to accept.`,
  domainCodeSubject: ({ domain, organization }) => `${organization} asks to confirm the domain ${domain}`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `${organization} says at ${brand} that the domain ${domain} belongs to it. This code confirms it:`,
  domainCodeMeaning: ({ domain, organization }) =>
    `Give the code to ${organization} only if that is right. With it, ${organization} may offer everyone with an address at ${domain} to ask to join. It gives no access to any mailbox or account.`,
  domainCodeExpires: 'The code works for five minutes, once.',
  domainCodeWarning: 'If you do not know this organization, ignore this email: nothing happens without the code.',
  news: {
    missing: {
      subject: ({ domain }) => `The DNS record of ${domain} is missing`,
      body: ({ brand, domain, organization }) =>
        `The TXT record that proves that ${domain} belongs to ${organization} was not found. If it is not back within seven days, ${brand} lets nobody new join ${organization} by this domain. The record to add is on the page below.`,
    },
    lost: {
      subject: ({ domain }) => `${domain} is no longer confirmed`,
      body: ({ brand, domain, organization }) =>
        `The TXT record that proves that ${domain} belongs to ${organization} has been missing for seven days. Nobody new joins ${organization} at ${brand} by this domain until the record is back. Members stay members.`,
    },
    restored: {
      subject: ({ domain }) => `${domain} is confirmed again`,
      body: ({ domain, organization }) =>
        `The TXT record of ${domain} was found again. People join ${organization} by this domain as before.`,
    },
    'taken-over': {
      subject: ({ domain }) => `${domain} was confirmed by another organization`,
      body: ({ brand, domain, organization }) =>
        `The proof of ${domain} was lost, and another organization at ${brand} has now proven by DNS that the domain is theirs. It no longer counts for ${organization}. Members stay members.`,
    },
  },
  newsButton: 'Open the domains',
  noticeTime: ({ brand, when }) => `At ${when}, at ${brand}.`,
}

const de: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `Einladung zu ${organization}`,
  invitedByOrganization: ({ organization }) =>
    `${organization} lädt Sie ein, beizutreten. Öffnen Sie die Seite unten und melden Sie sich mit dieser Adresse an, um anzunehmen.`,
  invitedByOperators: ({ brand, organization }) =>
    `Die Betreiber von ${brand} laden Sie ein, ${organization} beizutreten. Öffnen Sie die Seite unten und melden Sie sich mit dieser Adresse an, um anzunehmen.`,
  domainCodeSubject: ({ domain, organization }) => `${organization} bittet um Bestätigung der Domain ${domain}`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `${organization} gibt bei ${brand} an, dass die Domain ${domain} ihr gehört. Dieser Code bestätigt es:`,
  domainCodeMeaning: ({ domain, organization }) =>
    `Geben Sie den Code nur weiter, wenn das stimmt. Damit kann ${organization} allen mit einer Adresse unter ${domain} anbieten, um Aufnahme zu bitten. Zugang zu Postfächern oder Konten gibt er nicht.`,
  domainCodeExpires: 'Der Code gilt fünf Minuten und einmal.',
  domainCodeWarning:
    'Kennen Sie diese Organisation nicht, ignorieren Sie diese E-Mail: Ohne den Code geschieht nichts.',
  news: {
    missing: {
      subject: ({ domain }) => `Der DNS-Eintrag von ${domain} fehlt`,
      body: ({ brand, domain, organization }) =>
        `Der TXT-Eintrag, der belegt, dass ${domain} zu ${organization} gehört, wurde nicht gefunden. Ist er nicht innerhalb von sieben Tagen zurück, lässt ${brand} über diese Domain niemanden mehr neu zu ${organization}. Welcher Eintrag nötig ist, steht auf der Seite unten.`,
    },
    lost: {
      subject: ({ domain }) => `${domain} gilt nicht mehr als bestätigt`,
      body: ({ brand, domain, organization }) =>
        `Der TXT-Eintrag, der belegt, dass ${domain} zu ${organization} gehört, fehlt seit sieben Tagen. Bis er zurück ist, tritt bei ${brand} über diese Domain niemand mehr neu ${organization} bei. Mitglieder bleiben Mitglieder.`,
    },
    restored: {
      subject: ({ domain }) => `${domain} ist wieder bestätigt`,
      body: ({ domain, organization }) =>
        `Der TXT-Eintrag von ${domain} wurde wieder gefunden. Über diese Domain kann man ${organization} wie zuvor beitreten.`,
    },
    'taken-over': {
      subject: ({ domain }) => `${domain} wurde von einer anderen Organisation bestätigt`,
      body: ({ brand, domain, organization }) =>
        `Der Nachweis für ${domain} war verloren, und eine andere Organisation bei ${brand} hat nun per DNS belegt, dass die Domain ihr gehört. Für ${organization} zählt sie nicht mehr. Mitglieder bleiben Mitglieder.`,
    },
  },
  newsButton: 'Domains öffnen',
  noticeTime: ({ brand, when }) => `Um ${when}, bei ${brand}.`,
}

const fr: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `Invitation à rejoindre ${organization}`,
  invitedByOrganization: ({ organization }) =>
    `${organization} vous invite à la rejoindre. Ouvrez la page ci-dessous et connectez-vous avec cette adresse pour accepter.`,
  invitedByOperators: ({ brand, organization }) =>
    `Les responsables de ${brand} vous invitent à rejoindre ${organization}. Ouvrez la page ci-dessous et connectez-vous avec cette adresse pour accepter.`,
  domainCodeSubject: ({ domain, organization }) => `${organization} demande de confirmer le domaine ${domain}`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `${organization} indique à ${brand} que le domaine ${domain} lui appartient. Ce code le confirme :`,
  domainCodeMeaning: ({ domain, organization }) =>
    `Ne transmettez le code que si c’est exact. Avec lui, ${organization} peut proposer à toute personne ayant une adresse en ${domain} de demander à la rejoindre. Il ne donne accès à aucune boîte de réception ni à aucun compte.`,
  domainCodeExpires: 'Le code est valable cinq minutes, une seule fois.',
  domainCodeWarning:
    'Si vous ne connaissez pas cette organisation, ignorez cet e-mail : rien ne se passe sans le code.',
  news: {
    missing: {
      subject: ({ domain }) => `L’enregistrement DNS de ${domain} est introuvable`,
      body: ({ brand, domain, organization }) =>
        `L’enregistrement TXT qui prouve que ${domain} appartient à ${organization} n’a pas été trouvé. S’il n’est pas rétabli sous sept jours, ${brand} n’admettra plus personne dans ${organization} par ce domaine. L’enregistrement à ajouter figure sur la page ci-dessous.`,
    },
    lost: {
      subject: ({ domain }) => `${domain} n’est plus confirmé`,
      body: ({ brand, domain, organization }) =>
        `L’enregistrement TXT qui prouve que ${domain} appartient à ${organization} manque depuis sept jours. Tant qu’il n’est pas rétabli, personne ne rejoint plus ${organization} chez ${brand} par ce domaine. Les membres le restent.`,
    },
    restored: {
      subject: ({ domain }) => `${domain} est de nouveau confirmé`,
      body: ({ domain, organization }) =>
        `L’enregistrement TXT de ${domain} a été retrouvé. On peut rejoindre ${organization} par ce domaine comme avant.`,
    },
    'taken-over': {
      subject: ({ domain }) => `${domain} a été confirmé par une autre organisation`,
      body: ({ brand, domain, organization }) =>
        `La preuve de ${domain} était perdue, et une autre organisation chez ${brand} vient de prouver par DNS que le domaine lui appartient. Il ne compte plus pour ${organization}. Les membres le restent.`,
    },
  },
  newsButton: 'Ouvrir les domaines',
  noticeTime: ({ brand, when }) => `À ${when}, chez ${brand}.`,
}

const es: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `Invitación a ${organization}`,
  invitedByOrganization: ({ organization }) =>
    `${organization} le invita a unirse. Abra la página de abajo e inicie sesión con esta dirección para aceptar.`,
  invitedByOperators: ({ brand, organization }) =>
    `Los responsables de ${brand} le invitan a unirse a ${organization}. Abra la página de abajo e inicie sesión con esta dirección para aceptar.`,
  domainCodeSubject: ({ domain, organization }) => `${organization} pide confirmar el dominio ${domain}`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `${organization} indica en ${brand} que el dominio ${domain} le pertenece. Este código lo confirma:`,
  domainCodeMeaning: ({ domain, organization }) =>
    `Entregue el código solo si es cierto. Con él, ${organization} podrá ofrecer a cualquier persona con una dirección de ${domain} que pida unirse. No da acceso a ningún buzón ni a ninguna cuenta.`,
  domainCodeExpires: 'El código vale cinco minutos y una sola vez.',
  domainCodeWarning: 'Si no conoce esta organización, ignore este correo: sin el código no ocurre nada.',
  news: {
    missing: {
      subject: ({ domain }) => `Falta el registro DNS de ${domain}`,
      body: ({ brand, domain, organization }) =>
        `No se ha encontrado el registro TXT que prueba que ${domain} pertenece a ${organization}. Si no vuelve en siete días, ${brand} no admitirá a nadie más en ${organization} por este dominio. El registro que hay que añadir está en la página de abajo.`,
    },
    lost: {
      subject: ({ domain }) => `${domain} ya no está confirmado`,
      body: ({ brand, domain, organization }) =>
        `El registro TXT que prueba que ${domain} pertenece a ${organization} falta desde hace siete días. Hasta que vuelva, nadie nuevo se une a ${organization} en ${brand} por este dominio. Los miembros siguen siéndolo.`,
    },
    restored: {
      subject: ({ domain }) => `${domain} vuelve a estar confirmado`,
      body: ({ domain, organization }) =>
        `Se ha encontrado de nuevo el registro TXT de ${domain}. Es posible unirse a ${organization} por este dominio como antes.`,
    },
    'taken-over': {
      subject: ({ domain }) => `Otra organización ha confirmado ${domain}`,
      body: ({ brand, domain, organization }) =>
        `La prueba de ${domain} se había perdido, y otra organización de ${brand} ha probado por DNS que el dominio es suyo. Ya no cuenta para ${organization}. Los miembros siguen siéndolo.`,
    },
  },
  newsButton: 'Abrir los dominios',
  noticeTime: ({ brand, when }) => `A las ${when}, en ${brand}.`,
}

const it: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `Invito a ${organization}`,
  invitedByOrganization: ({ organization }) =>
    `${organization} ti invita a entrare. Apri la pagina qui sotto e accedi con questo indirizzo per accettare.`,
  invitedByOperators: ({ brand, organization }) =>
    `I gestori di ${brand} ti invitano a entrare in ${organization}. Apri la pagina qui sotto e accedi con questo indirizzo per accettare.`,
  domainCodeSubject: ({ domain, organization }) => `${organization} chiede di confermare il dominio ${domain}`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `${organization} dichiara su ${brand} che il dominio ${domain} le appartiene. Questo codice lo conferma:`,
  domainCodeMeaning: ({ domain, organization }) =>
    `Dai il codice solo se è vero. Con esso ${organization} può proporre a chi ha un indirizzo di ${domain} di chiedere di entrare. Non dà accesso ad alcuna casella o account.`,
  domainCodeExpires: 'Il codice vale cinque minuti e una sola volta.',
  domainCodeWarning: 'Se non conosci questa organizzazione, ignora questa email: senza il codice non succede nulla.',
  news: {
    missing: {
      subject: ({ domain }) => `Manca il record DNS di ${domain}`,
      body: ({ brand, domain, organization }) =>
        `Il record TXT che prova che ${domain} appartiene a ${organization} non è stato trovato. Se non torna entro sette giorni, ${brand} non ammette più nessuno in ${organization} tramite questo dominio. Il record da aggiungere è nella pagina qui sotto.`,
    },
    lost: {
      subject: ({ domain }) => `${domain} non è più confermato`,
      body: ({ brand, domain, organization }) =>
        `Il record TXT che prova che ${domain} appartiene a ${organization} manca da sette giorni. Finché non torna, nessuno entra più in ${organization} su ${brand} tramite questo dominio. I membri restano membri.`,
    },
    restored: {
      subject: ({ domain }) => `${domain} è di nuovo confermato`,
      body: ({ domain, organization }) =>
        `Il record TXT di ${domain} è stato ritrovato. Si può entrare in ${organization} tramite questo dominio come prima.`,
    },
    'taken-over': {
      subject: ({ domain }) => `${domain} è stato confermato da un’altra organizzazione`,
      body: ({ brand, domain, organization }) =>
        `La prova di ${domain} era andata persa e un’altra organizzazione su ${brand} ha ora provato via DNS che il dominio è suo. Non vale più per ${organization}. I membri restano membri.`,
    },
  },
  newsButton: 'Apri i domini',
  noticeTime: ({ brand, when }) => `Alle ${when}, su ${brand}.`,
}

const pt: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `Convite para ${organization}`,
  invitedByOrganization: ({ organization }) =>
    `${organization} convida você a entrar. Abra a página abaixo e entre com este endereço para aceitar.`,
  invitedByOperators: ({ brand, organization }) =>
    `Os responsáveis por ${brand} convidam você a entrar em ${organization}. Abra a página abaixo e entre com este endereço para aceitar.`,
  domainCodeSubject: ({ domain, organization }) => `${organization} pede para confirmar o domínio ${domain}`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `${organization} declara em ${brand} que o domínio ${domain} lhe pertence. Este código confirma isso:`,
  domainCodeMeaning: ({ domain, organization }) =>
    `Só entregue o código se isso for verdade. Com ele, ${organization} pode oferecer a quem tem um endereço de ${domain} que peça para entrar. Ele não dá acesso a nenhuma caixa de correio nem conta.`,
  domainCodeExpires: 'O código vale cinco minutos e uma só vez.',
  domainCodeWarning: 'Se não conhece esta organização, ignore este e-mail: nada acontece sem o código.',
  news: {
    missing: {
      subject: ({ domain }) => `O registro DNS de ${domain} está faltando`,
      body: ({ brand, domain, organization }) =>
        `O registro TXT que prova que ${domain} pertence a ${organization} não foi encontrado. Se não voltar em sete dias, ${brand} não admite mais ninguém em ${organization} por este domínio. O registro a adicionar está na página abaixo.`,
    },
    lost: {
      subject: ({ domain }) => `${domain} não está mais confirmado`,
      body: ({ brand, domain, organization }) =>
        `O registro TXT que prova que ${domain} pertence a ${organization} está faltando há sete dias. Até voltar, ninguém novo entra em ${organization} em ${brand} por este domínio. Os membros continuam membros.`,
    },
    restored: {
      subject: ({ domain }) => `${domain} está confirmado novamente`,
      body: ({ domain, organization }) =>
        `O registro TXT de ${domain} foi encontrado novamente. É possível entrar em ${organization} por este domínio como antes.`,
    },
    'taken-over': {
      subject: ({ domain }) => `${domain} foi confirmado por outra organização`,
      body: ({ brand, domain, organization }) =>
        `A prova de ${domain} tinha sido perdida, e outra organização em ${brand} provou agora por DNS que o domínio é dela. Ele não vale mais para ${organization}. Os membros continuam membros.`,
    },
  },
  newsButton: 'Abrir os domínios',
  noticeTime: ({ brand, when }) => `Às ${when}, em ${brand}.`,
}

const nl: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `Uitnodiging voor ${organization}`,
  invitedByOrganization: ({ organization }) =>
    `${organization} nodigt u uit om lid te worden. Open de pagina hieronder en meld u aan met dit adres om te accepteren.`,
  invitedByOperators: ({ brand, organization }) =>
    `De beheerders van ${brand} nodigen u uit om lid te worden van ${organization}. Open de pagina hieronder en meld u aan met dit adres om te accepteren.`,
  domainCodeSubject: ({ domain, organization }) => `${organization} vraagt om het domein ${domain} te bevestigen`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `${organization} geeft bij ${brand} aan dat het domein ${domain} van haar is. Deze code bevestigt dat:`,
  domainCodeMeaning: ({ domain, organization }) =>
    `Geef de code alleen als dat klopt. Daarmee kan ${organization} iedereen met een adres op ${domain} aanbieden om lidmaatschap te vragen. De code geeft geen toegang tot een mailbox of account.`,
  domainCodeExpires: 'De code werkt vijf minuten en één keer.',
  domainCodeWarning: 'Kent u deze organisatie niet, negeer deze e-mail dan: zonder de code gebeurt er niets.',
  news: {
    missing: {
      subject: ({ domain }) => `Het DNS-record van ${domain} ontbreekt`,
      body: ({ brand, domain, organization }) =>
        `Het TXT-record dat bewijst dat ${domain} van ${organization} is, is niet gevonden. Is het niet binnen zeven dagen terug, dan laat ${brand} via dit domein niemand meer toe tot ${organization}. Het record dat nodig is staat op de pagina hieronder.`,
    },
    lost: {
      subject: ({ domain }) => `${domain} is niet meer bevestigd`,
      body: ({ brand, domain, organization }) =>
        `Het TXT-record dat bewijst dat ${domain} van ${organization} is, ontbreekt al zeven dagen. Tot het terug is, wordt bij ${brand} niemand via dit domein nog lid van ${organization}. Leden blijven lid.`,
    },
    restored: {
      subject: ({ domain }) => `${domain} is weer bevestigd`,
      body: ({ domain, organization }) =>
        `Het TXT-record van ${domain} is weer gevonden. Via dit domein kan men lid worden van ${organization} zoals voorheen.`,
    },
    'taken-over': {
      subject: ({ domain }) => `${domain} is door een andere organisatie bevestigd`,
      body: ({ brand, domain, organization }) =>
        `Het bewijs voor ${domain} was verloren, en een andere organisatie bij ${brand} heeft nu via DNS bewezen dat het domein van haar is. Het telt niet meer voor ${organization}. Leden blijven lid.`,
    },
  },
  newsButton: 'Domeinen openen',
  noticeTime: ({ brand, when }) => `Om ${when}, bij ${brand}.`,
}

const pl: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `Zaproszenie do ${organization}`,
  invitedByOrganization: ({ organization }) =>
    `${organization} zaprasza Cię do siebie. Otwórz poniższą stronę i zaloguj się tym adresem, aby przyjąć zaproszenie.`,
  invitedByOperators: ({ brand, organization }) =>
    `Operatorzy ${brand} zapraszają Cię do ${organization}. Otwórz poniższą stronę i zaloguj się tym adresem, aby przyjąć zaproszenie.`,
  domainCodeSubject: ({ domain, organization }) => `${organization} prosi o potwierdzenie domeny ${domain}`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `${organization} podaje w ${brand}, że domena ${domain} należy do niej. Ten kod to potwierdza:`,
  domainCodeMeaning: ({ domain, organization }) =>
    `Przekaż kod tylko wtedy, gdy to prawda. Dzięki niemu ${organization} może zaproponować każdemu, kto ma adres w ${domain}, prośbę o dołączenie. Kod nie daje dostępu do żadnej skrzynki ani konta.`,
  domainCodeExpires: 'Kod działa pięć minut i jeden raz.',
  domainCodeWarning: 'Jeśli nie znasz tej organizacji, zignoruj tę wiadomość: bez kodu nic się nie stanie.',
  news: {
    missing: {
      subject: ({ domain }) => `Brakuje rekordu DNS domeny ${domain}`,
      body: ({ brand, domain, organization }) =>
        `Nie znaleziono rekordu TXT, który dowodzi, że ${domain} należy do ${organization}. Jeśli nie wróci w ciągu siedmiu dni, ${brand} nie wpuści już nikogo nowego do ${organization} przez tę domenę. Potrzebny rekord jest na poniższej stronie.`,
    },
    lost: {
      subject: ({ domain }) => `${domain} nie jest już potwierdzona`,
      body: ({ brand, domain, organization }) =>
        `Rekordu TXT, który dowodzi, że ${domain} należy do ${organization}, brakuje od siedmiu dni. Dopóki nie wróci, nikt nowy nie dołączy w ${brand} do ${organization} przez tę domenę. Członkowie pozostają członkami.`,
    },
    restored: {
      subject: ({ domain }) => `${domain} jest znowu potwierdzona`,
      body: ({ domain, organization }) =>
        `Rekord TXT domeny ${domain} został znowu znaleziony. Przez tę domenę można dołączać do ${organization} jak wcześniej.`,
    },
    'taken-over': {
      subject: ({ domain }) => `Inna organizacja potwierdziła domenę ${domain}`,
      body: ({ brand, domain, organization }) =>
        `Dowód domeny ${domain} przepadł, a inna organizacja w ${brand} dowiodła przez DNS, że domena należy do niej. Nie liczy się ona już dla ${organization}. Członkowie pozostają członkami.`,
    },
  },
  newsButton: 'Otwórz domeny',
  noticeTime: ({ brand, when }) => `O ${when}, w ${brand}.`,
}

const ja: OrganizationMailWords = {
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
}

const zh: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `加入 ${organization} 的邀请`,
  invitedByOrganization: ({ organization }) =>
    `${organization} 邀请您加入。请打开下面的页面并使用此地址登录以接受邀请。`,
  invitedByOperators: ({ brand, organization }) =>
    `${brand} 的运营者邀请您加入 ${organization}。请打开下面的页面并使用此地址登录以接受邀请。`,
  domainCodeSubject: ({ domain, organization }) => `${organization} 请求确认域名 ${domain}`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `${organization} 在 ${brand} 声明域名 ${domain} 归其所有。此验证码用于确认:`,
  domainCodeMeaning: ({ domain, organization }) =>
    `仅在情况属实时才把验证码交给对方。凭此验证码，${organization} 可以让拥有 ${domain} 地址的人申请加入。它不提供对任何邮箱或账户的访问权限。`,
  domainCodeExpires: '验证码五分钟内有效，只能使用一次。',
  domainCodeWarning: '如果您不认识这个组织，请忽略此邮件：没有验证码就不会发生任何事情。',
  news: {
    missing: {
      subject: ({ domain }) => `找不到 ${domain} 的 DNS 记录`,
      body: ({ brand, domain, organization }) =>
        `未找到证明 ${domain} 属于 ${organization} 的 TXT 记录。如果七天内没有恢复，${brand} 将不再允许任何新人通过此域名加入 ${organization}。需要添加的记录见下面的页面。`,
    },
    lost: {
      subject: ({ domain }) => `${domain} 不再被确认`,
      body: ({ brand, domain, organization }) =>
        `证明 ${domain} 属于 ${organization} 的 TXT 记录已缺失七天。在记录恢复之前，${brand} 上没有新人可以通过此域名加入 ${organization}。现有成员不受影响。`,
    },
    restored: {
      subject: ({ domain }) => `${domain} 已重新确认`,
      body: ({ domain, organization }) =>
        `已重新找到 ${domain} 的 TXT 记录。人们可以像以前一样通过此域名加入 ${organization}。`,
    },
    'taken-over': {
      subject: ({ domain }) => `${domain} 已由另一个组织确认`,
      body: ({ brand, domain, organization }) =>
        `${domain} 的证明已失效，${brand} 上的另一个组织已通过 DNS 证明该域名归其所有。它不再属于 ${organization}。现有成员不受影响。`,
    },
  },
  newsButton: '打开域名页面',
  noticeTime: ({ brand, when }) => `时间：${when}，服务：${brand}。`,
}

const ko: OrganizationMailWords = {
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
}

const ar: OrganizationMailWords = {
  invitationSubject: ({ organization }) => `دعوة إلى ${organization}`,
  invitedByOrganization: ({ organization }) =>
    `تدعوك ${organization} إلى الانضمام إليها. افتح الصفحة أدناه وسجّل الدخول بهذا العنوان للقبول.`,
  invitedByOperators: ({ brand, organization }) =>
    `يدعوك مشغّلو ${brand} إلى الانضمام إلى ${organization}. افتح الصفحة أدناه وسجّل الدخول بهذا العنوان للقبول.`,
  domainCodeSubject: ({ domain, organization }) => `تطلب ${organization} تأكيد النطاق ${domain}`,
  domainCodeIntro: ({ brand, domain, organization }) =>
    `تقول ${organization} في ${brand} إن النطاق ${domain} ملك لها. هذا الرمز يؤكد ذلك:`,
  domainCodeMeaning: ({ domain, organization }) =>
    `لا تعطِ الرمز إلا إذا كان ذلك صحيحًا. به تستطيع ${organization} أن تعرض على كل من له عنوان في ${domain} أن يطلب الانضمام. وهو لا يمنح الوصول إلى أي صندوق بريد أو حساب.`,
  domainCodeExpires: 'يصلح الرمز خمس دقائق ومرة واحدة.',
  domainCodeWarning: 'إذا كنت لا تعرف هذه المؤسسة فتجاهل هذه الرسالة: لا يحدث شيء دون الرمز.',
  news: {
    missing: {
      subject: ({ domain }) => `سجل DNS للنطاق ${domain} غير موجود`,
      body: ({ brand, domain, organization }) =>
        `لم يُعثر على سجل TXT الذي يثبت أن ${domain} ملك ${organization}. إذا لم يعد خلال سبعة أيام فلن يقبل ${brand} أعضاء جددًا في ${organization} عبر هذا النطاق. السجل المطلوب موجود في الصفحة أدناه.`,
    },
    lost: {
      subject: ({ domain }) => `لم يعد النطاق ${domain} مؤكدًا`,
      body: ({ brand, domain, organization }) =>
        `سجل TXT الذي يثبت أن ${domain} ملك ${organization} مفقود منذ سبعة أيام. إلى أن يعود، لا ينضم أحد جديد إلى ${organization} في ${brand} عبر هذا النطاق. يبقى الأعضاء أعضاء.`,
    },
    restored: {
      subject: ({ domain }) => `تم تأكيد النطاق ${domain} من جديد`,
      body: ({ domain, organization }) =>
        `عُثر على سجل TXT للنطاق ${domain} من جديد. يمكن الانضمام إلى ${organization} عبر هذا النطاق كما كان من قبل.`,
    },
    'taken-over': {
      subject: ({ domain }) => `أكدت مؤسسة أخرى النطاق ${domain}`,
      body: ({ brand, domain, organization }) =>
        `فُقد إثبات النطاق ${domain}، وأثبتت مؤسسة أخرى في ${brand} الآن عبر DNS أن النطاق ملك لها. لم يعد يُحسب لـ ${organization}. يبقى الأعضاء أعضاء.`,
    },
  },
  newsButton: 'فتح النطاقات',
  noticeTime: ({ brand, when }) => `الوقت: ${when}، الخدمة: ${brand}.`,
}

const all = { en, de, fr, es, it, pt, nl, pl, ja, zh, ko, ar }

/** By the language that the rest of the mail is in. */
export const organizationMailWords = (lang: string): OrganizationMailWords => all[lang as keyof typeof all] ?? en
