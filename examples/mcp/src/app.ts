import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { type AccessClaims, protectedResource } from '@vestibule/core/mcp'
import { calledTools, readMessages } from './messages.ts'
import type { Notes } from './notes.ts'
import { createServer, requirementOf, scopes } from './tools.ts'

/** The whole application as one function: the metadata of the API, and the MCP server behind access tokens. */
export function createApp({ issuer, resource, notes }: { issuer: string; resource: string; notes: Notes }) {
  const api = protectedResource({ resource, issuer, scopes, name: 'Notes' })

  /** Every request stands for itself: it has its own access token, and nothing of it is left in memory. */
  async function handle(request: Request, caller: AccessClaims): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST, OPTIONS' } })
    const messages = await readMessages(request)
    if (messages instanceof Response) return messages
    // Here and not in the tool: a client gets more scopes by the status 403 and its challenge, not by the text of a tool.
    for (const name of calledTools(messages)) {
      const { scope, maxAge } = requirementOf(name)
      api.requireScope(caller, scope)
      if (maxAge !== undefined) api.requireAcr(caller, { maxAge })
    }
    const server = createServer(notes, caller)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, { parsedBody: messages })
    } finally {
      await server.close()
    }
  }

  // Whoever connects has chosen an organization at the provider: its notes are what the tools see.
  const mcp = api.protect(handle, { organization: true })
  const path = new URL(resource).pathname
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === path) return mcp(request)
    if (pathname.startsWith('/.well-known/oauth-protected-resource')) return api.metadata(request)
    if (pathname === '/') return new Response(`Add ${resource} to your MCP client.\n`)
    return new Response('There is nothing here.\n', { status: 404 })
  }
}
