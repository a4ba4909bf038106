// A menu closes by a press elsewhere, and by Escape, which gives the focus back to its button.
const openMenu = () => document.querySelector<HTMLDetailsElement>('details:is(.menu, .person-menu)[open]')

addEventListener('click', ({ target }) => {
  const menu = openMenu()
  if (menu && target instanceof Node && !menu.contains(target)) menu.open = false
})
addEventListener('keydown', ({ key }) => {
  const menu = key === 'Escape' ? openMenu() : null
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
})

export {}
