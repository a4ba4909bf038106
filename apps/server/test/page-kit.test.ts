import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { contrast, surfaces } from '../src/config/color.ts'
import { Avatar, hueOf, hues, initialsOf } from '../src/pages/avatar.tsx'
import type { Frame } from '../src/pages/layout.tsx'
import { Status } from '../src/pages/status.tsx'
import { NameCell, Table } from '../src/pages/table.tsx'
import { Time } from '../src/pages/time.tsx'
import { timesOf } from '../src/words/dates.ts'
import { Languages } from '../src/words/index.ts'
import { relativeTime } from '../src/words/relative-time.ts'

const now = new Date('2026-11-24T20:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('a table', () => {
  const words = new Languages().wordsFor(['en'])
  const frame = { words } as Frame
  const row = { id: 'a', name: '<b>Ada</b> & "sons" of London', count: 3 }
  const render = (props: object = {}, rows = [row]) =>
    parse(
      String(
        Table({
          frame,
          rows,
          label: 'People',
          sorting: { order: 'newest', link: (order: string) => `/list?sort=${order}` },
          columns: [
            { head: 'Name', orders: { ascending: 'name' }, cell: ({ name }) => NameCell({ name, href: '/a' }) },
            { head: 'Created', orders: { descending: 'newest', ascending: 'oldest' }, cell: () => 'today' },
            { head: 'Count', number: true, cell: ({ count }) => String(count), title: ({ name }) => name },
          ],
          ...props,
        }),
      ),
    )

  test('has heads that sort, say how the list is sorted, and sort the other way', () => {
    const heads = render().querySelectorAll('thead th')
    expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual([undefined, 'descending', undefined])
    expect(heads.map((head) => head.querySelector('a')?.getAttribute('href'))).toEqual([
      '/list?sort=name',
      '/list?sort=oldest',
      undefined,
    ])
    expect(heads.every((head) => head.getAttribute('scope') === 'col')).toBe(true)
  })

  test('keeps its roles where its cells are displayed as cards, which name their columns', () => {
    const table = render().querySelector('table')
    expect(table?.getAttribute('aria-label')).toBe('People')
    expect(table?.querySelectorAll('[role=row]')).toHaveLength(2)
    const cells = table?.querySelectorAll('tbody [role=cell]') ?? []
    expect(cells.map((cell) => cell.getAttribute('data-head'))).toEqual([undefined, 'Created', 'Count'])
  })

  test('escapes what people are called, also in titles', () => {
    const html = render().toString()
    expect(html).not.toContain('<b>')
    expect(html).toContain('title="&lt;b&gt;Ada&lt;/b&gt; &amp; &quot;sons&quot; of London"')
  })

  test('says above the list how many there are and where it goes on, and again below a long one', () => {
    const many = Array.from({ length: 20 }, () => row)
    const short = render({ count: 'Members: 1', next: '/next' })
    expect(short.querySelector('.list-bar')?.text).toContain('Members: 1')
    expect(short.querySelectorAll('a[href="/next"]')).toHaveLength(1)
    expect(render({ next: '/next' }, many).querySelectorAll('a[href="/next"]')).toHaveLength(2)
  })

  test('without rows says why, and a search leads back to everything', () => {
    expect(render({ empty: 'Nobody yet.' }, []).text).toContain('Nobody yet.')
    const found = render({ searched: '<i>', all: '/list' }, [])
    expect(found.querySelector('[role=status]')?.text).toContain('No results for')
    expect(found.querySelector('[role=status] a')?.getAttribute('href')).toBe('/list')
    expect(found.querySelectorAll('i')).toHaveLength(0)
  })
})

test.each([
  ['Anna Meier', 'AM'],
  ['anna', 'A'],
  ['Maximiliane von Hohenstein', 'MH'],
  ['Δημήτρης Παπαδόπουλος', 'ΔΠ'],
  ['山田 太郎', '山'],
  ['فاطمة حداد', 'ف'],
  ['शर्मा अनिल', 'श'],
  ['person@example.com', 'P'],
  ['👩‍👩‍👧 Family', 'F'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
  ['e\u0301lodie', 'E\u0301'],
  ['<script>', '<'],
  ['', '?'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('initials of a very long text cost nothing', () => {
  const start = performance.now()
  initialsOf('a\u0301'.repeat(500_000))
  expect(performance.now() - start).toBeLessThan(100)
})

test('a face is silent beside its name, and of the same color for ever', () => {
  const face = parse(String(Avatar({ id: 'f00d', name: '"><img>', kind: 'person' })))
  expect(face.querySelector('[aria-hidden=true]')?.classNames).toContain(`hue-${hueOf('f00d')}`)
  expect(face.querySelectorAll('img')).toHaveLength(0)
  const picture = parse(String(Avatar({ id: 'f00d', name: 'Ada', kind: 'person', picture: '/pictures/a' })))
  expect(picture.querySelector('img')?.getAttribute('alt')).toBe('')
  expect(hueOf('f00d')).toBe(hueOf('f00d'))
  expect(new Set(Array.from({ length: 200 }, (_, index) => hueOf(`id${index}`)))).toHaveLength(hues)
})

describe('colors pass WCAG AA', () => {
  const css = ['base', 'kit']
    .map((name) => readFileSync(join(import.meta.dirname, `../src/pages/style/${name}.css`), 'utf8'))
    .join('')
  const values = (name: string) =>
    [...css.matchAll(new RegExp(`--${name}: ([^;]+);`, 'g'))].map(([, value]) => value ?? '')

  test('initials in every hue, in light and dark', () => {
    const pairs = [0, 1].map((scheme) => [values('tint')[scheme], values('shade')[scheme]] as const)
    for (const [tint = '', shade = ''] of pairs)
      for (let hue = 0; hue < 360; hue += 45)
        expect(contrast(oklch(tint, hue), oklch(shade, hue)), `${tint} ${hue}`).toBeGreaterThan(4.5)
  })

  test('dots of states stand out from their page', () => {
    for (const name of ['good', 'warning', 'bad'])
      for (const [index, { paper }] of [surfaces.light, surfaces.dark].entries())
        expect(contrast(values(name)[index] ?? '', paper), name).toBeGreaterThan(4.5)
  })

  /** CSS Color 4, section 9.3: as `#rrggbb`, cut to what a screen shows. */
  function oklch(text: string, hue: number): string {
    const [lightness = 0, chroma = 0] = text.split(' ').map(Number)
    const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    const linear = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ]
    const gamma = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
    const hex = (part: number) =>
      Math.round(255 * Math.min(1, Math.max(0, gamma(Math.max(0, part)))))
        .toString(16)
        .padStart(2, '0')
    return `#${linear.map(hex).join('')}`
  }
})

test('a state is a word with a kind', () => {
  expect(String(Status({ kind: 'bad', children: 'Refused' }))).toBe('<span class="status bad">Refused</span>')
})

test.each([
  [0, 'now'],
  [59, 'now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [30 * 86_400, '30 days ago'],
  [30 * 86_400 + 1, null],
  [-60, 'in 1 minute'],
  [-3 * 86_400, 'in 3 days'],
])('%i seconds ago is %j', (seconds, text) => {
  expect(relativeTime('en', ago(seconds), now)).toBe(text)
})

test('times are in the language and the zone of the reader, or in UTC, and say so', () => {
  const utc = timesOf('en', null, now)
  expect(utc.relative(ago(40 * 86_400))).toBe('Oct 15, 2026')
  expect(utc.seconds(ago(5))).toMatch(/^Nov 24, 7:59:55\sPM UTC$/)
  expect(utc.seconds(ago(365 * 86_400))).toContain('2025')
  expect(utc.exact(ago(5))).toMatch(/UTC$/)
  expect(timesOf('de', 'Europe/Berlin', now).exact(ago(5))).toMatch(/20:59:55 MEZ$/)
  expect(timesOf('ar', null, now).relative(ago(180))).toBe('قبل 3 دقائق')
  const time = parse(String(Time({ frame: { times: utc }, at: ago(180) }))).querySelector('time')
  expect(time?.text).toBe('3 minutes ago')
  expect(time?.getAttribute('datetime')).toBe('2026-11-24T19:57:00Z')
  expect(time?.getAttribute('title')).toContain('7:57:00')
})
