import { accentOnly, accentsOf, defaultAccent } from '../../config/color.ts'
import type { Config } from '../../config/settings.ts'
import type { Mail, MailBrand } from '../../mail/messages.ts'
import type { Deps } from '../platform/deps.ts'
import { type Appearance, loadAppearance } from '../platform/themes/appearance.ts'

/** What a mail looks like: the theme of the request that caused it. */
export const mailBrand = async (deps: Pick<Deps, 'config' | 'themes'>, mail: Mail): Promise<MailBrand> =>
  brandOfAppearance(deps.config, await loadAppearance(deps, mail.themeOf))

/** The parts of a theme that mails use. Mail programs show PNG and JPEG images alone. */
export function brandOfAppearance({ brand, issuer }: Pick<Config, 'brand' | 'issuer'>, look: Appearance): MailBrand {
  const { fill: color, text: textColor } = accentsOf(look.colors ?? accentOnly(brand.color ?? defaultAccent)).light
  const logo = look.logo?.mime === 'image/webp' ? null : look.logo
  return {
    name: look.instanceName,
    configuredName: brand.name,
    headName: logo && look.logoOf ? '' : look.name,
    logo: logo && { url: `${issuer}/assets/brand/${logo.digest}`, alt: look.logoOf ?? '' },
    issuer,
    color,
    textColor,
  }
}
