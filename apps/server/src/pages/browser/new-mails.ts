// Looks for new mails, and puts them into the list. The page is not loaded again, so nobody loses their place on it.
const list = document.querySelector('[data-mails]')
const newest = (mails: Element | null) => mails?.querySelector('a')?.href

async function showNewMails(): Promise<void> {
  const answer = await fetch(location.href)
  if (!list || !answer.ok) return
  const current = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('[data-mails]')
  if (current && newest(current) !== newest(list)) list.replaceChildren(...current.childNodes)
}

if (list) setInterval(() => document.hidden || showNewMails().catch(() => {}), 2000)
