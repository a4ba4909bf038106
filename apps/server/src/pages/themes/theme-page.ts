import type { Child } from 'hono/jsx'
import type { AccountFrame } from '../account/layout.tsx'
import type { ScriptName } from '../assets.ts'

export interface ThemeLayoutProps {
  title: string
  /** What has the theme, where that is said. */
  owner?: string
  /** The sentence that says what has just happened. */
  notice?: string | null
  scripts?: readonly ScriptName[]
  children?: Child
}

/** The page around a theme: of the console, or of an organization. */
export type ThemeLayout = (props: ThemeLayoutProps) => Child

/** What every page of a theme needs. */
export interface ThemePage {
  frame: AccountFrame
  /** The path of the page of the theme. */
  address: string
  PageLayout: ThemeLayout
}
