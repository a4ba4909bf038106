import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { openNotes } from './notes.ts'

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is missing. Copy .env.example to .env.`)
  return value
}

const issuer = required('VESTIBULE_ISSUER')
const resource = required('VESTIBULE_RESOURCE')
const notes = openNotes(process.env.DATABASE_URL || 'file:./data/notes.db')
const port = Number(process.env.PORT || new URL(resource).port || 3004)

serve({ fetch: createApp({ issuer, resource, notes }), port, hostname: process.env.HOST }, () =>
  console.log(`The MCP server is running. Add ${resource} to your MCP client.`),
)
