import { comparisonKey } from './comparison.ts'
import type { FilterNode, FilterOperator } from './filter.ts'
import type { ValueObject } from './values.ts'

/** Whether an entry of several values is one that a filter chooses. */
export function matchesEntry(node: FilterNode, entry: ValueObject): boolean {
  switch (node.kind) {
    case 'and':
      return node.nodes.every((each) => matchesEntry(each, entry))
    case 'or':
      return node.nodes.some((each) => matchesEntry(each, entry))
    case 'not':
      return !matchesEntry(node.node, entry)
    case 'present':
      return entry[node.path] !== undefined
    case 'compare': {
      const value = entry[node.path]
      if (value === undefined) return node.operator === 'ne'
      if (typeof value === 'boolean') return (node.operator === 'eq') === (value === node.value)
      return compares(node.operator, comparisonKey(String(value)), String(node.value))
    }
    case 'entry':
      return false
  }
}

function compares(operator: FilterOperator, value: string, wanted: string): boolean {
  switch (operator) {
    case 'eq':
      return value === wanted
    case 'ne':
      return value !== wanted
    case 'co':
      return value.includes(wanted)
    case 'sw':
      return value.startsWith(wanted)
    case 'ew':
      return value.endsWith(wanted)
    default:
      return ordered(operator, Buffer.compare(Buffer.from(value), Buffer.from(wanted)))
  }
}

function ordered(operator: 'gt' | 'ge' | 'lt' | 'le', order: number): boolean {
  if (order === 0) return operator === 'ge' || operator === 'le'
  return operator.startsWith('g') === order > 0
}

/** What an entry has to have so that a filter chooses it: for an entry that is not there yet. */
export function equalitiesOf(node: FilterNode): ValueObject {
  if (node.kind === 'and') return Object.assign({}, ...node.nodes.map(equalitiesOf))
  if (node.kind !== 'compare' || node.operator !== 'eq' || node.value instanceof Date) return {}
  return { [node.path]: node.value }
}
