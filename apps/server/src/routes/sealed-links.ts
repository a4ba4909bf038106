import type { Deps } from '../flows/platform/deps.ts'

/** Longer than any that a page makes: names and searches are limited. */
const maxLength = 4000

/**
 * Texts for the links of our own pages, such as the cursor of a list or the name in a notice. Nobody else can make one,
 * so a link from elsewhere can't put words on a page. One that was made for another purpose is not opened.
 */
export const sealTexts = ({ keyring }: Pick<Deps, 'keyring'>, purpose: string, texts: readonly string[]): string =>
  keyring.seal('page-link', JSON.stringify([purpose, ...texts]))

/** The texts, or null if they were not sealed here for this purpose. */
export function openTexts({ keyring }: Pick<Deps, 'keyring'>, purpose: string, sealed: string): string[] | null {
  const opened = sealed.length <= maxLength ? keyring.open('page-link', sealed) : null
  if (opened === null) return null
  const [found, ...texts] = JSON.parse(opened) as string[]
  return found === purpose ? texts : null
}
