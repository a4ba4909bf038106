import type { Config } from '../../../config/settings.ts'
import type { ThemeScope } from '../../../config/themes.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import {
  findOrganizationNamed,
  findPublishedTheme,
  findThemeImage,
  type NamedOrganization,
} from '../../../store/hot/themes.ts'
import type { ThemeKey } from '../../../store/prisma/themes.ts'
import { type ImageType, isImageType } from '../images/image-types.ts'
import { isImageDigest } from './images.ts'
import { RefreshedValues } from './refreshed-values.ts'
import { readValues, type ThemeValues } from './values.ts'

export type { ThemeKey } from '../../../store/prisma/themes.ts'

export const instanceTheme: ThemeKey = { scope: 'instance', id: '' }

interface StoredImage {
  type: ImageType
  bytes: Uint8Array<ArrayBuffer>
}

const nameOf = ({ scope, id }: ThemeKey): string => `${scope} ${id}`

/**
 * The published themes, in memory, because every page asks for them. One that is changed on another replica is shown
 * within seconds.
 */
export class PublishedThemes {
  readonly #themes: RefreshedValues<ThemeValues>
  readonly #organizations: RefreshedValues<NamedOrganization | null>
  readonly #db: SqlStore

  constructor({ db, config, now }: { db: SqlStore; config: Pick<Config, 'themes'>; now(): Date }) {
    const read = async (name: string) => {
      const space = name.indexOf(' ')
      const scope = name.slice(0, space) as ThemeScope
      if (config.themes[scope].length === 0) return {}
      return readValues(await findPublishedTheme(db, scope, name.slice(space + 1)))
    }
    this.#themes = new RefreshedValues(read, {}, now)
    this.#db = db
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

  /** An image of any theme by its digest, whether it is published or still a draft. */
  async image(digest: string): Promise<StoredImage | null> {
    const image = isImageDigest(digest) ? await findThemeImage(this.#db, digest) : null
    if (!image || !isImageType(image.mime)) return null
    return { type: image.mime, bytes: new Uint8Array(Buffer.from(image.data, 'base64')) }
  }

  /** This process has changed it: its next page shows the change. */
  outdate(key: ThemeKey): void {
    this.#themes.outdate(nameOf(key))
  }
}
