import { request } from 'node:http'

export interface HttpResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

export interface HttpRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** Milliseconds. */
  timeout?: number
}

/** Bytes. No page of a sign-in is larger; whatever answers on a port may be another program. */
const maxBody = 2_000_000

/**
 * A request to a server on this machine, with exactly these headers: `fetch` adds some by which servers tell scripts from
 * people. Redirects are answers.
 */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, timeout = 30_000 }: HttpRequest = {},
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, headers: { ...headers, ...length }, timeout }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBody) response.destroy(new Error(`${url} answers with more than ${maxBody} bytes`))
        else chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    sent.on('timeout', () => sent.destroy(new Error(`${url} does not answer`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The members of a JSON object; null if the text is something else. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
