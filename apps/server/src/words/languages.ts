import { createRequire } from 'node:module'
import { languageTags, type MailWords, type Words } from './generated/words.ts'
import { currentTags, LanguageMatcher } from './match.ts'
import { type CompiledCatalogue, callable, LanguageFormat } from './message.ts'

/** What each language calls itself. */
const languageNames: Readonly<Record<string, string>> = {
  ar: 'العربية',
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fi: 'Suomi',
  fr: 'Français',
  he: 'עברית',
  hi: 'हिन्दी',
  hu: 'Magyar',
  id: 'Bahasa Indonesia',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nb: 'Norsk bokmål',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  ro: 'Română',
  ru: 'Русский',
  sv: 'Svenska',
  th: 'ไทย',
  tr: 'Türkçe',
  uk: 'Українська',
  vi: 'Tiếng Việt',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
}

export interface LanguageName {
  tag: string
  /** What the language calls itself. */
  name: string
}

interface Catalogue {
  words: Words
  mailWords: MailWords
}

// package.json says where the catalogues are, for the sources and the bundle alike.
const require = createRequire(import.meta.url)
const readCatalogue = (tag: string): CompiledCatalogue => require(`#words/${tag}.json`)

/** Only a language that an operator added has no name in the list. */
const nameOf = (tag: string): string =>
  languageNames[tag] ?? new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag

/** The languages of the pages and mails. A catalogue is read when its language is first needed. */
export class Languages {
  /** BCP 47 tags, English first. */
  readonly tags: readonly string[]
  /** The same with their names, for someone to choose from. */
  readonly choices: readonly LanguageName[]
  readonly #matcher: LanguageMatcher
  readonly #read: (tag: string) => CompiledCatalogue
  readonly #catalogues = new Map<string, Catalogue>()

  constructor(tags: readonly string[] = languageTags, read: (tag: string) => CompiledCatalogue = readCatalogue) {
    this.tags = tags
    this.choices = tags.map((tag) => ({ tag, name: nameOf(tag) }))
    this.#matcher = new LanguageMatcher(tags)
    this.#read = read
  }

  /** A language of ours by its tag, or by the tag that it had before. Null if it is not one of ours. */
  find(tag: string): string | null {
    return currentTags(tag).find((current) => this.tags.includes(current)) ?? null
  }

  /** The language of ours for a BCP 47 tag, by script before region. Null if there is none. */
  match(tag: string): string | null {
    return this.#matcher.match(tag)
  }

  /** The words of the first language that has a catalogue, else English. `tags` are preferred first. */
  wordsFor(tags: readonly string[]): Words {
    return this.#catalogueFor(tags).words
  }

  /** The same for mails. */
  mailWordsFor(tags: readonly string[]): MailWords {
    return this.#catalogueFor(tags).mailWords
  }

  #catalogueFor(tags: readonly string[]): Catalogue {
    for (const tag of tags) {
      const found = this.#matcher.match(tag)
      if (found) return this.#catalogue(found)
    }
    return this.#catalogue('en')
  }

  #catalogue(tag: string): Catalogue {
    const known = this.#catalogues.get(tag)
    if (known) return known
    const { lang, dir, pages, mails } = this.#read(tag)
    // Mails isolate what is put in themselves (mail/text.ts): their subject and their code have to be without it.
    // The compiler has compared every catalogue with English, whose messages the types are of.
    const catalogue = {
      words: { lang, dir, ...callable(pages, new LanguageFormat(lang, dir === 'rtl')) } as unknown as Words,
      mailWords: { lang, dir, ...callable(mails, new LanguageFormat(lang)) } as unknown as MailWords,
    }
    this.#catalogues.set(tag, catalogue)
    return catalogue
  }
}

/** The languages of this server: ours, with what an operator changes or adds in a folder (WORDS_DIR). */
export async function loadLanguages(
  folder: string | null,
): Promise<{ languages: Languages; mistakes: readonly string[]; notes: readonly string[] }> {
  if (folder === null) return { languages: new Languages(), mistakes: [], notes: [] }
  const { readOperatorWords } = await import('./operator-words.ts')
  const catalogueOf = (tag: string) => (languageTags.includes(tag) ? readCatalogue(tag) : null)
  const { catalogues, mistakes, notes } = readOperatorWords(folder, catalogueOf)
  const tags = [...new Set([...languageTags, ...catalogues.keys()])]
  return { languages: new Languages(tags, (tag) => catalogues.get(tag) ?? readCatalogue(tag)), mistakes, notes }
}
