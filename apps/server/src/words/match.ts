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

/** The catalogues that are, or were, one under a tag without script or region: what is stored may still name it. */
const formerTags: Readonly<Record<string, readonly string[]>> = { zh: ['zh-Hans'], pt: ['pt-PT', 'pt-BR'] }

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
    // Traditional Chinese is nearer to Simplified than English is.
    const ofScript = ofLanguage.filter(({ script }) => script === wanted.script)
    const nearest = ofScript.length > 0 ? ofScript : ofLanguage
    const found = nearest.find(({ region }) => region === wanted.region) ?? elsewhere(nearest, wanted) ?? nearest[0]
    return found?.tag ?? null
  }
}

/**
 * For a region without a catalogue of its own, the catalogue that is not of the language's largest region (CLDR, parent
 * locales): Angola reads the Portuguese of Portugal, not that of Brazil.
 */
function elsewhere<Candidate extends Variety>(candidates: readonly Candidate[], { language, script }: Variety) {
  const largest = varietyOf(script ? `${language}-${script}` : language)?.region
  return candidates.find(({ region }) => region !== largest)
}
