#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { commands } from './commands.ts'
import { fail } from './server-process.ts'

const help = `vestibule <command>

  serve                     start the server
  doctor                    show the effective configuration, redacted, and what is unwise in it
  migrate                   bring the database to this version and stop
  clients list              the registered applications
  keys list                 the signing keys and their state
  keys rotate [--force]     let the waiting keys sign; --force although clients may not know them yet
  users invite <address>    let an address in (SIGN_UP=invited)
      --organization <slug>   into this organization
      --role <role>           owner, admin or member (default member)
  users disable <address>   end a person's access at once
  users enable <address>    give it back
  users revoke <address> <client>   end what a person allowed one client
  users reset <address> <new>   for who lost mailbox and passkeys: end both, sign in with the new address
  organizations list        id, slug and name of each
  audit export              the audit log as NDJSON, the newest first
      --organization <slug>   of this organization
  webhooks replay <id>      tell every event again, from this webhook-id on

Everything is configured by environment variables or .env: docs/configuration.md.
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    force: { type: 'boolean' },
    organization: { type: 'string' },
    role: { type: 'string', default: 'member' },
  },
})
const name = positionals.slice(0, 2).join(' ')
const command = commands.get(name) ?? commands.get(positionals[0] ?? '')
if (values.help || !command) {
  console.log(help)
  process.exitCode = values.help || positionals.length === 0 ? 0 : 1
} else {
  command(positionals.slice(commands.has(name) ? 2 : 1), values).catch(fail)
}
