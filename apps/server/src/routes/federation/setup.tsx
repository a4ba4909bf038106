import { type Context, Hono } from 'hono'
import { makeSetupToken, setupDirectory } from '../../flows/directory/setup-token.ts'
import type { ConnectionView } from '../../flows/federation/connections.ts'
import { mailSetupCode, type OpenSetup, openSetup, type SetupView, viewSetup } from '../../flows/federation/setup.ts'
import {
  beginSetupTest,
  nameSetupDomain,
  proveSetupDomain,
  saveSetupConnection,
  setupProgress,
} from '../../flows/federation/setup-acts.ts'
import { txtName, txtValue } from '../../flows/organizations/domains/domain-checks.ts'
import { domainOf, shortAddress } from '../../flows/platform/addresses.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'
import { formField, formParams } from '../../http/forms.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page, seeOther } from '../../http/responses.ts'
import { type Provider, providers } from '../../oidc/federation/connection.ts'
import type { Params } from '../../oidc/params.ts'
import { ClosedSetupPage, SetupPage } from '../../pages/federation/setup.tsx'
import { SetupTokenPage } from '../../pages/federation/setup-directory.tsx'
import type { Frame } from '../../pages/layout.tsx'
import { NoticePage } from '../../pages/notice.tsx'
import { timeFormat } from '../../words/dates.ts'
import { formStatus, problemText, problemTexts } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import {
  addressesFor,
  addressesOf,
  newIssuer,
  providerChoices,
  trustOf,
  typedProvider,
  valuesOfProvider,
} from './provider-values.ts'
import { attemptOf, NamedAttempt } from './shown-attempts.tsx'
import { sendTest } from './test-redirect.ts'

/** A request to the pages of a set-up link. */
interface SetupRequest {
  context: PageContext
  c: Context
  token: string
  /** The path of the link. */
  path: string
  view: SetupView
  params: Params
}

/** A form that was refused. */
interface RefusedSetup {
  problems: Record<string, Problem>
}

/**
 * How the administrator of a company, who has no account here, prepares the sign-in of an organization. Whoever has the link
 * still needs the mailbox that it names, and then the browser that entered the code.
 */
export const setupRoutes = (context: PageContext): Hono => {
  const app = new Hono()
  if (!context.deps.config.sso) return app
  const act = (path: string, run: (request: SetupRequest) => Promise<Response>) =>
    app.post(`/setup/:token${path}`, async (c) => run(await open(context, c, await formParams(c.req.raw))))
  app.get('/setup/:token', async (c) => showSetup(await open(context, c, queryParams(c.req.raw))))
  act('/code', sendCode)
  act('/open', enterCode)
  act('/domain', (request) => inSetup(request, addDomain))
  act('/domain/check', (request) => inSetup(request, checkDomain))
  act('/provider', (request) => inSetup(request, saveProvider))
  act('/test', (request) => inSetup(request, test))
  act('/directory-token', (request) => inSetup(request, makeToken))
  return app
}

async function open(context: PageContext, c: Context, params: Params): Promise<SetupRequest> {
  const token = pathParameter(c, 'token')
  const view = await viewSetup(context.deps, token, visitorOf(context, c))
  return { context, c, token, path: `${context.base}/setup/${encodeURIComponent(token)}`, view, params }
}

const visitorOf = ({ deps, visitor }: PageContext, c: Context) => ({
  ...visitor(c),
  setupCookie: readCookie(deps.config, c.req.raw.headers.get('cookie'), 'setup'),
})

const frameOf = ({ context, c }: SetupRequest) => {
  const frame = context.frame(c)
  return { ...frame, date: timeFormat(frame.words.lang, null) }
}

async function showSetup(request: SetupRequest, refused?: RefusedSetup): Promise<Response> {
  const { view } = request
  if (view.kind === 'open') return showSteps(request, view, refused)
  if (view.kind === 'closed') return showClosed(request, view, null)
  return showNotice(request, view.kind)
}

/** 410 for a link that is gone for everybody, 403 in any other browser than its own. */
function showNotice(request: SetupRequest, kind: 'gone' | 'elsewhere' | 'done'): Promise<Response> {
  const { context, c } = request
  const frame = context.frame(c)
  const { setup } = frame.words
  const title = { gone: setup.goneTitle, elsewhere: setup.elsewhereTitle, done: frame.words.org.tabs.sso }[kind]
  const status = { gone: 410, elsewhere: 403, done: 200 }[kind]
  return page(<NoticePage frame={frame} title={title} text={setup[kind]} />, { status })
}

function showClosed(
  { context, c, path }: SetupRequest,
  { link, organization }: Extract<SetupView, { kind: 'closed' }>,
  entered: { problem?: Problem } | null,
  cookies: readonly string[] = [],
): Promise<Response> {
  const frame = context.frame(c)
  return page(
    <ClosedSetupPage
      frame={frame}
      organization={organization.name}
      address={shortAddress(link.email)}
      action={path}
      digits={entered ? context.deps.config.codeLength : null}
      problem={problemText(frame, entered?.problem)}
    />,
    { ...formStatus(entered?.problem), cookies },
  )
}

async function sendCode(request: SetupRequest): Promise<Response> {
  const { context, c, view } = request
  if (view.kind !== 'closed') return showSetup(request)
  const cookie = await mailSetupCode(context.deps, view, visitorOf(context, c))
  return showClosed(request, view, {}, [setCookie(context.deps.config, 'setup', cookie)])
}

async function enterCode(request: SetupRequest): Promise<Response> {
  const { context, c, view, params, path } = request
  if (view.kind !== 'closed') return showSetup(request)
  const problem = await openSetup(context.deps, view, formField(params, 'code'), visitorOf(context, c))
  return problem ? showClosed(request, view, { problem }) : seeOther(path)
}

type Opened = SetupRequest & { opened: OpenSetup }

/** An act of whoever has opened the link in this browser. What is wrong with a form is said beside its field. */
async function inSetup(request: SetupRequest, act: (request: Opened) => Promise<Response>): Promise<Response> {
  const { view } = request
  if (view.kind !== 'open') return showSetup(request)
  try {
    return await act({ ...request, opened: view })
  } catch (error) {
    if (!(error instanceof OperationRefused) || !error.field || !error.problem) throw error
    return showSetup(request, { problems: { [error.field]: error.problem } })
  }
}

/** The page again, with the domain that is being proven. */
const back = ({ path }: SetupRequest, domain: string): Response =>
  seeOther(domain ? `${path}?${new URLSearchParams({ domain })}` : path)

const typedDomain = ({ params }: SetupRequest): string => formField(params, 'domain').trim().slice(0, 254)

async function addDomain(request: Opened): Promise<Response> {
  return back(request, await nameSetupDomain(request.context.deps, request.opened, typedDomain(request)))
}

async function checkDomain(request: Opened): Promise<Response> {
  await proveSetupDomain(request.context.deps, request.opened, typedDomain(request))
  return back(request, typedDomain(request))
}

async function saveProvider(request: Opened): Promise<Response> {
  const { context, opened, params } = request
  const named = { provider: formField(params, 'provider'), name: formField(params, 'name') }
  await saveSetupConnection(context.deps, opened, { ...named, ...trustOf(params) }, typedDomain(request))
  return back(request, typedDomain(request))
}

async function test(request: Opened): Promise<Response> {
  const { context, c, opened, token } = request
  const query = new URLSearchParams({ domain: typedDomain(request) })
  const returnPath = `/setup/${token}?${query}`
  return sendTest(context, returnPath, () => beginSetupTest(context.deps, opened, context.visitor(c), returnPath))
}

async function makeToken(request: Opened): Promise<Response> {
  const { context, opened, path } = request
  const made = await makeSetupToken(context.deps, opened)
  const frame = frameOf(request)
  const back = { href: path, label: frame.words.setup.title({ organization: opened.organization.name }) }
  return page(<SetupTokenPage frame={frame} {...made} back={back} />)
}

const knownProvider = (text: string): Provider | undefined => providers.find((name) => name === text)

async function showSteps(request: SetupRequest, opened: OpenSetup, refused?: RefusedSetup): Promise<Response> {
  const { context, params, path } = request
  const { deps } = context
  const { link, organization } = opened
  const { connection, attached, domain, name } = await setupProgress(deps, opened, {
    typed: typedDomain(request),
    fallback: link.approvedDomain ?? domainOf(link.email) ?? '',
  })
  const frame = frameOf(request)
  const { issuerProblem, ...step } = providerStep(request, opened, connection, refused)
  const problems = refused?.problems ?? (issuerProblem ? { issuer: issuerProblem } : undefined)
  const reference = request.c.req.method === 'GET' ? formField(params, 'attempt') : ''
  const attempt = await attemptOf(context, reference, ({ setupLinkId }) => setupLinkId === link.id)
  return page(
    <SetupPage
      frame={frame}
      organization={organization.name}
      action={path}
      until={link.expiresAt}
      domain={{
        name,
        proven: domain?.proven ?? false,
        attached: attached.includes(name),
        record: domain && { name: txtName(name), value: txtValue(domain.token) },
      }}
      {...step}
      saved={connection !== null}
      tested={connection?.state === 'tested'}
      directory={await setupDirectory(deps, opened)}
      problems={problemTexts(frame, problems)}
      attempt={attempt && <NamedAttempt frame={frame} attempt={attempt} />}
    />,
    formStatus(problems),
  )
}

/** What is entered about the provider, here and there. */
function providerStep(
  request: SetupRequest,
  { organization }: OpenSetup,
  connection: ConnectionView | null,
  refused: RefusedSetup | undefined,
) {
  const { context, params } = request
  const { deps } = context
  const provider = connection?.provider ?? knownProvider(formField(params, 'provider'))
  const { issuer, problem } = connection || !provider ? { issuer: null } : newIssuer(deps, provider, params)
  const addresses = connection
    ? addressesOf(deps, connection)
    : addressesFor(deps, { organizationId: organization.id, issuer })
  if (!provider) return { form: null, addresses }
  const asksIssuer = addresses.redirectUri === null && !refused
  const isStored = refused ? refused.problems.domain !== undefined : !asksIssuer
  const form = {
    ...{ provider, hasSecret: connection?.hasSecret ?? false, ...providerChoices(provider), asksIssuer },
    values: isStored
      ? storedValues(provider, connection ?? { issuer }, context.frame(request.c))
      : typedProvider(params),
  }
  return { form, addresses, issuerProblem: asksIssuer ? problem : undefined }
}

const storedValues = (
  provider: Provider,
  known: ConnectionView | { issuer: string | null },
  { words }: Pick<Frame, 'words'>,
) =>
  'id' in known
    ? valuesOfProvider(known)
    : {
        ...{ name: words.sso.providers[provider], issuer: known.issuer ?? '', clientId: '' },
        authMethod: providerChoices(provider).methods[0] ?? '',
      }
