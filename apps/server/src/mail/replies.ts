interface SmtpError {
  code?: string
  responseCode?: number
  response?: string
  /** The command that was refused. */
  command?: string
}

/**
 * RFC 5321 section 4.2.1: a 5yz reply is permanent, and the same mail is not sent again. That holds for what is about the
 * mail: its sender, its recipient, its content. A greeting, an encryption or an authentication that is refused is about
 * this server's account with the mail server, and the mail waits until an operator has mended that.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as SmtpError
  return responseCode >= 500 && responseCode < 600 && /^(MAIL FROM|RCPT TO|DATA)$/.test(command)
}

/** The reply code and, where there is one, the enhanced status code (RFC 3463). The text may repeat an address. */
export function replyOf(error: unknown): string {
  const { responseCode, response = '' } = error as SmtpError
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return [responseCode, enhanced].filter(Boolean).join(' ')
}

/** RFC 3463 section 3.2: the mail server does not know the address. Where it gave no such code, by RFC 5321 section 4.2.3. */
export function isUnknownAddress(error: unknown): boolean {
  const { responseCode = 0, response = '', command = '' } = error as SmtpError
  if (command !== 'RCPT TO') return false
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return enhanced ? /^5\.1\.(1|2|3|6|10)$/.test(enhanced) : responseCode === 550 || responseCode === 553
}

/** What a mail server answered, for operators: the code, and the beginning of the text. */
export interface SmtpReply {
  code: number | null
  text: string | null
}

export const unanswered: SmtpReply = { code: null, text: null }

const keptText = 200

/** `secrets`: what the mail says and nobody but its reader may see; servers repeat what they dislike. */
export function smtpReply(reply: string | null, secrets: readonly string[]): SmtpReply {
  if (reply === null) return unanswered
  const [, code, rest] = /^(\d{3})?[ -]?([\s\S]*)$/.exec(reply) ?? []
  return { code: code === undefined ? null : Number(code), text: withoutAddresses(rest ?? '', secrets) }
}

/** The same of a failure: without an answer, the code of the error. */
export function replyOfError(error: unknown, secrets: readonly string[]): SmtpReply {
  const { responseCode, response, code } = error as SmtpError
  if (response !== undefined) return { ...smtpReply(response, secrets), code: responseCode ?? null }
  return { code: responseCode ?? null, text: code ?? null }
}

const withoutAddresses = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .reduce((left, secret) => left.replaceAll(secret, '…'), text)
    .replaceAll(/[^\s<>"'()]+/g, (word) => (word.slice(1, -1).includes('@') ? '…' : word))
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, keptText)
