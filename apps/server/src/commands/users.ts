import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { resetSignIn } from '../flows/account/sign-in-reset.ts'
import {
  type DirectoryUser,
  disablePerson,
  getPersonByAddress,
  type ListPosition,
  listPeople,
} from '../flows/management/directory.ts'
import { revokePersonGrants } from '../flows/management/person-access.ts'
import { invite as inviteMember } from '../flows/organizations/invitations/invitations.ts'
import { inviteToSignUp } from '../flows/organizations/invitations/sign-up-invitations.ts'
import { readRoles } from '../flows/organizations/rules.ts'
import { canonicalAddress } from '../flows/platform/addresses.ts'
import { system } from '../flows/platform/audit.ts'
import type { Runtime } from '../runtime.ts'
import {
  allPages,
  type Command,
  listCommand,
  orExplain,
  organizationOf,
  textOf,
  UsageError,
  withDelivery,
  withRuntime,
} from './command.ts'

function addressOf(text: string | undefined): string {
  const address = canonicalAddress(text ?? '')
  if (!address) throw new UsageError(`"${text ?? ''}" is not an email address`)
  return address
}

/** Changes the person who has this address, and says what was done. */
const changePerson = (
  address: string,
  change: (deps: Runtime['deps'], id: string) => Promise<unknown>,
  done: string,
): Promise<void> =>
  withDelivery(async ({ deps }) => {
    const { id } = await orExplain(getPersonByAddress(deps, system, address), `nobody has the address ${address}`)
    await change(deps, id)
    console.log(done)
  })

const list = listCommand({
  about: 'list ID, address, and state of every person',
  options: { query: { type: 'string' } },
  optionsAbout: { '--query <text>': 'only those whose name or address begins with this text' },
  rows: (deps, { query }) =>
    allPages(async (after: ListPosition | null) => {
      const { people, next } = await listPeople(deps, system, {
        order: 'oldest',
        after,
        limit: 200,
        ...(textOf(query) ? { query: textOf(query) as string } : {}),
      })
      return { rows: people.map(shownPerson), next }
    }),
  cells: ({ id, email, disabled }) => [id, email ?? '', disabled ? 'disabled' : ''],
})

const shownPerson = ({ id, emails, disabledAt }: DirectoryUser) => ({
  id,
  email: emails.find(({ isPrimary }) => isPrimary)?.address ?? null,
  disabled: disabledAt !== null,
})

const invite: Command = {
  takes: '<address>',
  about: 'invite an address, and notify it by email',
  options: { organization: { type: 'string' }, role: { type: 'string' } },
  optionsAbout: {
    '--organization <slug>': 'into this organization',
    '--role <role>': 'owner, admin, or member (default: member)',
  },
  async run(args, values) {
    const email = addressOf(args[0])
    const organization = textOf(values.organization)
    const [role] = readRoles([textOf(values.role) ?? 'member']) ?? []
    if (!role) throw new UsageError('--role must be owner, admin, or member')
    await withDelivery(async ({ deps }, config) => {
      if (!organization) {
        const until = await inviteToSignUp(deps, system, email)
        console.log(`${email} may sign in at ${config.issuer} until ${dayOf(until)}, and is notified by email`)
        return
      }
      const { id, name } = await organizationOf(deps, organization)
      const invitation = { email, roles: [role], teamIds: [], clientId: null, languages: [] }
      const { expiresAt } = await orExplain(inviteMember(deps, system, id, invitation), {
        'already-member': `${email} is already a member`,
      })
      console.log(`${email} is invited by email to join ${name} as ${role}, until ${dayOf(expiresAt)}`)
    })
  },
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

const disabling = (disabled: boolean, about: string): Command => ({
  takes: '<address>',
  about,
  async run(args) {
    const address = addressOf(args[0])
    await changePerson(
      address,
      (deps, id) => disablePerson(deps, system, id, disabled),
      `${address} is ${disabled ? 'disabled: sessions and tokens are rejected from now on' : 'enabled'}`,
    )
  },
})

const revoke: Command = {
  takes: '<address> <client>',
  about: 'revoke what a person granted a client: the consent and every token',
  async run(args) {
    const address = addressOf(args[0])
    const clientId = args[1]
    if (!clientId) throw new UsageError('give the ID of the client whose access is revoked')
    await changePerson(
      address,
      (deps, id) => revokePersonGrants(deps, system, id, clientId),
      `what ${address} granted ${clientId} is revoked`,
    )
  },
}

const reset: Command = {
  takes: '<address> <new>',
  about: 'for someone who lost mailbox and passkeys: remove both, and sign in with the new address',
  more: 'Verify who is asking before you do this (docs/sign-in.md).',
  async run(args) {
    const address = addressOf(args[0])
    const next = addressOf(args[1])
    await changePerson(
      address,
      (deps, id) => orExplain(resetSignIn(deps, system, id, next), `${next} belongs to someone else`),
      `passkeys and sessions of ${address} are removed; they now sign in with ${next}`,
    )
  },
}

const importing: Command = {
  takes: '<file>',
  about: 'import people from another system: subject, address, organizations, and roles',
  more: `One line of JSON per person, or a row of CSV; docs/import.md describes the fields and has guides for Auth0, Keycloak, and Clerk.
"-" reads from standard input. An invalid line is reported by its number, and the other lines are still imported.
Running it again does nothing twice: restart an import that was interrupted.`,
  options: { from: { type: 'string' }, 'dry-run': { type: 'boolean' }, unverified: { type: 'boolean' } },
  optionsAbout: {
    '--from <system>': 'csv, or auth0, keycloak, or clerk: the file is an export of that system',
    '--dry-run': 'check every line, also against the database, and write nothing',
    '--unverified': 'accept addresses that the other system had not verified',
  },
  async run(args, values) {
    const file = args[0]
    if (!file) throw new UsageError('give the name of the file, or - for standard input')
    const input = file === '-' ? process.stdin : createReadStream(file)
    // A stream that fails before it is read would end the process.
    const failed = new Promise<never>((_, reject) => input.once('error', reject))
    failed.catch(() => {})
    const [{ importUsers }, { importFormats, linesOf }, { linesOfCsv }] = await Promise.all([
      import('../flows/management/user-import/user-import.ts'),
      import('../flows/management/user-import/import-formats.ts'),
      import('../flows/management/user-import/import-csv.ts'),
    ])
    const from = textOf(values.from) ?? 'vestibule'
    const format = importFormats.find((known) => known === from)
    if (!format && from !== 'csv') throw new UsageError('--from must be csv, auth0, keycloak, or clerk')
    await withRuntime(async ({ deps }) => {
      const dryRun = values['dry-run'] === true
      const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
      const summary = await Promise.race([
        failed,
        importUsers(deps, format ? linesOf(format, lines) : linesOfCsv(deps, lines), {
          dryRun,
          unverified: values.unverified === true,
          refused: (line, reason) => console.error(`line ${line}: ${reason}`),
          progress: (count) => {
            if (count % 10_000 === 0) console.error(`${count} lines ...`)
          },
        }),
      ])
      const { made, present, refused, organizations, memberships, ownerless } = summary
      console.log(
        `${summary.lines} lines: ${made} people ${dryRun ? 'would be ' : ''}created, ${present} already present, ${refused} refused; ${organizations} organizations and ${memberships} memberships ${dryRun ? 'would be ' : ''}created`,
      )
      if (ownerless.length > 0)
        console.error(
          `nobody owns ${ownerless.join(', ')}: add an owner by a line with that role, or by vestibule users invite`,
        )
      if (refused > 0) process.exitCode = 1
    })
  },
}

export const users: readonly (readonly [string, Command])[] = [
  ['users list', list],
  ['users import', importing],
  ['users invite', invite],
  ['users disable', disabling(true, "end a person's access immediately")],
  ['users enable', disabling(false, 'restore the access of a disabled person')],
  ['users revoke', revoke],
  ['users reset', reset],
]
