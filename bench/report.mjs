// Results as a file and a chart in docs/performance.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './servers.mjs'

const folder = join(root, 'docs/performance')

export function save(name, results) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`)
  if (results.rows.some((row) => row.ratio)) writeFileSync(join(folder, `${name}.svg`), chart(results.rows))
}

/** How many times the peer's rate, a bar for each workload and a line where the two are equal. */
function chart(rows) {
  const [left, unit, step] = [170, 110, 34]
  const most = Math.max(...rows.map((row) => row.ratio))
  const width = left + Math.ceil(most * unit) + 70
  const height = rows.length * step + 46
  const bars = rows.map(({ workload, ratio, 'ratio on PostgreSQL': other }, index) => {
    const y = 8 + index * step
    const bar = (value, kind, top, size) =>
      `<rect class="${kind}" x="${left}" y="${top}" width="${Math.round(value * unit)}" height="${size}" rx="2"/>`
    return [
      `<text x="${left - 8}" y="${y + 15}" text-anchor="end">${workload}</text>`,
      bar(ratio, 'sqlite', y, 14),
      `<text x="${left + Math.round(ratio * unit) + 6}" y="${y + 12}">${ratio.toFixed(2)} ×</text>`,
      ...(other ? [bar(other, 'postgresql', y + 16, 6)] : []),
    ].join('\n  ')
  })
  const foot = height - 14
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Requests per second as a multiple of oidc-provider in memory">
  <style>
    text { font: 13px system-ui, sans-serif; fill: #1f2937 }
    .sqlite { fill: #4f46e5 } .postgresql { fill: #a5b4fc } .equal { stroke: #9ca3af; stroke-dasharray: 4 3 }
    @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } .sqlite { fill: #818cf8 } .postgresql { fill: #4338ca } }
  </style>
  <line class="equal" x1="${left + unit}" x2="${left + unit}" y1="0" y2="${height - 30}"/>
  ${bars.join('\n  ')}
  <rect class="sqlite" x="${left}" y="${foot - 10}" width="12" height="12"/><text x="${left + 18}" y="${foot}">SQLite</text>
  <rect class="postgresql" x="${left + 80}" y="${foot - 10}" width="12" height="12"/><text x="${left + 98}" y="${foot}">PostgreSQL</text>
</svg>
`
}
