// Shows the buttons that copy the text before them. What happened is announced.
const buttons = document.querySelectorAll<HTMLButtonElement>('button.copy')
const announcement = document.createElement('div')

async function copy(button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(button.previousElementSibling?.textContent?.trim() ?? '')
  button.classList.add('done')
  announcement.textContent = button.dataset.copied ?? ''
  setTimeout(() => {
    button.classList.remove('done')
    announcement.textContent = ''
  }, 2000)
}

// Only pages of https and of this computer may write to the clipboard.
if (buttons.length > 0 && navigator.clipboard) {
  announcement.className = 'sr-only'
  announcement.role = 'status'
  document.body.append(announcement)
  for (const button of buttons) {
    button.hidden = false
    button.addEventListener('click', () => copy(button).catch(() => {}))
  }
}
