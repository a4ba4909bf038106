import { type OutboxMessage, refuseMessage } from '../../store/beyond-prisma/outbox.ts'
import type { Deps } from '../platform/deps.ts'
import { loadAppearance } from '../platform/themes/appearance.ts'
import type { TextMessage } from './outbox.ts'
import { webhookHeaders } from './webhook-signature.ts'

/**
 * Hands a text message to the gateway. False when it was refused for good: nothing is sent again, and the page of the code
 * says so. Throws when it was not taken yet.
 */
export async function sendTextMessage(deps: Deps, { id }: OutboxMessage, message: TextMessage): Promise<boolean> {
  const gateway = deps.config.sms?.gateway
  const { text, lang } = await composeTextMessage(deps, message)
  if (gateway?.kind === 'terminal') {
    deps.showTextMessage({ to: message.to, text })
    return true
  }
  const status = gateway ? await post(deps, gateway, id, { ...message, text, lang }) : null
  if (status !== null && status >= 200 && status < 300) return true
  // What the gateway answered may repeat the number or the code, so only its status is noted.
  if (status !== null && (status < 400 || status >= 500))
    throw Object.assign(new Error('not taken'), { name: 'TextMessageNotTaken', responseCode: status })
  const refusal = status === null ? 'there is no gateway' : `status ${status}`
  await refuseMessage(deps.db, id, refusal)
  deps.log.warn({ message: id, kind: 'sms', refusal }, 'the gateway refused a text message for good')
  deps.counters.message('sms', 'refused')
  return false
}

/** The body is signed as webhooks are (Standard Webhooks 1.0); `webhook-id` is the same for each attempt. */
async function post(
  deps: Deps,
  { url, secret }: { url: string; secret: string },
  id: string,
  { kind, to, text, lang, expiresAt }: TextMessage & { text: string; lang: string },
): Promise<number> {
  const body = JSON.stringify({ to, text, kind, expires_at: expiresAt, locale: lang })
  const { status } = await deps.outbound(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...webhookHeaders([secret], id, deps.now(), body) },
    body,
  })
  return status
}

/** The last line binds the code to our origin ("Origin-bound one-time codes delivered via SMS", WICG). */
async function composeTextMessage(deps: Deps, { code, locales }: TextMessage): Promise<{ text: string; lang: string }> {
  const words = deps.languages.mailWordsFor(locales)
  const { instanceName: brand } = await loadAppearance(deps)
  const { hostname } = new URL(deps.config.issuer)
  return { text: `${words.textMessages.phoneCode({ code, brand })}\n\n@${hostname} #${code}`, lang: words.lang }
}
