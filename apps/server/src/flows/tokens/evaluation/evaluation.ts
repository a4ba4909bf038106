import {
  type Decision,
  type Evaluation,
  EvaluationFault,
  parseEvaluation,
  parseEvaluations,
} from '../../../oidc/evaluation.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Evaluator } from './evaluator.ts'
import { askedOf, readStanding, type Standing } from './standing.ts'

type Evaluate = (request: Record<string, unknown>) => Promise<Decision>

/** One evaluation. @throws EvaluationFault */
export const evaluate = (deps: Deps, evaluator: Evaluator, request: Record<string, unknown>): Promise<Decision> =>
  evaluateFor(deps, evaluator)(request)

/** Several evaluations, in their order, as far as they were made; what is wrong with one is its decision. @throws EvaluationFault */
export async function evaluateAll(
  deps: Deps,
  evaluator: Evaluator,
  request: Record<string, unknown>,
): Promise<Decision | { evaluations: Decision[] }> {
  const parsed = parseEvaluations(request)
  if (!parsed) return evaluate(deps, evaluator, request)
  const { items, until } = parsed
  const evaluateOrDeny = denyingFaults(evaluateFor(deps, evaluator))
  if (until === null) return { evaluations: await Promise.all(items.map(evaluateOrDeny)) }
  const evaluations: Decision[] = []
  for (const item of items) {
    const decision = await evaluateOrDeny(item)
    evaluations.push(decision)
    if (decision.decision === until) break
  }
  return { evaluations }
}

const denyingFaults =
  (evaluate: Evaluate): Evaluate =>
  async (request) => {
    try {
      return await evaluate(request)
    } catch (error) {
      if (!(error instanceof EvaluationFault)) throw error
      return { decision: false, context: { error: { status: error.status, message: error.message } } }
    }
  }

/** For the evaluations of one request: who a subject is in an organization is read once. */
function evaluateFor(deps: Deps, evaluator: Evaluator): Evaluate {
  const read = new Map<string, Promise<Standing>>()
  const standingOf = (evaluation: Evaluation): Promise<Standing> => {
    const { subject, resource } = evaluation
    const key = JSON.stringify([subject.type, subject.id, resource.type, resource.id])
    const standing = read.get(key) ?? readStanding(deps, evaluation)
    read.set(key, standing)
    return standing
  }
  return async (request) => {
    const evaluation = parseEvaluation(request)
    const asked = askedOf(deps, evaluator, evaluation)
    if (!asked) return denial('unknown_permission')
    const standing = await standingOf(evaluation)
    const isForeign = evaluator.organizationId !== null && evaluator.organizationId !== evaluation.resource.id
    if (standing === null || isForeign) return denial('not_member')
    if (standing === 'disabled') return denial('disabled')
    const judgement = standing(asked, evaluation)
    if (judgement === 'held') return { decision: true }
    return judgement === 'step_up' ? denial('step_up', { acr_values: asked.permission.minAcr }) : denial('not_held')
  }
}

const denial = (
  reason: 'not_member' | 'not_held' | 'unknown_permission' | 'step_up' | 'disabled',
  more: Record<string, unknown> = {},
): Decision => ({ decision: false, context: { reason, ...more } })
