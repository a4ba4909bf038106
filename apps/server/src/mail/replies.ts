interface SmtpError {
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
