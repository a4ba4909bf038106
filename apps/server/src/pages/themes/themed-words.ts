import type { Words } from '../../words/index.ts'

/** Puts values in the places of their names in braces. */
const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** The words of a language with the texts of a theme in place of ours. */
export function themedWords(words: Words, texts: Readonly<Partial<Record<string, string>>> = {}): Words {
  if (Object.keys(texts).length === 0) return words
  const { code_intro: codeIntro, terms_intro: termsIntro, organization_intro: organizationIntro } = texts
  const { email, code, termsStep, profile, organization } = words
  return {
    ...words,
    email: {
      ...email,
      title: texts.sign_in_title ?? email.title,
      intro: texts.sign_in_intro ?? email.intro,
      createTitle: texts.sign_up_title ?? email.createTitle,
    },
    code: {
      ...code,
      title: texts.code_title ?? code.title,
      intro: codeIntro ? ({ address, digits }) => filled(codeIntro, { address, digits: String(digits) }) : code.intro,
    },
    termsStep: {
      ...termsStep,
      title: texts.terms_title ?? termsStep.title,
      intro: termsIntro ? ({ brand }) => filled(termsIntro, { name: brand }) : termsStep.intro,
    },
    profile: {
      ...profile,
      title: texts.profile_title ?? profile.title,
      intro: texts.profile_intro ?? profile.intro,
    },
    organization: {
      ...organization,
      title: texts.organization_title ?? organization.title,
      intro: organizationIntro ? ({ application }) => filled(organizationIntro, { application }) : organization.intro,
    },
  }
}
