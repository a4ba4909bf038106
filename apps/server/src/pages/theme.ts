import { type Accent, type Accents, paper } from '../config/color.ts'

const variables = ({ fill, text, edge }: Accent, background: string): string =>
  `:root{--accent:${fill};--on-accent:${text};--edge:${edge};--paper:${background}}`

/** The custom properties that style.css expects: computed, so that text on the operator's color is always legible. */
export const theme = ({ light, dark }: Accents): string =>
  `${variables(light, paper.light)}@media (prefers-color-scheme:dark){${variables(dark, paper.dark)}}`
