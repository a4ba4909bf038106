import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { EntryContext, HandleDataRequestFunction } from '@remix-run/node'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { commitSession } from '~/auth.server'
import { NonceContext } from '~/nonce'
import { setSecurityHeaders } from '~/security-headers.server'

// Remix's default, with security headers and `commitSession`: it extends sessions in use, and sets the cookies of a refresh. Pages
// and handlers guard themselves.

/** Milliseconds after which streaming is aborted. */
export const streamTimeout = 5000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  await commitSession(request, headers)
  setSecurityHeaders(headers, nonce)
  headers.set('Content-Type', 'text/html')
  return new Promise((resolve, reject) => {
    let shellSent = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        onShellReady() {
          shellSent = true
          const body = new PassThrough()
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
          pipe(body)
        },
        onShellError: reject,
        onError(error) {
          // Remix itself logs errors that occur before the shell.
          if (shellSent) console.error(error)
          else status = 500
        },
      },
    )
    setTimeout(abort, streamTimeout + 1000)
  })
}

export const handleDataRequest: HandleDataRequestFunction = async (response, { request }) => {
  await commitSession(request, response.headers)
  setSecurityHeaders(response.headers)
  return response
}
