import type { Config } from '../../../config/settings.ts'
import type { ThemeScope } from '../../../config/themes.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { findOrganizationNamed, findPublishedTheme, type NamedOrganization } from '../../../store/hot/themes.ts'
import type { ThemeKey } from '../../../store/prisma/themes.ts'
import { RefreshedValues } from './refreshed-values.ts'
import { readValues, type ThemeValues } from './values.ts'

export type { ThemeKey } from '../../../store/prisma/themes.ts'

export const instanceTheme: ThemeKey = { scope: 'instance', id: '' }

const nameOf = ({ scope, id }: ThemeKey): string => `${scope} ${id}`

/**
 * The published themes, in memory, because every page asks for them. One that is changed on another replica is shown
 * within seconds.
 */
export class PublishedThemes {
  readonly #themes: RefreshedValues<ThemeValues>
  readonly #organizations: RefreshedValues<NamedOrganization | null>

  constructor({ db, config, now }: { db: SqlStore; config: Pick<Config, 'themes'>; now(): Date }) {
    const read = async (name: string) => {
      const space = name.indexOf(' ')
      const scope = name.slice(0, space) as ThemeScope
      if (config.themes[scope].length === 0) return {}
      return readValues(await findPublishedTheme(db, scope, name.slice(space + 1)))
    }
    this.#themes = new RefreshedValues(read, {}, now)
    this.#organizations = new RefreshedValues((idOrSlug) => findOrganizationNamed(db, idOrSlug), null, now)
  }

  /** What is held, for callers that can't wait. */
  held(key: ThemeKey): ThemeValues {
    return this.#themes.held(nameOf(key))
  }

  load(key: ThemeKey): Promise<ThemeValues> {
    return this.#themes.load(nameOf(key))
  }

  /** A living organization by the id or slug that a request names. */
  organization(idOrSlug: string): Promise<NamedOrganization | null> {
    return this.#organizations.load(idOrSlug)
  }

  /** This process has changed it: its next page shows the change. */
  outdate(key: ThemeKey): void {
    this.#themes.outdate(nameOf(key))
  }
}
