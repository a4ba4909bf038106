import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

// What deploy/monitoring asks of Prometheus, as far as its expressions are used there.

const folder = join(import.meta.dirname, '../../deploy/monitoring')

export interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource: unknown
  targets: { refId: string; datasource: unknown; expr: string; legendFormat: string }[]
}

export interface Rule {
  alert: string
  expr: string
  annotations: Record<string, string>
}

export const dashboard: { uid: string; panels: Panel[]; templating: { list: { name: string; type: string }[] } } =
  JSON.parse(readFileSync(join(folder, 'grafana-dashboard.json'), 'utf8'))

export const rules: Rule[] = parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
)

/** A sample of an exposition: its metric and its labels, as `name="value"`. */
interface Sample {
  metric: string
  labels: string[]
}

const labelsOf = (text = ''): string[] => [...text.matchAll(/\w+="(?:[^"\\]|\\.)*"/g)].map(([label]) => label)

export const samplesOf = (exposition: string): Sample[] =>
  exposition
    .split('\n')
    .map((line) => /^(\w+)(?:\{(.*)\})? /.exec(line))
    .filter((found) => found !== null)
    .map(([, metric = '', labels]) => ({ metric, labels: labelsOf(labels) }))

/** What an expression names that is not exposed. Prometheus itself adds `instance` and `job`. */
export function unknownIn(expression: string, samples: readonly Sample[]): string[] {
  const selectors = [...expression.matchAll(/\b((?:vestibule|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)]
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/))
  if (selectors.length === 0) return [`no metric in ${expression}`]
  return selectors.flatMap(([, metric = '', matchers = '']) => {
    const found = samples.filter((sample) => sample.metric === metric)
    if (found.length === 0) return [metric]
    const exposed = new Set(found.flatMap(({ labels }) => labels))
    const names = new Set([...exposed].map((label) => label.split('=')[0]))
    const matched = matchers.split(',').filter(Boolean)
    return [
      ...[...grouped, ...matched.map((matcher) => matcher.split(/[=!~]+/)[0] ?? '')].filter((name) => !names.has(name)),
      ...matched.filter((matcher) => /^\w+="/.test(matcher) && !exposed.has(matcher)),
    ].map((missing) => `${metric}: ${missing}`)
  })
}
