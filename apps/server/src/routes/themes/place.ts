import type { Context } from 'hono'
import type { Actor } from '../../flows/platform/audit.ts'
import type { ThemeKey } from '../../flows/platform/themes/published-themes.ts'
import type { ThemePage } from '../../pages/themes/theme-page.ts'
import type { Submitted } from '../signed-in.ts'

/** A request of someone who may edit a theme. */
export interface ThemeRequest extends ThemePage {
  c: Context
  actor: Actor
  key: ThemeKey
  /** Whether their role lets them change it. */
  mayChange: boolean
}

/** Where a theme is edited: in the console, or by the owners of an organization. */
export interface ThemePlace {
  /** The pattern of the path of its page. */
  path: string
  /** Opens it; `submitted` for a form, which changes something. Whoever may not see it is refused. */
  open(c: Context, submitted?: Submitted): Promise<ThemeRequest>
}
