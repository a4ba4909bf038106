/** How the bars of a series look: the same for ever, whichever others there are. */
export interface BarStyle {
  /** A class of style/charts.css. Default: that of all others. */
  tone?: string
  /** Drawn with lines, so that color alone does not tell it from its neighbors (WCAG 1.4.1). */
  hatched?: boolean
}

/** A series of a chart: a number for each day that has one. */
export interface Series extends BarStyle {
  name: string
  counts: ReadonlyMap<string, number>
}

interface Segment {
  /** Which series, by its place in `names`. */
  series: number
  count: number
  y: number
  height: number
}

/** A chart of stacked bars, as numbers: where everything stands in a drawing of `width` by `height`. */
export interface Bars {
  width: number
  height: number
  /** The lowest line of the bars. */
  baseline: number
  /** The names of the series, at most nine: the ninth is what all others come to. */
  names: readonly string[]
  /** The look of each of them. */
  looks: readonly Required<BarStyle>[]
  ticks: readonly { value: number; y: number }[]
  columns: readonly { day: string; x: number; width: number; total: number; segments: readonly Segment[] }[]
}

const width = 720
const height = 240
export const left = 56
const top = 20
const bottom = 40
const mostSeries = 8

/**
 * Draws a bar for each day. What belongs to other days, such as those that another process with a clock ahead has counted,
 * is left out. Series without a number are left out too, and beyond eight of them the smallest are added up.
 */
export function bars(days: readonly string[], series: readonly Series[], others: string): Bars {
  const shown = folded(days, series, others)
  const totals = days.map((day) => shown.reduce((sum, { counts }) => sum + countOf(counts, day), 0))
  const highest = Math.max(0, ...totals)
  const step = niceStep(highest)
  const ceiling = Math.max(step * Math.ceil(highest / step), step)
  const scale = (height - top - bottom) / ceiling
  const baseline = height - bottom
  const slot = days.length > 0 ? (width - left) / days.length : 0
  return {
    width,
    height,
    baseline,
    names: shown.map(({ name }) => name),
    looks: shown.map(({ tone = 'other', hatched = false }) => ({ tone, hatched })),
    ticks:
      highest === 0 ? [] : multiples(step, ceiling).map((value) => ({ value, y: rounded(baseline - value * scale) })),
    columns: days.map((day, index) => {
      let y = baseline
      const segments = shown.flatMap(({ counts }, seriesIndex) => {
        const count = countOf(counts, day)
        if (count === 0) return []
        const segmentHeight = count * scale
        y -= segmentHeight
        return [{ series: seriesIndex, count, y: rounded(y), height: rounded(segmentHeight) }]
      })
      return {
        day,
        x: rounded(left + index * slot + slot * 0.15),
        width: rounded(slot * 0.7),
        total: totals[index] ?? 0,
        segments,
      }
    }),
  }
}

const countOf = (counts: ReadonlyMap<string, number>, day: string): number => Math.max(0, counts.get(day) ?? 0)

function folded(days: readonly string[], series: readonly Series[], others: string): readonly Series[] {
  const sum = ({ counts }: Series) => days.reduce((total, day) => total + countOf(counts, day), 0)
  const used = series.filter((candidate) => sum(candidate) > 0)
  if (used.length <= mostSeries) return used
  const bySize = [...used].sort((first, second) => sum(second) - sum(first))
  const kept = new Set(bySize.slice(0, mostSeries))
  const rest = bySize.slice(mostSeries)
  const added = new Map(days.map((day) => [day, rest.reduce((total, { counts }) => total + countOf(counts, day), 0)]))
  return [...used.filter((candidate) => kept.has(candidate)), { name: others, counts: added }]
}

/** The smallest of 1, 2, 5, 10, 20, ... that needs four steps at most. */
function niceStep(highest: number): number {
  const rough = Math.max(1, highest / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power
}

const multiples = (step: number, highest: number): number[] =>
  Array.from({ length: Math.round(highest / step) + 1 }, (_, index) => index * step)

const rounded = (value: number): number => Math.round(value * 10) / 10
