// What a browser loads before somebody can sign in: requests, and bytes on the wire with all headers. Only servers that
// have a sign-in page of their own: oidc-provider and better-auth leave it to the application.
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { query } from './servers.mjs'

/** Unlike `fetch`, it hands out the body as it was sent. */
const load = (url, headers) =>
  new Promise((resolve, reject) => {
    request(url, { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd', ...headers } }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const lines = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0)
      resolve({ answer, body, size: 'HTTP/1.1 200 OK\r\n\r\n'.length + lines + body.length })
    })
      .on('error', reject)
      .end()
  })

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }
const textOf = ({ answer, body }) =>
  (decoders[answer.headers['content-encoding']] ?? ((bytes) => bytes))(body).toString()

/** The page at which sign-in begins, and everything that was sent on the way to it. */
async function loadFirstPage(server) {
  const sent = []
  let url = `${server.origin}${server.paths?.authorize ?? '/authorize'}?${query}`
  const cookies = []
  for (;;) {
    const next = await load(url, cookies.length > 0 ? { Cookie: cookies.join('; ') } : {})
    sent.push(next)
    for (const cookie of next.answer.headers['set-cookie'] ?? []) cookies.push(cookie.split(';', 1)[0])
    if (!next.answer.headers.location) return { url, sent }
    url = new URL(next.answer.headers.location, url).href
  }
}

/** What a page names: style sheets, icons, scripts and pictures. */
function addressesIn(html) {
  const tags = [...html.matchAll(/<(link|script|img)\b[^>]*>/g)].map(([tag]) => tag)
  const loaded = tags.filter((tag) => !tag.startsWith('<link') || /rel="(shortcut icon|icon|stylesheet)"/.test(tag))
  const addresses = loaded.map((tag) => /\b(?:href|src)="([^"]+)"/.exec(tag)?.[1]).filter(Boolean)
  return [...new Set(addresses)].filter((address) => !address.startsWith('data:'))
}

/** By the id of a server: requests and bytes, the redirect to the page included. */
export async function measurePages(servers) {
  const results = {}
  for (const server of servers.filter(({ id }) => /^(vestibule-sqlite|keycloak)$/.test(id))) {
    const { url, sent } = await loadFirstPage(server)
    for (const address of addressesIn(textOf(sent.at(-1))))
      sent.push(await load(new URL(address.replaceAll('&amp;', '&'), url), {}))
    results[server.id] = { requests: sent.length, bytes: sent.reduce((sum, { size }) => sum + size, 0) }
  }
  return results
}
