import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { type KeyReport, takeKeyReport } from '../../flows/api-keys/reported-keys.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { minute } from '../../flows/platform/durations.ts'
import { enforceLimit } from '../../flows/platform/limits.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { decodeBody, readBody } from '../../http/bodies.ts'
import { HttpError } from '../../http/http-error.ts'
import { json } from '../../http/responses.ts'
import { networkOf } from '../../http/visitor.ts'
import { JsonFault, parseJson } from '../../oidc/json.ts'
import type { PageContext } from '../page-context.ts'

const maxBody = 1024 * 1024
const maxReports = 500
/** Requests from one network that are not signed by whom we trust. */
const failures = [{ count: 60, window: minute }]

/**
 * Takes reports of keys that were published (GitHub's secret scanning partner program). There is no such path unless
 * SECRET_SCANNING says whose reports are accepted.
 */
export const reportedKeyRoutes = ({ deps }: PageContext) => {
  const routes = new Hono()
  if (!deps.reportKeys) return routes
  return routes
    .post('/api-keys/reported', async (c) => json(await answerReports(deps, readReports(await signedBody(deps, c)))))
    .onError((error, c) => errorAsJson(deps, error, c))
}

/** The body, byte for byte: it is signed as it was sent. */
async function signedBody(deps: Deps, c: Context): Promise<Uint8Array> {
  const { headers } = c.req.raw
  const keyId = headers.get('github-public-key-identifier')
  const signature = headers.get('github-public-key-signature')
  if (keyId && signature) {
    const body = await readBody(c.req.raw, maxBody)
    if (await deps.reportKeys?.hasSigned(body, { keyId, signature })) return body
  }
  await enforceLimit(deps, `key-report-failures:${networkOf(c, deps.config.trustProxy)}`, failures)
  throw new HttpError(401, 'the report is not signed by whom this server trusts')
}

type TypedReport = KeyReport & { type: string }

function readReports(body: Uint8Array): TypedReport[] {
  const listed = parsed(body)
  if (!Array.isArray(listed) || listed.length > maxReports)
    throw new HttpError(400, `the body must be an array of at most ${maxReports} reports`)
  return listed.map((entry: unknown) => {
    const { token, type, url } = (entry ?? {}) as Record<string, unknown>
    if (typeof token !== 'string' || typeof type !== 'string')
      throw new HttpError(400, 'a report must have a token and a type')
    return { token, type, url: typeof url === 'string' ? url.slice(0, 2000) : '' }
  })
}

function parsed(body: Uint8Array): unknown {
  try {
    return parseJson(decodeBody(body))
  } catch (error) {
    throw error instanceof JsonFault ? new HttpError(400, `the body ${error.message}`) : error
  }
}

/** What GitHub wants to know of each text: whether it was a key. The text itself does not leave again. */
async function answerReports(deps: Deps, reports: readonly TypedReport[]) {
  const answers = []
  for (const { type, ...report } of reports)
    answers.push({
      token_hash: createHash('sha256').update(report.token).digest('hex'),
      token_type: type,
      label: (await takeKeyReport(deps, report)) ? 'true_positive' : 'false_positive',
    })
  return answers
}
