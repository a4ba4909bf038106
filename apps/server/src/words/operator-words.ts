// The words of an operator (WORDS_DIR): a file or a folder for each language, with the sentences that they change, or with a
// language of their own. Loaded only where the variable is set, and with it the parser of messages.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { asCatalogue, compileCatalogue, overlaid, type WordsFile } from './compile-catalogue.ts'
import type { CompiledCatalogue, Messages } from './message.ts'

interface OperatorWords {
  /** The catalogues that the files change or add, whole. */
  catalogues: ReadonlyMap<string, CompiledCatalogue>
  /** Every mistake in the files, as a sentence. */
  mistakes: string[]
  /** What a language lacks: those messages are in English. */
  notes: string[]
}

/** @param catalogueOf - The catalogue of a language of ours; null for other languages. */
export function readOperatorWords(
  folder: string,
  catalogueOf: (tag: string) => CompiledCatalogue | null,
): OperatorWords {
  const mistakes: string[] = []
  const notes: string[] = []
  const catalogues = new Map<string, CompiledCatalogue>()
  const english = messagesOf(catalogueOf('en'))
  for (const [tag, files] of filesByTag(folder, mistakes)) {
    const compilation = compileCatalogue({ lang: tag, files, english })
    for (const mistake of compilation.mistakes) mistakes.push(mistake)
    const own = catalogueOf(tag)
    if (!own && compilation.missing.length > 0)
      notes.push(`${tag}: ${compilation.missing.length} messages are in English, such as ${compilation.missing[0]}`)
    catalogues.set(tag, asCatalogue(tag, overlaid(own ? messagesOf(own) : english, compilation.messages)))
  }
  return { catalogues, mistakes, notes }
}

const messagesOf = (catalogue: CompiledCatalogue | null): Messages =>
  catalogue ? { ...catalogue.pages, mails: catalogue.mails } : {}

/** `de.json`, and every JSON file in a folder `de`. Other files, such as a README, are no words. */
function filesByTag(folder: string, mistakes: string[]): Map<string, WordsFile[]> {
  const files = new Map<string, WordsFile[]>()
  const add = (tag: string, name: string) => {
    const canonical = canonicalTag(tag)
    if (canonical !== tag)
      mistakes.push(
        `${name}: ${tag} is not a language tag${canonical ? `: write ${canonical}` : ', such as de or pt-BR'}`,
      )
    else files.set(tag, [...(files.get(tag) ?? []), ...readJson(join(folder, name), name, mistakes)])
  }
  for (const entry of namesIn(folder, '', mistakes)) {
    if (isFolder(join(folder, entry)))
      for (const name of namesIn(join(folder, entry), entry, mistakes).filter(isJson)) add(entry, `${entry}/${name}`)
    else if (isJson(entry)) add(entry.slice(0, -'.json'.length), entry)
  }
  return files
}

/** @param shown - How mistakes name a folder inside the folder. */
function namesIn(folder: string, shown: string, mistakes: string[]): string[] {
  try {
    // A mounted ConfigMap of Kubernetes has folders of its own, whose names begin with a dot.
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort()
  } catch {
    mistakes.push(`${shown || folder}: is not a folder that can be read`)
    return []
  }
}

/** Also by a symbolic link: whoever mounts or shares files uses them. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const isJson = (name: string): boolean => name.endsWith('.json')

/** Bytes. The whole catalogue of a language has a sixth of it. */
const largestFile = 1_000_000

function readJson(path: string, name: string, mistakes: string[]): WordsFile[] {
  try {
    const file = statSync(path)
    // A pipe or a device would never end.
    if (!file.isFile()) throw new Error('not a file')
    if (file.size > largestFile) {
      mistakes.push(`${name}: is larger than a megabyte`)
      return []
    }
    return [{ name, content: JSON.parse(readFileSync(path, 'utf8')) }]
  } catch (error) {
    mistakes.push(`${name}: ${error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'}`)
    return []
  }
}

/** Null for what is not a language tag at all. */
function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}
