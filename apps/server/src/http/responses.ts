import { noStore, pageHeaders, securityHeaders } from './headers.ts'

const jsonHeaders = { ...securityHeaders, ...noStore, 'Content-Type': 'application/json' }

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...jsonHeaders, ...headers } })

export const empty = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { ...securityHeaders, ...noStore, ...headers } })

/** 303: the browser continues with GET and does not send the fields of the form again (RFC 9700 section 4.12). */
export const seeOther = (location: string, cookies: readonly string[] = []): Response => {
  const headers = { ...securityHeaders, ...noStore, Location: inAscii(location) }
  const response = new Response(null, { status: 303, headers })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/** Headers are ASCII: other characters of a path or a registered URI are percent-encoded (RFC 3986 section 2.5). */
const inAscii = (location: string): string =>
  location.toWellFormed().replaceAll(/[^\x21-\x7e]+/gu, (characters) => encodeURIComponent(characters))

/** An element of hono/jsx. Every page has a frame, which may show logos that are served elsewhere. */
interface PageElement {
  props: {
    frame?: {
      brand: { logo: { url: string } | null }
      application?: { logoUri: string | null } | null
      organization?: { logoUrl?: string | null } | null
    }
  }
  toString(): string | Promise<string>
}

/** A page of what hono/jsx renders, with the doctype in front. */
export async function page(
  element: unknown,
  {
    status = 200,
    cookies = [],
    headers = {},
    script = false,
    ...framing
  }: {
    status?: number
    cookies?: readonly string[]
    headers?: Record<string, string>
    /** It has scripts that call this server. */
    script?: boolean
    /** A page of ours may frame it, since nothing in it can be used. */
    framed?: boolean
    frames?: readonly string[]
  } = {},
): Promise<Response> {
  const jsx = element as PageElement
  const rendered = await jsx.toString()
  // In a sandbox without scripts, a browser refuses to move the focus, and says so in its console.
  const markup = framing.framed ? rendered.replaceAll(' autofocus=""', '') : rendered
  // Text of others never has this in it: what is put into a page is escaped.
  const scripted = script || markup.includes('<script type="module"')
  const images = originsOfLogos(jsx.props.frame)
  const policy = pageHeaders({ script: scripted, connect: script, ...framing, images })
  const response = new Response(`<!doctype html>${markup}`, { status, headers: { ...policy, ...headers } })
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

function originsOfLogos(frame: PageElement['props']['frame']): string[] {
  const urls = [frame?.brand.logo?.url, frame?.application?.logoUri, frame?.organization?.logoUrl]
  // A path is an image of ours.
  return [...new Set(urls.filter((url) => url?.startsWith('https://')).map((url) => new URL(url as string).origin))]
}
