import { describe, expect, test } from 'vitest'
import { bars, type Series } from '../src/pages/console/overview/bars.ts'

// The charts of the console, as numbers: where every bar stands.

const days = ['2026-11-20', '2026-11-21', '2026-11-22']
const series = (name: string, ...counts: [string, number][]): Series => ({ name, counts: new Map(counts) })

test('bars are stacked from the lowest line up, and as high as their number says', () => {
  const drawing = bars(
    days,
    [series('code', ['2026-11-21', 30]), series('passkey', ['2026-11-21', 10], ['2026-11-22', 20])],
    'others',
  )
  expect(drawing.names).toEqual(['code', 'passkey'])
  expect(drawing.columns.map(({ total }) => total)).toEqual([0, 40, 20])
  const [, middle, last] = drawing.columns
  const [code, passkey] = middle?.segments ?? []
  expect((code?.y ?? 0) + (code?.height ?? 0)).toBeCloseTo(drawing.baseline, 0)
  expect((passkey?.y ?? 0) + (passkey?.height ?? 0)).toBeCloseTo(code?.y ?? 0, 0)
  expect((code?.height ?? 0) / (passkey?.height ?? 1)).toBeCloseTo(3, 1)
  expect(last?.segments[0]?.height).toBeCloseTo(2 * (passkey?.height ?? 0), 0)
})

describe('CO-22: input that a chart must bear', () => {
  test('no days, no series, no numbers: an empty axis', () => {
    for (const drawing of [bars([], [], 'others'), bars([], [series('code', ['2026-11-22', 5])], 'others')])
      expect([drawing.columns, drawing.names, drawing.ticks]).toEqual([[], [], []])
    const nothing = bars(days, [series('code', ['2026-11-22', 0])], 'others')
    expect(nothing.columns.map(({ total, segments }) => [total, segments])).toEqual(days.map(() => [0, []]))
    expect(nothing.ticks).toEqual([])
  })

  test.each([1, 3, 7, 99, 1000, 123_456, 1e9, Number.MAX_SAFE_INTEGER])(
    'a day with %d: at most five round ticks',
    (count) => {
      const { ticks, columns, baseline, height } = bars(days, [series('code', ['2026-11-22', count])], 'others')
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks[0]?.value).toBe(0)
      expect(ticks.at(-1)?.value).toBeGreaterThanOrEqual(count)
      const step = ticks[1]?.value ?? 0
      expect(String(step)).toMatch(/^[125]0*$/)
      for (const { y, height: barHeight } of columns.flatMap(({ segments }) => segments)) {
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y + barHeight).toBeLessThanOrEqual(baseline + 1)
        expect(baseline).toBeLessThan(height)
      }
    },
  )

  test('days of the future, which a clock ahead has counted, and negative numbers are left out', () => {
    const drawing = bars(days, [series('code', ['2026-11-22', 5], ['2026-11-23', 900], ['2026-11-21', -4])], 'others')
    expect(drawing.columns.map(({ day, total }) => [day, total])).toEqual([
      ['2026-11-20', 0],
      ['2026-11-21', 0],
      ['2026-11-22', 5],
    ])
    expect(drawing.ticks.at(-1)?.value).toBeLessThan(900)
  })

  test('400 series: the eight greatest, and the rest added up', () => {
    const many = Array.from({ length: 400 }, (_, index) => series(`reason ${index}`, ['2026-11-22', index + 1]))
    const { names, columns } = bars(days, many, 'Others')
    expect(names).toHaveLength(9)
    expect(names).toEqual([...Array.from({ length: 8 }, (_, index) => `reason ${392 + index}`), 'Others'])
    expect(columns.at(-1)?.total).toBe((400 * 401) / 2)
  })
})

test('a series looks the same whichever others there are, and what is added up has a look of its own', () => {
  const passkey = { ...series('passkey', ['2026-11-22', 3]), tone: 'passkey', hatched: false }
  const code = { ...series('code', ['2026-11-22', 5]), tone: 'code', hatched: true }
  const looks = { passkey: { tone: 'passkey', hatched: false }, code: { tone: 'code', hatched: true } }
  expect(bars(days, [passkey], 'others').looks).toEqual([looks.passkey])
  expect(bars(days, [code, passkey], 'others').looks).toEqual([looks.code, looks.passkey])
  const many = Array.from({ length: 12 }, (_, index) => ({ ...series(`${index}`, ['2026-11-22', 9]), tone: 'code' }))
  expect(bars(days, many, 'Others').looks.at(-1)).toEqual({ tone: 'other', hatched: false })
})
