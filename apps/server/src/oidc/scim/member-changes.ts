import { invalidValue, ScimFault } from './faults.ts'
import type { FilterNode } from './filter.ts'
import type { MemberChange } from './resources.ts'
import { isObject, messageMember } from './values.ts'

/** How many members a request may name: as many as a group may have. */
const maxMembers = 50_000
/** An id of ours is shorter. */
const maxId = 200

/**
 * The ids in a list of members: `[{ "value": "..." }]`, whatever else its entries say (`"$ref": null`, `display`). Null and
 * nothing are no members. @throws ScimFault
 */
export function parseMembers(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxMembers) throw new ScimFault(400, `more than ${maxMembers} members`, 'tooMany')
  return [...new Set(list.map(memberId))]
}

function memberId(member: unknown): string {
  const id = isObject(member) ? messageMember(member, 'value') : member
  if (typeof id !== 'string' || id === '' || id.length > maxId || id.includes('\0') || !id.isWellFormed())
    throw invalidValue('a member has no value')
  return id
}

/** The ids that a filter of `members[...]` names. It may only compare `value`. @throws ScimFault */
export function filteredIds(node: FilterNode): string[] {
  if (node.kind === 'or') return node.nodes.flatMap(filteredIds)
  if (node.kind === 'compare' && node.path === 'value' && node.operator === 'eq' && typeof node.value === 'string')
    return [node.value]
  throw new ScimFault(400, 'members are chosen by value eq "..." alone', 'invalidFilter')
}

/** Collects what the operations of a PATCH do to the members, without those that are there. */
export class MemberChanges {
  #replace = false
  readonly #remove = new Set<string>()
  readonly #add = new Set<string>()

  add(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#remove.delete(id)
      this.#add.add(id)
    }
    if (this.#add.size > maxMembers) throw new ScimFault(400, `more than ${maxMembers} members`, 'tooMany')
  }

  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#add.delete(id)
      if (!this.#replace) this.#remove.add(id)
    }
  }

  replace(ids: Iterable<string>): void {
    this.#replace = true
    this.#remove.clear()
    this.#add.clear()
    this.add(ids)
  }

  /** Null if no operation was about the members. */
  get change(): MemberChange | null {
    if (!this.#replace && this.#add.size === 0 && this.#remove.size === 0) return null
    return { replace: this.#replace, remove: this.#remove, add: this.#add }
  }
}
