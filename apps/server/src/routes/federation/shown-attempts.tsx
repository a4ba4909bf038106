import type { Child } from 'hono/jsx'
import { type AttemptReport, findAttempt } from '../../flows/federation/upstream/attempts.ts'
import { attemptCursor, attemptsAfter } from '../../flows/management/connections.ts'
import { AttemptOutcome, FederationAttempts, FederationChecks } from '../../pages/federation/attempts.tsx'
import type { Frame } from '../../pages/layout.tsx'
import type { Times } from '../../words/dates.ts'
import { listingOf, paged, perPage } from '../listing.ts'
import type { OrganizationRequest } from '../organizations/request.ts'
import type { PageContext } from '../page-context.ts'

/** The recent attempts at a connection, and the one that the URL names with its checks. */
export async function shownAttempts(
  { context, c }: Pick<OrganizationRequest, 'context' | 'c'>,
  frame: Frame & { times: Times },
  { id, path }: { id: string; path: string },
): Promise<Child> {
  const { parameter } = listingOf(c)
  const named = await attemptOf(context, parameter('attempt'), ({ connectionId }) => connectionId === id)
  const cursor = parameter('attempts') || null
  const found = await attemptsAfter(context.deps, id, { cursor, limit: perPage + 1 })
  const attempts = paged<AttemptReport>(found, { query: '', after: cursor }, path, attemptCursor, {
    parameter: 'attempts',
  })
  return (
    <>
      {named && <NamedAttempt frame={frame} attempt={named} />}
      <FederationAttempts
        frame={frame}
        attempts={attempts}
        hrefOf={({ reference }) => `${path}?${new URLSearchParams({ attempt: reference })}`}
      />
    </>
  )
}

/** An attempt by its reference, if it is one of those that may be seen here. */
export async function attemptOf(
  { deps }: Pick<PageContext, 'deps'>,
  reference: string,
  isShown: (attempt: AttemptReport) => boolean,
): Promise<AttemptReport | null> {
  const attempt = reference === '' ? null : await findAttempt(deps, reference)
  return attempt && isShown(attempt) ? attempt : null
}

export const NamedAttempt = ({ frame, attempt }: { frame: Frame; attempt: AttemptReport }) => (
  <section>
    <h2>{frame.words.federation.attempt({ reference: attempt.reference })}</h2>
    <AttemptOutcome frame={frame} attempt={attempt} />
    <FederationChecks frame={frame} checks={attempt.checks} />
  </section>
)
