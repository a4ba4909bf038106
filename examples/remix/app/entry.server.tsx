import { PassThrough } from 'node:stream'
import type { EntryContext, HandleDataRequestFunction } from '@remix-run/node'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { commitSession } from '~/auth.server'

// Remix's own, and `commitSession`: it keeps a session that is in use from becoming idle, and sends the cookies of a refresh that
// a loader has made. Pages and handlers guard themselves.

/** What is still streamed after this many milliseconds is given up. */
export const streamTimeout = 5000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  await commitSession(request, headers)
  headers.set('Content-Type', 'text/html')
  return new Promise((resolve, reject) => {
    let shellSent = false
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onShellReady() {
        shellSent = true
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        // Remix logs errors before the shell by itself.
        if (shellSent) console.error(error)
        else status = 500
      },
    })
    setTimeout(abort, streamTimeout + 1000)
  })
}

export const handleDataRequest: HandleDataRequestFunction = async (response, { request }) => {
  await commitSession(request, response.headers)
  return response
}
