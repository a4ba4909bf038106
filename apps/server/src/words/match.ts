interface Variety {
  language: string
  script: string | undefined
  region: string | undefined
}

/** Norwegian is written as Bokmål unless Nynorsk is there, and we have one of the two. */
const otherNames: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }

/** A tag with what it leaves out (CLDR, likely subtags). Null if it is not a language tag (BCP 47). */
function varietyOf(tag: string): Variety | null {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    return { language: otherNames[language] ?? language, script, region }
  } catch {
    return null
  }
}

/**
 * The region whose catalogue is taken for a region without one of its own, where that is not the largest region of the
 * language (CLDR, parent locales): Angola reads the Portuguese of Portugal, not that of Brazil.
 */
const parentRegions: Readonly<Record<string, string>> = { pt: 'PT', es: '419' }

/** The catalogues that are, or were, one under a tag without script or region: what is stored may still name it. */
const formerTags: Readonly<Record<string, readonly string[]>> = { zh: ['zh-Hans'], pt: ['pt-BR', 'pt-PT'] }

/** The tags that a stored tag stands for. */
export const currentTags = (tag: string): readonly string[] =>
  (Object.hasOwn(formerTags, tag) && formerTags[tag]) || [tag]

/** How many different tags a server remembers: browsers send a few hundred, and whoever sends more fills no memory. */
const rememberedTags = 1000

/** Finds the catalogue for a tag: by language, script and region, then by language and script, then by language. */
export class LanguageMatcher {
  readonly #varieties: readonly (Variety & { tag: string })[]
  readonly #found = new Map<string, string | null>()

  constructor(tags: readonly string[]) {
    this.#varieties = tags.flatMap((tag) => {
      const variety = varietyOf(tag)
      return variety ? [{ ...variety, tag }] : []
    })
  }

  match(tag: string): string | null {
    const known = this.#found.get(tag)
    if (known !== undefined) return known
    const found = this.#find(tag)
    if (this.#found.size < rememberedTags && tag.length <= 35) this.#found.set(tag, found)
    return found
  }

  #find(tag: string): string | null {
    const wanted = varietyOf(tag)
    if (!wanted) return null
    const ofLanguage = this.#varieties.filter(({ language }) => language === wanted.language)
    const ofScript = ofLanguage.filter(({ script }) => script === wanted.script)
    // Traditional Chinese is nearer to Simplified than English is.
    const nearest = ofScript.length > 0 ? ofScript : ofLanguage
    const regions = [wanted.region, parentRegions[wanted.language], varietyOf(wanted.language)?.region]
    const found = regions.map((name) => nearest.find(({ region }) => region === name)).find(Boolean) ?? nearest[0]
    return found?.tag ?? null
  }
}
