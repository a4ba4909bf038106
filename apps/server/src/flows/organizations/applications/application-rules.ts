import { registeredPrefix } from '../../../oidc/dynamic-clients/registration.ts'
import {
  type ApplicationPolicy,
  hostOfClientId,
  type Verdict,
} from '../../../oidc/dynamic-clients/third-party-clients.ts'
import {
  type ApplicationRuleRecord,
  findApplicationRules,
} from '../../../store/prisma/organizations/application-rules.ts'
import type { Actor } from '../../platform/audit.ts'
import { endAllConnections } from '../../platform/clients/agent-connections.ts'
import { findClientNames } from '../../platform/clients/client-names.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { changeOrganization } from '../changes.ts'

/** Few enough for one page. */
const rulesPerOrganization = 100

export type { ApplicationRuleRecord } from '../../../store/prisma/organizations/application-rules.ts'

/** The applications that an organization allows or blocks by itself. */
export async function listApplicationRules(
  deps: Deps,
  { organization }: OrganizationView,
): Promise<(ApplicationRuleRecord & { name: string })[]> {
  const rules = await findApplicationRules(deps.db, organization.id)
  const names = await findClientNames(
    deps,
    rules.map(({ application }) => application),
  )
  return rules.map((rule) => ({ ...rule, name: names.get(rule.application) ?? rule.application }))
}

/** What an application that an organization names is called: of a host, or of what is gone, the name itself. */
export const nameOfApplication = async (deps: Deps, application: string): Promise<string> =>
  (await findClientNames(deps, [application])).get(application) ?? application

/** Chooses which third-party clients may connect. Those that are connected already are asked about at their next refresh. */
export async function chooseApplicationPolicy(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  policy: ApplicationPolicy,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'organization.application_policy_changed', async (change) => {
    const before = change.organization.applicationPolicy
    if (before === policy) return
    await change.update({ applicationPolicy: policy })
    await change.record(['organization', organizationId], { policy, before })
  })
}

/**
 * An application as an organization names it: by the host of its metadata document, or by its id, which is the URL of one
 * document or what it got at its registration.
 */
export function parseApplication(typed: string): string {
  const name = typed.trim()
  if (/^dyn_[A-Za-z0-9_-]{1,100}$/.test(name)) return name
  const host = /^https:\/\/[^/?#]+\/?$/i.test(name) ? hostOfClientId(name) : name.toLowerCase()
  if (host !== null && host.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/.test(host)) return host
  if (name.length <= 512 && /^https:\/\/[\x21-\x7e]+$/.test(name) && hostOfClientId(name) !== null) return name
  throw new OperationRefused('invalid', 'application', 'invalid-domain')
}

/** Allows or blocks an application, whatever the policy says; null: the policy decides again. A block ends what it has. */
export async function ruleOnApplication(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  typed: string,
  verdict: Verdict | null,
): Promise<{ application: string; ended: number }> {
  const application = parseApplication(typed)
  return changeOrganization(deps, actor, organizationId, 'organization.application_rule_changed', async (change) => {
    const before = await change.findApplicationRule(application)
    if (before === verdict) return { application, ended: 0 }
    if (before === null && (await change.applicationRuleCount()) >= rulesPerOrganization)
      throw new OperationRefused('too-many', 'application', 'too-many-rules')
    await change.setApplicationRule(application, verdict, actor.id, deps.now())
    const ended =
      verdict === 'blocked' ? await endAllConnections(deps, change.tx, connectionsOf(organizationId, application)) : 0
    await change.record(['organization', organizationId], { application, verdict, ended })
    return { application, ended }
  })
}

/** The connections that a rule speaks of. */
const connectionsOf = (organizationId: string, application: string) =>
  application.startsWith(registeredPrefix) || hostOfClientId(application) !== null
    ? { organizationId, clientId: application }
    : { organizationId, clientIdPrefix: `https://${application}/` }
