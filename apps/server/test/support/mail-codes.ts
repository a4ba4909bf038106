/** Mails with a code end with the line by which a browser fills it in: `@host #123456`. */
export const hasCode = (mail: { text?: string | undefined }): boolean => /^@/m.test(mail.text ?? '')

/** The code of a mail: the only run of six or more digits in its text. */
export const codeIn = (mail: { text?: string | undefined }): string => {
  const body = (mail.text ?? '')
    .split('\n')
    .filter((line) => !line.startsWith('@'))
    .join('\n')
  const runs = body.match(/\d{6,}/g) ?? []
  if (runs.length !== 1) throw new Error(`the mail has ${runs.length} runs of digits`)
  return runs[0] as string
}
