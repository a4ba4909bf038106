import { waitingReasons } from '../../../flows/directory/types.ts'
import type { CheckedAccount, DirectoryListing, SignInCheck } from '../../../flows/management/sign-in-checks.ts'
import type { HeldLimit } from '../../../flows/management/sign-in-limits.ts'
import type { ConsoleFrame } from '../../../pages/console/layout.tsx'
import type { Fact } from '../../../pages/console/sign-ins/why.tsx'
import { waitingText } from '../../../pages/organizations/directory/lists.tsx'
import { numberFormat } from '../../../words/dates.ts'
import type { Words } from '../../../words/index.ts'

type SignInWords = Words['console']['signIns']

interface FactContext {
  frame: ConsoleFrame
  words: SignInWords
  /** Whether the reader may do something about it. */
  mayAct: boolean
}

/** A check in words: the same questions in the same order, whatever is known. */
export function factsOf(frame: ConsoleFrame, check: SignInCheck, mayAct: boolean): Fact[] {
  const context = { frame, words: frame.words.console.signIns, mayAct }
  return [
    accountFact(context, check),
    disabledFact(context, check),
    signUpFact(context, check),
    ...companyFacts(context, check),
    ...directoryFacts(context, check),
    limitFact(context, check),
    mailFact(context, check),
    passkeyFact(context, check),
    recentFact(context, check),
  ]
}

const isKnown = (account: SignInCheck['account']): account is CheckedAccount =>
  account !== null && account !== undefined

function accountFact({ words, frame }: FactContext, { account }: SignInCheck): Fact {
  const fact = { question: words.account, isProblem: false }
  if (account === undefined) return { ...fact, answer: null, lines: [{ text: words.accountHidden }] }
  if (account === null) return { ...fact, answer: false, lines: [{ text: words.noAccount }] }
  return {
    ...fact,
    answer: true,
    lines: [{ text: account.name }],
    links: [{ path: personPath(account), label: frame.words.console.signIns.openAccount }],
  }
}

const personPath = ({ id }: CheckedAccount): string => `/admin/people/${id}`

function disabledFact({ words, mayAct }: FactContext, { account }: SignInCheck): Fact {
  const disabled = isKnown(account) && account.disabled
  return {
    question: words.disabled,
    answer: account === undefined ? null : disabled,
    isProblem: disabled,
    lines: disabled ? [{ text: words.disabledText }] : [],
    acts: disabled && mayAct ? [{ action: 'enable', label: words.enable }] : [],
  }
}

function signUpFact({ words, frame, mayAct }: FactContext, check: SignInCheck): Fact {
  const { signUp, reservedUntil, account } = check
  const policy = {
    open: words.signUpOpen,
    invited: words.signUpInvited,
    domains: words.signUpDomains({ domains: signUp.domains.join(', ') }),
  }[signUp.policy]
  const admits = signUp.admits && !reservedUntil
  return {
    question: words.signUp,
    answer: admits,
    // Whoever has an account needs no sign-up.
    isProblem: !admits && account === null,
    lines: [
      { text: policy, technical: signUp.domains.join(', ') },
      ...(signUp.invited ? [{ text: words.invitationWaiting }] : []),
      ...(reservedUntil ? [{ text: words.reserved({ until: frame.date(reservedUntil) }) }] : []),
    ],
    acts:
      account === null && !signUp.admits && !reservedUntil && mayAct ? [{ action: 'invite', label: words.invite }] : [],
  }
}

function companyFacts({ words }: FactContext, { company, account }: SignInCheck): Fact[] {
  if (company === null) return []
  const { domain, connection } = company
  const demands = isKnown(account) ? account.demands.filter(({ companySignIn }) => companySignIn) : []
  const ofMember = demands.map(({ organization }) => ({ text: words.companyMember({ organization }) }))
  const fact = { question: words.company, answer: false, isProblem: false }
  if (!connection)
    return [{ ...fact, lines: [{ text: words.companyNone({ domain }), technical: domain }, ...ofMember] }]
  const { id, organization, inUse, enforced, failing, failures } = connection
  const text = inUse ? words.companyBy({ organization, domain }) : words.companyOff({ organization, domain })
  return [
    {
      ...fact,
      answer: inUse,
      isProblem: failing || (enforced && !inUse),
      lines: [
        { text, technical: domain },
        ...(enforced ? [{ text: words.companyRequired({ organization, domain }), technical: domain }] : []),
        ...(failures > 0 ? [{ text: words.companyFailing({ count: failures }) }] : []),
        ...ofMember,
      ],
      links: [{ path: `/admin/connections/${id}`, label: words.companyOpen }],
    },
  ]
}

function directoryFacts({ words, frame }: FactContext, { directories }: SignInCheck): Fact[] {
  if (!directories) return []
  const textOf = ({ organization, active, waitingReason }: DirectoryListing): string => {
    if (!active) return words.directoryInactive({ organization })
    const reason = waitingReasons.find((known) => known === waitingReason)
    return [words.directoryActive({ organization }), ...(reason ? [waitingText(frame.words, reason)] : [])].join(' ')
  }
  return [
    {
      question: words.directory,
      answer: directories.length > 0,
      isProblem: directories.some(({ active }) => !active),
      lines:
        directories.length > 0
          ? directories.map((listing) => ({ text: textOf(listing) }))
          : [{ text: words.directoryNone }],
    },
  ]
}

function limitFact({ words, frame, mayAct }: FactContext, { limits, failures }: SignInCheck): Fact {
  const textOf = ({ kind, network, until }: HeldLimit): Fact['lines'][number] =>
    kind === 'network'
      ? { text: words.networkLimit({ network: network ?? '', until: frame.date(until) }), technical: network ?? '' }
      : {
          text:
            kind === 'mail'
              ? words.mailLimit({ until: frame.date(until) })
              : words.codeLimit({ until: frame.date(until) }),
        }
  // The limit of a network ends by itself within its window.
  const liftable = failures !== null || limits.some(({ kind }) => kind !== 'network')
  const counted =
    failures && !limits.some(({ kind }) => kind === 'code')
      ? [{ text: words.failures({ count: String(failures.count), limit: String(failures.limit) }) }]
      : []
  return {
    question: words.limits,
    answer: limits.length > 0,
    isProblem: limits.length > 0,
    lines: limits.length + counted.length > 0 ? [...limits.map(textOf), ...counted] : [{ text: words.noLimit }],
    acts: liftable && mayAct ? [{ action: 'lift', label: words.lift }] : [],
  }
}

function mailFact({ words, frame }: FactContext, { mails }: SignInCheck): Fact {
  const textOf = {
    sent: words.mailSent,
    deferred: words.mailLate,
    refused: words.mailRefused,
    suppressed: words.mailSuppressed,
    expired: words.mailExpired,
  }
  const reached = mails[0]?.state === 'sent'
  return {
    question: words.mail,
    answer: reached,
    isProblem: mails.length > 0 && !reached,
    lines:
      mails.length === 0
        ? [{ text: words.noMail }]
        : mails.map(({ at, state, reply }) => {
            const text = textOf[state]({ at: frame.date(at) })
            // The sentence ends in a colon for the answer, which the mailbox of a development server does not give.
            return reply ? { text, technical: reply } : { text: text.replace(/\s?[:：]$/, '') }
          }),
  }
}

function passkeyFact({ words }: FactContext, { account }: SignInCheck): Fact {
  const question = words.passkey
  if (!isKnown(account)) return { question, answer: account === undefined ? null : false, isProblem: false, lines: [] }
  const organizations = account.demands
    .filter(({ requirePasskey }) => requirePasskey)
    .map((demand) => demand.organization)
  const names = [...organizations, ...account.passkeyClients]
  if (names.length === 0)
    return { question, answer: false, isProblem: false, lines: [{ text: words.passkeyNotRequired }] }
  const missing = account.passkeys === 0
  return {
    question,
    answer: true,
    isProblem: missing,
    lines: [{ text: words.passkeyBy({ names: names.join(', ') }) }, ...(missing ? [{ text: words.noPasskey }] : [])],
    links: missing ? [{ path: personPath(account), label: words.reset }] : [],
  }
}

function recentFact({ words, frame }: FactContext, { account }: SignInCheck): Fact {
  const question = words.recent
  const demands = isKnown(account) ? account.demands : []
  const lines = demands.flatMap(({ organization, sessionMax }) =>
    sessionMax === null
      ? []
      : [{ text: words.recentBy({ organization, time: duration(frame.words.lang, sessionMax) }) }],
  )
  return {
    question,
    answer: account === undefined ? null : lines.length > 0,
    isProblem: false,
    lines: lines.length > 0 || !isKnown(account) ? lines : [{ text: words.recentNotRequired }],
  }
}

/** Hours from two hours on, else minutes. */
function duration(lang: string, seconds: number): string {
  const [unit, length] = seconds >= 7200 ? (['hour', 3600] as const) : (['minute', 60] as const)
  const options = {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  } as const
  return numberFormat(lang, options).format(seconds / length)
}
