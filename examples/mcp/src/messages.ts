// The JSON-RPC messages of a request, before the MCP server sees them.

/** Bytes. */
const maxBody = 256 * 1024

const failed = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })

/** The body of a request, or the response to one that is too large or not JSON. */
export async function readMessages(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBody) return failed(413, -32600, 'The request is too large.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return failed(400, -32700, 'The request is not JSON.')
  }
}

/** The tools that a message, or a batch of them, calls. */
export function calledTools(messages: unknown): string[] {
  return [messages].flat().flatMap((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } }
    return method === 'tools/call' ? [String(params?.name)] : []
  })
}
