import type { Appearance } from '../flows/platform/themes/appearance.ts'
import type { Person } from '../oidc/claims.ts'
import { fullName } from '../oidc/person-names.ts'
import { pictureUrl } from '../pages/avatar.tsx'
import type { Frame } from '../pages/layout.tsx'
import { themeSheetUrl } from '../pages/themes/style-sheet.ts'
import { themedWords } from '../pages/themes/themed-words.ts'
import type { Words } from '../words/index.ts'

/** The words and the brand of a page in a look. `base` is the path of the issuer. */
export function themedFrame(base: string, words: Words, look: Appearance): Pick<Frame, 'words' | 'brand'> {
  const texts = look.texts[words.lang]
  const { logo, logoDark, icon, colors } = look
  const logoUrl = logo ? imageUrl(base, logo.digest) : look.logoUrl
  return {
    words: themedWords(words, texts),
    brand: {
      name: look.name,
      instanceName: look.instanceName,
      logo: logoUrl ? { url: logoUrl, darkUrl: logoDark && imageUrl(base, logoDark.digest), owner: look.logoOf } : null,
      iconUrl: icon && imageUrl(base, icon.digest),
      styleUrl: colors && `${base}${themeSheetUrl(colors)}`,
      helpUrl: look.helpUrl,
      footer: texts?.footer ?? null,
    },
  }
}

/** The path of an image of a theme. */
export const imageUrl = (base: string, digest: string): string => `${base}/assets/brand/${digest}`

/** What stands for a person on a page: a picture only where it is stored here, and no page asks another host for one. */
export const avatarOf = (base: string, person: Person): { id: string; name: string; picture: string | null } => ({
  id: person.id,
  name: fullName(person) ?? '',
  picture: pictureUrl(base, person.pictureId),
})
