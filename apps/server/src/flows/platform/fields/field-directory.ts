import type { Config } from '../../../config/settings.ts'
import { parseField } from '../../../oidc/fields/declaration.ts'
import { type Field, type FieldId, type FieldOwner, fieldId } from '../../../oidc/fields/field.ts'
import { type FieldRecord, findChangedFields } from '../../../store/beyond-prisma/fields.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { day } from '../durations.ts'
import { RowsInMemory } from '../rows-in-memory.ts'

export type { FieldRecord } from '../../../store/beyond-prisma/fields.ts'

/** A field that can be used, and where it was declared: without a record in FIELDS_FILE. */
export interface DeclaredField {
  field: Field
  record: FieldRecord | null
}

type DirectoryConfig = Pick<Config, 'fields'>

/**
 * Every declared field: those of FIELDS_FILE, which win, and those of the database. All of them are in memory, as clients
 * are (`ClientDirectory`): no request asks the database for them.
 */
export class FieldDirectory {
  readonly #declared: DeclaredFields
  readonly #only: ReadonlySet<string> | null

  private constructor(declared: DeclaredFields, only: ReadonlySet<string> | null) {
    this.#declared = declared
    this.#only = only
  }

  static async load(deps: { config: DirectoryConfig; db: SqlStore; now(): Date }): Promise<FieldDirectory> {
    const directory = new FieldDirectory(new DeclaredFields(deps), null)
    await directory.refresh()
    return directory
  }

  /** The same fields for somebody to whom there are no others. */
  narrowedTo(ids: readonly FieldId[]): FieldDirectory {
    return new FieldDirectory(this.#declared, new Set(ids))
  }

  /** Whether there are fields that this directory does not show. */
  get isNarrowed(): boolean {
    return this.#only !== null
  }

  has(id: string): boolean {
    return this.#only === null || this.#only.has(id)
  }

  /** A field that is in force. */
  find(id: string): Field | undefined {
    return this.findDeclared(id)?.field
  }

  findDeclared(id: string): DeclaredField | undefined {
    return this.has(id) ? this.#declared.fields.get(id) : undefined
  }

  /** The fields in force, in the order in which they are shown. */
  of(owner: FieldOwner): readonly Field[] {
    const fields = this.#declared.byOwner.get(owner) ?? []
    return this.#only === null ? fields : fields.filter((field) => this.has(fieldId(field)))
  }

  all(): readonly DeclaredField[] {
    return [...this.#declared.fields.values()].filter(({ field }) => this.has(fieldId(field)))
  }

  isOfFile(id: string): boolean {
    return this.#declared.ofFile.has(id as FieldId)
  }

  /** What is stored of a field, in force or not. */
  recordOf(id: string): FieldRecord | undefined {
    return this.#declared.records.get(id)
  }

  /** Fields that are hidden, and whose values wait to be deleted. */
  deprecated(): FieldRecord[] {
    return [...this.#declared.records.values()].filter(
      ({ deprecatedAt, settings }) => deprecatedAt !== null && settings !== null,
    )
  }

  /** Whether a warning was not given in the last day. */
  mayWarn(about: string): boolean {
    const { warned } = this.#declared
    const now = this.#declared.now().getTime()
    if (now - (warned.get(about) ?? Number.NEGATIVE_INFINITY) < day) return false
    warned.set(about, now)
    return true
  }

  /** Takes over what was changed, here or in another process. Returns how many fields were. */
  refresh(): Promise<number> {
    return this.#declared.refresh()
  }
}

/** What every directory reads. */
class DeclaredFields {
  readonly ofFile: ReadonlyMap<FieldId, Field>
  readonly records = new Map<string, FieldRecord>()
  readonly warned = new Map<string, number>()
  readonly now: () => Date
  fields: ReadonlyMap<string, DeclaredField> = new Map()
  byOwner: ReadonlyMap<FieldOwner, readonly Field[]> = new Map()
  readonly #rows: RowsInMemory<FieldRecord>

  constructor({ config, db, now }: { config: DirectoryConfig; db: SqlStore; now(): Date }) {
    this.ofFile = new Map(config.fields.map((field) => [fieldId(field), field]))
    this.now = now
    this.#rows = new RowsInMemory({
      readAfter: (changeNumber, limit) => findChangedFields(db, changeNumber, limit),
      apply: (record) => this.records.set(record.id, record),
      now,
    })
    this.#arrange()
  }

  async refresh(): Promise<number> {
    const changed = await this.#rows.refresh()
    if (changed > 0) this.#arrange()
    return changed
  }

  #arrange(): void {
    const ofFile = [...this.ofFile].map(([id, field]) => [id, { field, record: null }] as const)
    const stored = [...this.records.values()]
      .filter(
        ({ id, settings, deprecatedAt }) =>
          settings !== null && deprecatedAt === null && !this.ofFile.has(id as FieldId),
      )
      .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
      .flatMap((record) => {
        const field = readFieldRecord(record)
        return field ? [[record.id, { field, record }] as const] : []
      })
    this.fields = new Map<string, DeclaredField>([...ofFile, ...stored])
    this.byOwner = Map.groupBy(
      [...this.fields.values()].map(({ field }) => field),
      ({ of }) => of,
    )
  }
}

/** Null for a field without settings, or with settings that this version does not understand. */
export function readFieldRecord({ settings }: FieldRecord): Field | null {
  if (settings === null) return null
  const { field, faults } = parseField(JSON.parse(settings))
  return faults.length === 0 ? field : null
}
