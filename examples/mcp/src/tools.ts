import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { AccessClaims } from '@vestibule/core/mcp'
import { z } from 'zod'
import { type Author, longestNote, type Note, type Notes, type Refusal } from './notes.ts'

/** What a client may ask for. The provider has the same list, with the words that people see (OIDC_RESOURCE_<n>_SCOPES). */
export const scopes = ['notes:read', 'notes:write']

interface ToolRequirement {
  /** All scopes of the tool: a client that lacks one asks for exactly these. */
  scope: readonly string[]
  /** In seconds: how long ago the person may have signed in. */
  maxAge?: number
}

const requirements = new Map<string, ToolRequirement>([
  ['list_notes', { scope: ['notes:read'] }],
  ['add_note', { scope: ['notes:read', 'notes:write'] }],
  ['delete_note', { scope: ['notes:read', 'notes:write'] }],
  // An agent should not do this hours after its person has left the desk.
  ['delete_all_notes', { scope: ['notes:read', 'notes:write'], maxAge: 300 }],
])

/** A tool that is not listed needs everything. */
export const requirementOf = (tool: string): ToolRequirement => requirements.get(tool) ?? { scope: scopes }

const refusals: Readonly<Record<Refusal, string>> = {
  empty: 'The text is empty.',
  too_long: `The text has more than ${longestNote} characters.`,
  not_allowed: 'Only owners and admins add notes in this organization.',
  plan_limit: 'The organization has all notes of its plan.',
}

const text = (content: string, isError = false) => ({ content: [{ type: 'text' as const, text: content }], isError })
const toJson = ({ id, text, authorName, createdAt }: Note) => ({ id, text, by: authorName, created_at: createdAt })

/** The organization and the roles come from the access token, never from a parameter of a tool. */
function authorOf({ sub, roles, claims }: AccessClaims): Author {
  const name = typeof claims.name === 'string' ? claims.name : 'By an agent'
  return { id: sub, name, manages: roles.includes('owner') || roles.includes('admin') }
}

/** The MCP server for one caller: its tools read and write the notes of the caller's organization. */
export function createServer(notes: Notes, caller: AccessClaims): McpServer {
  const server = new McpServer({ name: 'notes', title: 'Notes', version: '1.0.0' })
  const organization = caller.organization ?? ''
  const author = authorOf(caller)

  server.registerTool(
    'list_notes',
    {
      title: 'List notes',
      description: 'Lists the notes of the organization, the newest first. Pass `next` as `before` for the next page.',
      inputSchema: { before: z.string().optional(), limit: z.int().min(1).max(100).default(50) },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ before, limit }) => {
      const { notes: found, next } = notes.list(organization, before, limit)
      return text(JSON.stringify({ notes: found.map(toJson), next }, null, 2))
    },
  )

  server.registerTool(
    'add_note',
    {
      title: 'Add a note',
      description: 'Adds a note to the organization. Everyone in the organization can read it.',
      inputSchema: { text: z.string().describe(`At most ${longestNote} characters.`) },
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    (input) => {
      const result = notes.add(organization, author, input.text)
      return 'refused' in result ? text(refusals[result.refused], true) : text(JSON.stringify(toJson(result.note)))
    },
  )

  server.registerTool(
    'delete_note',
    {
      title: 'Delete a note',
      description: 'Deletes a note of the person. Owners and admins can delete every note of the organization.',
      inputSchema: { id: z.string().describe('The id from list_notes.') },
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ id }) =>
      notes.delete(organization, author, id)
        ? text('The note was deleted.')
        : text('There is no such note, or it is not the note of this person.', true),
  )

  server.registerTool(
    'delete_all_notes',
    {
      title: 'Delete all notes',
      description:
        'Deletes all notes of the organization. For owners and admins who signed in within the last five minutes.',
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    () => {
      if (!author.manages) return text('Only owners and admins delete all notes.', true)
      return text(`Notes deleted: ${notes.deleteAll(organization)}`)
    },
  )
  return server
}
