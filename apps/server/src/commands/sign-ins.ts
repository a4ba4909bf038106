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

function linesOf(check: SignInCheck): string[] {
  const { account, signUp, reservedUntil, limits, failures, mails, attempts } = check
  return [
    `account: ${account ? `yes, ${account.id}` : 'no'}`,
    ...(account ? [`disabled: ${yesOrNo(account.disabled)}`, `passkeys: ${account.passkeys}`] : []),
    ...(account?.demands ?? []).flatMap(({ organization, requirePasskey, sessionMax }) => [
      ...(requirePasskey ? [`${organization} requires a passkey`] : []),
      ...(sessionMax === null ? [] : [`${organization} accepts sign-ins of the last ${sessionMax} seconds`]),
    ]),
    ...(account?.passkeyClients ?? []).map((client) => `${client} requires a passkey`),
    `may sign up: ${yesOrNo(signUp.admits)} (SIGN_UP is ${signUp.policy}${signUp.invited ? ', and an invitation is waiting' : ''})`,
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
