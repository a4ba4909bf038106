import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface Sent {
  method?: string
  body?: string
  headers?: Record<string, string>
}

/** A request with exactly these headers: `fetch` of Node says by one of its own that it is no document. */
export const send = (url: string, { method = 'GET', body, headers }: Sent): Promise<Response> =>
  new Promise((resolve, reject) => {
    const start = url.startsWith('https:') ? httpsRequest : httpRequest
    const request = start(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const all: [string, string][] = []
        for (let index = 0; index < response.rawHeaders.length; index += 2)
          all.push([response.rawHeaders[index] ?? '', response.rawHeaders[index + 1] ?? ''])
        const status = response.statusCode ?? 500
        resolve(new Response(status === 204 ? null : Buffer.concat(chunks), { status, headers: all }))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
