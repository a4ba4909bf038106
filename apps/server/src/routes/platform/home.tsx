import { type Context, Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { exampleSecret } from '../../config/example-clients.ts'
import type { Config } from '../../config/settings.ts'
import { isOperator } from '../../flows/identity/operator-roles.ts'
import { findSignedIn } from '../../flows/identity/signed-in.ts'
import { offersFirstOperator } from '../../flows/management/first-operator.ts'
import { securityHeaders } from '../../http/headers.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page } from '../../http/responses.ts'
import type { Client } from '../../oidc/clients.ts'
import type { ContentCoding } from '../../pages/assets.ts'
import { DevelopmentHomePage } from '../../pages/development/home.tsx'
import { HomePage } from '../../pages/home.tsx'
import { isDeveloper } from '../development/developer-only.ts'
import type { PageContext } from '../page-context.ts'

/** The page at the issuer's own address, and the assets of every page. */
export const homeRoutes = (context: PageContext) =>
  new Hono()
    .get('/', (c) => homePage(context, c))
    .get('/assets/:name', (c) => asset(context, c, pathParameter(c, 'name')))
    // Browsers and phones request these paths on their own.
    .get('/favicon.ico', (c) => asset(context, c, 'favicon.ico'))
    .get('/apple-touch-icon.png', (c) => asset(context, c, 'apple-touch-icon.png'))

async function homePage(context: PageContext, c: Context): Promise<Response> {
  const { deps } = context
  const signedIn = await findSignedIn(deps, context.visitor(c))
  const address = signedIn?.person.email ?? null
  if (!isDeveloper(c, deps.config)) return page(<HomePage frame={context.frame(c)} address={address} />)
  const operator = signedIn !== null && (await isOperator(deps, signedIn.person.id))
  const applications = [...deps.clients.all()].map((client) => applicationOf(deps.config, client))
  return page(
    <DevelopmentHomePage
      frame={context.frame(c, null, ['en'])}
      issuer={deps.config.issuer}
      address={address}
      operator={operator}
      withoutOperator={await offersFirstOperator(deps)}
      applications={applications}
      examples={deps.config.exampleClients}
      exampleClientId={deps.clients.exampleClientId}
    />,
  )
}

const applicationOf = (config: Config, client: Client) => ({
  id: client.id,
  name: client.name,
  redirectUris: client.redirectUris,
  loginUrl: client.initiateLoginUri,
  settings: [
    `VESTIBULE_ISSUER=${config.issuer}`,
    `VESTIBULE_CLIENT_ID=${client.id}`,
    ...(client.secretDigests.length > 0 ? [`VESTIBULE_CLIENT_SECRET=${secretOf(config, client)}`] : []),
  ].join('\n'),
})

/** Those of the example applications are in the documentation; no other secret is ever shown. */
function secretOf({ exampleClients }: Config, { id, variable }: Client): string {
  if (variable === null) return '   # was shown once, when the application was made'
  return exampleClients ? exampleSecret(id) : '   # its OIDC_CLIENT_<n>_SECRET'
}

function asset({ assets }: PageContext, c: Context, name: string): Response {
  const found = assets.find(name)
  if (!found) throw new HttpError(404, 'there is no such asset')
  const caching = found.maxAge === null ? 'public, max-age=31536000, immutable' : `public, max-age=${found.maxAge}`
  const headers = { ...securityHeaders, 'Content-Type': found.type, 'Cache-Control': caching }
  if (!found.encoded) return new Response(found.body, { headers })
  const coding = acceptedCoding(c)
  const varying = { ...headers, Vary: 'Accept-Encoding' }
  if (coding === 'identity') return new Response(found.body, { headers: varying })
  return new Response(found.encoded(coding), { headers: { ...varying, 'Content-Encoding': coding } })
}

/** The smallest coding that the browser takes (RFC 9110 section 12.5.3). */
const acceptedCoding = (c: Context): ContentCoding =>
  accepts(c, {
    header: 'Accept-Encoding',
    supports: ['br', 'gzip'],
    default: 'identity',
    match: (accepted, { supports, default: identity }) =>
      supports.find((coding) => accepted.some(({ type, q }) => type === coding && q > 0)) ?? identity,
  }) as ContentCoding
