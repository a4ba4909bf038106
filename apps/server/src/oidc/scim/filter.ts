/** How a filter compares (RFC 7644 section 3.4.2.2). */
export type FilterOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

/** An attribute that may be filtered by: `userName`, `name.familyName`, `emails.value`, `enterprise.manager.value`. */
export type FilterPath = string

/**
 * A filter that was parsed and checked: every path is in the table, and every value has the type of its attribute. Texts
 * whose case does not count are in small letters already (`comparisonKey`), and times are Dates.
 */
export type FilterNode =
  | { kind: 'present'; path: FilterPath }
  | { kind: 'compare'; path: FilterPath; operator: FilterOperator; value: string | boolean | Date }
  | { kind: 'and' | 'or'; nodes: FilterNode[] }
  | { kind: 'not'; node: FilterNode }
  /** `emails[type eq "work" and value co "@"]`: the same entry has to match all of it. Its paths are `type`, `value`. */
  | { kind: 'entry'; path: FilterPath; node: FilterNode }

const indexed = {
  users: ['id', 'userName', 'externalId'],
  groups: ['id', 'displayName', 'externalId', 'members', 'members.value'],
}

/** Whether a filter names some by what an index holds, so that not everybody is looked at. */
export function isIndexed(node: FilterNode, of: keyof typeof indexed): boolean {
  if (node.kind === 'and') return node.nodes.some((inner) => isIndexed(inner, of))
  return node.kind === 'compare' && node.operator === 'eq' && indexed[of].includes(node.path)
}
