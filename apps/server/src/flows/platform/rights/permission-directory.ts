import { type Holder, judge, type Permission, type Right, rightOfScope } from '../../../oidc/permissions.ts'
import { permissionKey } from '../../../oidc/permissions-document.ts'
import { comparableResource, type Resource } from '../../../oidc/resources.ts'
import { findChangedPermissions, type PermissionRecord } from '../../../store/beyond-prisma/change-numbers.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { RowsInMemory } from '../rows-in-memory.ts'

/** Every permission that was ever declared. All of them are in memory, as clients are: no request asks the database. */
export class PermissionDirectory {
  /** Grows with every change: for what is derived from all permissions. */
  version = 0
  readonly #byKey = new Map<string, PermissionRecord>()
  readonly #byId = new Map<string, PermissionRecord>()
  #declared: readonly Permission[] = []
  /** Those of the application that count. */
  #application: readonly Permission[] = []
  readonly #rows: RowsInMemory<PermissionRecord>

  private constructor({ db, now }: { db: SqlStore; now(): Date }) {
    this.#rows = new RowsInMemory({
      readAfter: (changeNumber, limit) => findChangedPermissions(db, changeNumber, limit),
      apply: (record) => this.#apply(record),
      now,
    })
  }

  static async load(deps: { db: SqlStore; now(): Date }): Promise<PermissionDirectory> {
    const directory = new PermissionDirectory(deps)
    await directory.refresh()
    return directory
  }

  /** Those of the application as such that count, in the order in which they were declared. */
  get application(): readonly Permission[] {
    return this.#application
  }

  /** All that count, in the order in which they were declared. */
  get declared(): readonly Permission[] {
    return this.#declared
  }

  /** By `permissionKey`, whether it counts or not. */
  find(key: string): PermissionRecord | undefined {
    return this.#byKey.get(key)
  }

  findById(id: string): PermissionRecord | undefined {
    return this.#byId.get(id)
  }

  all(): Iterable<PermissionRecord> {
    return this.#byKey.values()
  }

  /** What a scope of an API is, for those who hold it. */
  ofScope({ identifier }: Resource, scope: string): Right {
    const resource = comparableResource(identifier) ?? identifier
    return rightOfScope(this.#byKey.get(permissionKey({ resource, name: scope })))
  }

  /** The names of what somebody may do in the application as such, after this sign-in. */
  namesHeld(rights: Holder): string[] {
    return this.#application.filter((permission) => judge(permission, rights) === 'held').map(({ name }) => name)
  }

  /** Takes over what was changed, here or in another process. Returns how many permissions were. */
  refresh(): Promise<number> {
    return this.#rows.refresh()
  }

  #apply(record: PermissionRecord): void {
    this.#byKey.set(permissionKey(record), record)
    this.#byId.set(record.id, record)
    this.#declared = [...this.#byKey.values()]
      .filter(({ deprecatedAt }) => deprecatedAt === null)
      .sort((a, b) => a.ordinal - b.ordinal)
    this.#application = this.#declared.filter(({ resource }) => resource === '')
    this.version += 1
  }
}
