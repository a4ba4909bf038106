// What pages with lists do by script. Each of it only improves what works without.
import './choose-all.ts'
import './copy.ts'
import './menus.ts'
import './relative-times.ts'

// A line of tabs that scrolls begins at the current one, also where the browser does not know `scroll-initial-target`.
const current = document.querySelector<HTMLElement>('.page-links [aria-current]')
const line = current?.closest<HTMLElement>('.page-links')
if (current && line) {
  const [outer, inner] = [line.getBoundingClientRect(), current.getBoundingClientRect()]
  if (inner.left < outer.left || inner.right > outer.right)
    line.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}
