import { checkSignIn, type SignInCheck } from '../flows/management/sign-in-checks.ts'
import { liftLimits } from '../flows/management/sign-in-limits.ts'
import { canonicalAddress } from '../flows/platform/addresses.ts'
import { system } from '../flows/platform/audit.ts'
import { TooManyAttempts } from '../flows/platform/limits.ts'
import { type Command, UsageError, withDelivery, withRuntime } from './command.ts'

const addressOf = (text: string | undefined): string => {
  const address = canonicalAddress(text ?? '')
  if (!address) throw new UsageError(`"${text ?? ''}" is not an email address`)
  return address
}

const why: Command = {
  takes: '<address>',
  about: 'find out why someone cannot sign in with an address',
  run: (args) =>
    withRuntime(async ({ deps }) => {
      const check = await checkSignIn(deps, system, addressOf(args[0]), { mayKnowAccount: true })
      for (const line of linesOf(check)) console.log(line)
    }),
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no')

/** Nothing while SSO is off. */
function companyLines(company: SignInCheck['company']): string[] {
  if (!company) return []
  const { domain, connection } = company
  if (!connection) return [`company sign-in of ${domain}: no`]
  const { id, organization, inUse, enforced, failures } = connection
  return [
    `company sign-in of ${domain}: ${yesOrNo(inUse)}, connection ${id} of ${organization}`,
    `required, so no code is mailed: ${yesOrNo(enforced)}`,
    ...(failures > 0 ? [`sign-ins in a row that failed because of it: ${failures}`] : []),
  ]
}

/** Nothing while SCIM is off. */
const directoryLines = (directories: SignInCheck['directories']): string[] =>
  (directories ?? []).map(
    ({ organization, active, waitingReason }) =>
      `directory of ${organization}: ${active ? `active${waitingReason ? `, but waits (${waitingReason})` : ''}` : 'access ended'}`,
  )

function linesOf(check: SignInCheck): string[] {
  const { account, signUp, company, directories, reservedUntil, limits, failures, mails, attempts } = check
  return [
    `account: ${account ? `yes, ${account.id}` : 'no'}`,
    ...(account ? [`disabled: ${yesOrNo(account.disabled)}`, `passkeys: ${account.passkeys}`] : []),
    ...(account?.demands ?? []).flatMap(({ organization, requirePasskey, sessionMax, companySignIn }) => [
      ...(requirePasskey ? [`${organization} requires a passkey`] : []),
      ...(companySignIn ? [`${organization} requires its own sign-in`] : []),
      ...(sessionMax === null ? [] : [`${organization} accepts sign-ins of the last ${sessionMax} seconds`]),
    ]),
    ...(account?.passkeyClients ?? []).map((client) => `${client} requires a passkey`),
    `may sign up: ${yesOrNo(signUp.admits)} (SIGN_UP is ${signUp.policy}${signUp.invited ? ', and an invitation is waiting' : ''})`,
    ...companyLines(company),
    ...directoryLines(directories),
    ...(reservedUntil ? [`removed from another account: waits until ${reservedUntil.toISOString()}`] : []),
    ...(limits.length === 0 ? ['limits in force: none'] : []),
    ...limits.map(({ kind, network, until }) =>
      [`limit on ${kind}`, network && `from ${network}`, `until ${until.toISOString()}`].filter(Boolean).join(' '),
    ),
    ...(failures ? [`incorrect codes counted: ${failures.count} of ${failures.limit}`] : []),
    `last sign-in mails: ${mails.length}`,
    ...mails.map(({ at, state, reply }) =>
      ['', at.toISOString(), state, reply].filter((part) => part !== null).join('\t'),
    ),
    `last attempts: ${attempts.length}`,
    ...attempts.map(({ at, method, outcome, reason, client, network, device }) =>
      ['', at.toISOString(), method, outcome, reason, client.id, network, device]
        .filter((part) => part !== null)
        .join('\t'),
    ),
  ]
}

const liftLimit: Command = {
  takes: '<address>',
  about: 'let an address request and enter codes again at once',
  async run(args) {
    const address = addressOf(args[0])
    await withDelivery(async ({ deps }) => {
      try {
        await liftLimits(deps, system, address)
      } catch (error) {
        throw error instanceof TooManyAttempts
          ? new Error(`the limit of ${address} was lifted five times today; try again tomorrow`)
          : error
      }
      console.log(`${address} can request and enter codes again`)
    })
  },
}

export const signIns: readonly (readonly [string, Command])[] = [
  ['users why', why],
  ['users lift-limit', liftLimit],
]
