import { parseDocumentUrl } from '../../../oidc/dynamic-clients/document-url.ts'
import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import { findClientRuleRecord, putClientRule } from '../../../store/prisma/clients/clients.ts'
import { inTransaction } from '../../platform/audit.ts'
import type { ClientRule, ClientRuleRecord } from '../../platform/clients/client-rules.ts'
import type { Deps } from '../../platform/deps.ts'
import { cleanName } from '../../platform/names.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type ClientManager, requireRightsOver } from '../clients/client-managers.ts'
import { recordingRefusal } from '../managers.ts'

/** More would be a mistake: every process holds all of them in memory. */
const maxRules = 2000
const maxNote = 200

export const ruleVerdicts = ['listed', 'blocked'] as const

/** What an operator decides about a host, or about one client. */
export interface ClientRuleInput {
  verdict: (typeof ruleVerdicts)[number]
  note: string
}

/** The rules in the order of their patterns. */
export async function listClientRules(
  deps: Deps,
  manager: ClientManager,
  { after, limit }: { after: string | null; limit: number },
): Promise<ClientRule[]> {
  requireRightsOver(manager)
  await deps.clientRules.refresh()
  return deps.clientRules
    .all()
    .filter(({ pattern }) => after === null || pattern > after)
    .slice(0, limit)
}

/** @throws OperationRefused not-found */
export async function getClientRule(deps: Deps, manager: ClientManager, pattern: string): Promise<ClientRule> {
  requireRightsOver(manager)
  await deps.clientRules.refresh()
  const rule = deps.clientRules.find(pattern)
  if (!rule) throw new OperationRefused('not-found')
  return rule
}

/** A host, in lower case however it was typed, or the URL of a metadata document as it is. */
function parsePattern(text: string): Pick<ClientRuleRecord, 'pattern' | 'kind'> {
  const pattern = text.trim()
  if (/^https:/i.test(pattern) && parseDocumentUrl(pattern)) return { pattern, kind: 'url' }
  const host = parseDocumentUrl(`https://${pattern.toLowerCase()}/`)?.host
  if (host === undefined || host !== pattern.toLowerCase())
    throw new OperationRefused('invalid', 'pattern', pattern === '' ? 'required' : 'invalid-url')
  return { pattern: host, kind: 'host' }
}

function cleanNote(text: string): string {
  const cleaned = cleanName(text, maxNote)
  if (!cleaned.ok) throw new OperationRefused('invalid', 'note', cleaned.problem)
  return cleaned.name
}

/** The rule as it would be stored. @throws OperationRefused invalid */
export const checkClientRule = (
  pattern: string,
  note: string,
): Pick<ClientRuleRecord, 'pattern' | 'kind' | 'note'> => ({
  ...parsePattern(pattern),
  note: cleanNote(note),
})

/** Lists or blocks a host or a client. Returns the pattern as it is kept. */
export async function setClientRule(
  deps: Deps,
  manager: ClientManager,
  given: string,
  { verdict, note }: ClientRuleInput,
): Promise<string> {
  const record = { ...checkClientRule(given, note), verdict }
  const { pattern } = record
  await recordingRefusal(deps, manager.actor, { action: 'client.rule_set', target: ['client', pattern] }, async () => {
    requireRightsOver(manager)
    const { kind: createdByKind, id: createdById } = manager.actor
    await inTransaction(deps, async (tx) => {
      const changeNumber = await nextChangeNumber(tx, 'client_rule')
      const known = await findClientRuleRecord(tx, pattern)
      if (known?.verdict === verdict && known.note === record.note) return
      if (!known?.verdict && deps.clientRules.all().length >= maxRules) throw new OperationRefused('too-many')
      await putClientRule(tx, { ...record, createdByKind, createdById, createdAt: deps.now(), changeNumber })
      await tx.record(manager.actor, {
        action: 'client.rule_set',
        target: ['client', pattern],
        detail: { verdict, note: record.note },
      })
    })
  })
  await deps.afterCommit(() => deps.clientRules.refresh())
  return pattern
}

/** Removes a rule: the configuration decides again. @throws OperationRefused not-found */
export async function removeClientRule(deps: Deps, manager: ClientManager, pattern: string): Promise<void> {
  await recordingRefusal(
    deps,
    manager.actor,
    { action: 'client.rule_removed', target: ['client', pattern] },
    async () => {
      requireRightsOver(manager)
      await inTransaction(deps, async (tx) => {
        const changeNumber = await nextChangeNumber(tx, 'client_rule')
        const known = await findClientRuleRecord(tx, pattern)
        if (!known?.verdict) throw new OperationRefused('not-found')
        await putClientRule(tx, { ...known, verdict: null, note: '', changeNumber })
        await tx.record(manager.actor, {
          action: 'client.rule_removed',
          target: ['client', pattern],
          detail: { verdict: known.verdict },
        })
      })
    },
  )
  await deps.afterCommit(() => deps.clientRules.refresh())
}
