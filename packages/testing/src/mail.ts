/**
 * A mail of the test server, or a text message, which has no HTML.
 *
 * @example
 * ```ts
 * import { type Mail, startVestibule } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * const invitation: Mail = await vestibule.nextMail({ to: 'grace@example.com', subject: /invite/ })
 * const link = /https?:\S+/.exec(invitation.text)?.[0]
 * ```
 */
export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/**
 * Which mail a test waits for.
 *
 * @example
 * ```ts
 * import { startVestibule, type WantedMail } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule()
 * const invitation: WantedMail = { to: 'grace@example.com', subject: /invites you/, timeout: 10_000 }
 * console.log((await vestibule.nextMail(invitation)).text)
 * ```
 */
export interface WantedMail {
  to: string
  /** The whole subject, or a pattern in it. Default: any. */
  subject?: RegExp | string
  /** Milliseconds. Default: 4000. */
  timeout?: number
}
