/** Bytes: far more than the metadata, the keys or the tokens of any provider. */
const bodyLimit = 512 * 1024
/** Milliseconds. */
const timeout = 10_000

/** A `fetch` for requests to the provider, with a timeout and a maximum size of the response. */
export function boundedFetch(request: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await request(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(timeout) })
    const body = await readBody(response)
    const { status, statusText, headers } = response
    return new Response(body, { status, statusText, headers })
  }
}

async function readBody(response: Response): Promise<Blob | null> {
  if (!response.body || [204, 205, 304].includes(response.status)) return null
  const reader = response.body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks)
    size += value.length
    if (size > bodyLimit) {
      await reader.cancel()
      throw new TypeError(`the provider's response is larger than ${bodyLimit / 1024} KB`)
    }
    chunks.push(value as Uint8Array<ArrayBuffer>)
  }
}
