import { themeTextKeys } from '../../flows/platform/themes/texts.ts'
import type { ThemeField } from '../../pages/themes/editor.tsx'
import type { Words } from '../../words/index.ts'
import { button, type Label, type ListedForms, technical } from './listed-form.ts'

type ThemeWords = Words['console']['themes']
const themes =
  (label: (words: ThemeWords) => string): Label =>
  ({ console }) =>
    label(console.themes)

const saveDraft = themes((words) => words.saveDraft)

const fields = {
  name: themes((words) => words.name),
  accent: themes((words) => words.accent),
  accent_dark: themes((words) => words.accentDark),
  paper: themes((words) => words.paper),
  paper_dark: themes((words) => words.paperDark),
  ground: themes((words) => words.ground),
  ground_dark: themes((words) => words.groundDark),
  radius: themes((words) => words.radius),
  help_url: themes((words) => words.helpUrl),
  privacy_url: themes((words) => words.privacyUrl),
  terms_url: themes((words) => words.termsUrl),
} satisfies Record<ThemeField, Label>

/** The forms of a theme at one of its places. Those of its images have files, which are not kept. */
export const themeForms = (place: string): ListedForms => ({
  [place]: {
    acts: {
      save: saveDraft,
      'save-and-publish': themes((words) => words.publish),
      publish: themes((words) => words.publish),
      discard: themes((words) => words.discard),
      restore: themes((words) => words.restore),
      allow: themes((words) => words.allow),
      decline: themes((words) => words.decline),
      'remove-logo-url': ({ me }) => me.remove,
    },
    fields,
  },
  [`${place}/texts`]: {
    ...button(saveDraft),
    fields: { language: themes((words) => words.language), ...technical(themeTextKeys) },
  },
})
