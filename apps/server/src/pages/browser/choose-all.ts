// The checkbox that chooses every row of a list. Without this script it is hidden.
const all = document.querySelector<HTMLInputElement>('[data-choose-all] input')
const label = all?.closest<HTMLElement>('[data-choose-all]')
const rows = [...(all?.form?.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]') ?? [])]

if (all && label && rows.length > 0) {
  const show = () => {
    const chosen = rows.filter(({ checked }) => checked).length
    all.checked = chosen === rows.length
    all.indeterminate = chosen > 0 && chosen < rows.length
  }
  label.hidden = false
  all.addEventListener('change', () => {
    for (const row of rows) row.checked = all.checked
  })
  for (const row of rows) row.addEventListener('change', show)
  // The browser restores what was chosen when somebody comes back to the page.
  addEventListener('pageshow', show)
}

export {}
