import { dateFormat, numberFormat } from '../../../words/dates.ts'
import { joinParts } from '../../table.tsx'
import type { ConsoleFrame } from '../layout.tsx'
import { type BarStyle, type Bars, bars, left, type Series } from './bars.ts'

interface ChartProps {
  frame: ConsoleFrame
  /** Unique on the page. */
  id: string
  title: string
  days: readonly string[]
  series: readonly Series[]
}

/**
 * Stacked bars, drawn on the server: the policy of our pages allows neither scripts nor inline styles, so colors come from
 * classes of the style sheet. Below it are the same numbers as a table. Time runs from left to right in every language.
 */
export const Chart = ({ frame, id, title, days, series }: ChartProps) => {
  const words = frame.words.console.overview
  const drawing = bars(days, series, words.others)
  const numbers = formats(frame.words.lang)
  const total = drawing.columns.reduce((sum, column) => sum + column.total, 0)
  if (total === 0)
    return (
      <p class="quiet" id={id}>
        {joinParts(title, words.noneYet)}
      </p>
    )
  return (
    <figure class="chart" id={id}>
      <figcaption>{title}</figcaption>
      <Drawing
        id={id}
        title={title}
        summary={words.total({ count: numbers.whole(total) })}
        drawing={drawing}
        numbers={numbers}
      />
      <Legend id={id} drawing={drawing} />
      <details>
        <summary>{words.asTable}</summary>
        <NumbersTable frame={frame} title={title} drawing={drawing} numbers={numbers} />
      </details>
    </figure>
  )
}

const formats = (lang: string) => {
  const whole = numberFormat(lang)
  const short = numberFormat(lang, { notation: 'compact' })
  const day = dateFormat(lang, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return {
    whole: (value: number) => whole.format(value),
    short: (value: number) => short.format(value),
    day: (text: string) => day.format(new Date(`${text}T00:00:00Z`)),
  }
}
type Formats = ReturnType<typeof formats>

interface DrawingProps {
  id: string
  title: string
  summary: string
  drawing: Bars
  numbers: Formats
}

const Drawing = ({ id, title, summary, drawing, numbers }: DrawingProps) => {
  const { width, height, baseline, ticks, columns } = drawing
  const every = Math.max(1, Math.ceil(columns.length / 6))
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-desc`} class="bars">
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-desc`}>{summary}</desc>
      <Hatches id={id} looks={drawing.looks} />
      {ticks.map(({ value, y }) => (
        <>
          <line x1={left} x2={width} y1={y} y2={y} class="grid-line" />
          <text x={left - 8} y={y + 4} text-anchor="end">
            {numbers.short(value)}
          </text>
        </>
      ))}
      <line x1={left} x2={width} y1={baseline} y2={baseline} class="axis" />
      {columns.map(({ day, x, width: columnWidth, segments }, index) => (
        <>
          {segments.map((segment) => (
            <rect
              x={x}
              y={segment.y}
              width={columnWidth}
              height={segment.height}
              {...fillOf(id, segment.series, drawing.looks)}
            >
              <title>{`${numbers.day(day)} · ${drawing.names[segment.series]}: ${numbers.whole(segment.count)}`}</title>
            </rect>
          ))}
          {index % every === 0 && (
            <text x={x + columnWidth / 2} y={height - 12} text-anchor="middle">
              {numbers.day(day)}
            </text>
          )}
        </>
      ))}
    </svg>
  )
}

const fillOf = (id: string, series: number, looks: Bars['looks']) =>
  looks[series]?.hatched ? { fill: `url(#${id}-hatch-${series})` } : { class: toneOf(looks[series]) }

const toneOf = (look: BarStyle | undefined) => `tone-${look?.tone ?? 'other'}`

const Hatches = ({ id, looks }: { id: string; looks: Bars['looks'] }) => (
  <defs>
    {looks.map(
      (look, series) =>
        look.hatched && (
          <pattern
            id={`${id}-hatch-${series}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" class={`${toneOf(look)} faint`} />
            <rect width="3" height="6" class={toneOf(look)} />
          </pattern>
        ),
    )}
  </defs>
)

const Legend = ({ id, drawing: { names, looks } }: { id: string; drawing: Bars }) => (
  <ul class="legend">
    {names.map((name, series) => (
      <li>
        <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
          <rect width="14" height="14" {...fillOf(id, series, looks)} />
        </svg>{' '}
        {name}
      </li>
    ))}
  </ul>
)

interface NumbersTableProps {
  frame: ConsoleFrame
  title: string
  drawing: Bars
  numbers: Formats
}

const NumbersTable = ({ frame, title, drawing: { names, columns }, numbers }: NumbersTableProps) => (
  // It scrolls within itself on a narrow screen, so the keyboard has to reach it.
  <section class="scrolls" tabindex={0} aria-label={title}>
    <table>
      <thead>
        <tr>
          <th scope="col">{frame.words.console.overview.day}</th>
          {names.map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...columns].reverse().map(({ day, segments }) => (
          <tr>
            <th scope="row">{numbers.day(day)}</th>
            {names.map((_, series) => (
              <td>{numbers.whole(segments.find((segment) => segment.series === series)?.count ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
