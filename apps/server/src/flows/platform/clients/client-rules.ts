import { acceptsDynamicClients } from '../../../config/dynamic-clients.ts'
import type { Config } from '../../../config/settings.ts'
import { type ClientRuleRecord, findChangedClientRules } from '../../../store/beyond-prisma/change-numbers.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { RowsInMemory } from '../rows-in-memory.ts'

export type { ClientRuleRecord } from '../../../store/beyond-prisma/change-numbers.ts'

/** What operators decided about a client: nothing, that it is trusted, or that it may do nothing. */
export type ClientVerdict = 'listed' | 'blocked' | null

/** A rule that is in force. */
export type ClientRule = ClientRuleRecord & { verdict: NonNullable<ClientRuleRecord['verdict']> }

type RulesConfig = Pick<Config, 'dynamicClients' | 'registration'>

/**
 * What operators decided about dynamic clients, in DYNAMIC_CLIENTS_LISTED and in the console. Held in memory and asked
 * at every use of such a client, so what is blocked can do nothing more within seconds.
 */
export class ClientRules {
  readonly #config: RulesConfig
  readonly #rules = new Map<string, ClientRule>()
  readonly #rows: RowsInMemory<ClientRuleRecord>

  private constructor({ config, db, now }: { config: RulesConfig; db: SqlStore; now(): Date }) {
    this.#config = config
    this.#rows = new RowsInMemory({
      readAfter: (changeNumber, limit) => findChangedClientRules(db, changeNumber, limit),
      apply: (record) => this.#apply(record),
      now,
    })
  }

  static async load(deps: { config: RulesConfig; db: SqlStore; now(): Date }): Promise<ClientRules> {
    const rules = new ClientRules(deps)
    if (rules.needed) await rules.refresh()
    return rules
  }

  /** Whether there can be a client that the rules are about. If not, only those who manage them read them. */
  get needed(): boolean {
    return acceptsDynamicClients(this.#config)
  }

  /** Whatever is blocked stays blocked, even if another rule lists it. `host` is null where nothing proves one. */
  verdictOf({ id, host }: { id: string; host: string | null }): ClientVerdict {
    const verdicts = [this.#rules.get(id)?.verdict, host === null ? undefined : this.#rules.get(host)?.verdict]
    if (verdicts.includes('blocked')) return 'blocked'
    return verdicts.includes('listed') || (host !== null && this.#config.dynamicClients.listed.includes(host))
      ? 'listed'
      : null
  }

  find(pattern: string): ClientRule | undefined {
    return this.#rules.get(pattern)
  }

  /** In the order of their patterns. */
  all(): ClientRule[] {
    return [...this.#rules.values()].sort((a, b) => (a.pattern < b.pattern ? -1 : 1))
  }

  /** Takes over what was changed, here or in another process. Returns how many rules were. */
  refresh(): Promise<number> {
    return this.#rows.refresh()
  }

  #apply(record: ClientRuleRecord): void {
    const { verdict, pattern } = record
    if (verdict === null) this.#rules.delete(pattern)
    else this.#rules.set(pattern, { ...record, verdict })
  }
}
