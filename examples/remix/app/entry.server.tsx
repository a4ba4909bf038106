import { PassThrough } from 'node:stream'
import type { EntryContext, HandleDataRequestFunction } from '@remix-run/node'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { keepSession } from '~/auth.server'

// Remix's own, and `keepSession`: it keeps a session that is in use from becoming idle, and hands on what a loader's refresh
// has made. Pages and handlers guard themselves.

/** After this, what is still streamed is given up. Milliseconds. */
const patience = 5000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  await keepSession(request, headers)
  headers.set('Content-Type', 'text/html')
  return new Promise((resolve, reject) => {
    let shellIsOut = false
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onShellReady() {
        shellIsOut = true
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        // Remix tells of errors before the shell itself.
        if (shellIsOut) console.error(error)
        else status = 500
      },
    })
    setTimeout(abort, patience + 1000)
  })
}

export const streamTimeout = patience

export const handleDataRequest: HandleDataRequestFunction = async (response, { request }) => {
  await keepSession(request, response.headers)
  return response
}
