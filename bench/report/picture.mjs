// The picture of docs/performance.md: how often a second each server does the three things that an application asks for.
import { contestants } from './contestants.mjs'

const panels = { 'W6 code flow': 'Sign-ins (code flows)', 'W5 refresh': 'Refreshes', 'W4 userinfo': 'Userinfo' }
const [left, width, step] = [170, 300, 22]

const bar = (value, longest, top, ours) =>
  `<rect class="${ours ? 'ours' : 'peer'}" x="${left}" y="${top}" width="${Math.max(1, Math.round((value / longest) * width))}" height="14" rx="2"/>`

function panel(title, results, top) {
  const rows = Object.entries(contestants).filter(([id]) => results[id] && !results[id].failed)
  const longest = Math.max(...rows.map(([id]) => results[id].rate))
  const lines = rows.map(([id, name], index) => {
    const { rate, cpu } = results[id]
    const y = top + 30 + index * step
    const end = left + Math.round((rate / longest) * width) + 6
    return [
      `<text x="${left - 8}" y="${y + 11}" text-anchor="end">${name}</text>`,
      bar(rate, longest, y, id.startsWith('vestibule')),
      `<text x="${end}" y="${y + 11}">${rate.toLocaleString('en-US')} <tspan class="cost">${Math.round(cpu).toLocaleString('en-US')} µs</tspan></text>`,
    ].join('\n  ')
  })
  return {
    text: `<text class="title" x="0" y="${top + 18}">${title}</text>\n  ${lines.join('\n  ')}`,
    height: 40 + rows.length * step,
  }
}

export function picture({ workloads }) {
  let top = 0
  const drawn = Object.entries(panels).flatMap(([name, title]) => {
    if (!workloads[name]) return []
    const { text, height } = panel(`${title} a second`, workloads[name].results, top)
    top += height + 10
    return [text]
  })
  const size = `${left + width + 130} ${top}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" width="${left + width + 130}" height="${top}" role="img" aria-label="Code flows, refreshes and userinfo a second on one core, and the CPU of each in microseconds">
  <title>Operations a second on one core, and the CPU of each in microseconds</title>
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2937 } .title { font-weight: 600 } .cost { fill: #6b7280 }
    .ours { fill: #4f46e5 } .peer { fill: #9ca3af }
    @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } .cost { fill: #9ca3af } .ours { fill: #818cf8 } .peer { fill: #6b7280 } }
  </style>
  ${drawn.join('\n  ')}
</svg>
`
}
