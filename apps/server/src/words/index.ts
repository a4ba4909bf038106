export type { MailWords, Words } from './generated/words.ts'
export { type LanguageName, Languages, loadLanguages } from './languages.ts'
