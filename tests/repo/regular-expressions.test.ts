import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import type { check } from 'recheck'
// The build for browsers has no parts that are downloaded or run elsewhere.
import recheck from 'recheck/lib/browser.js'
import { expect, test } from 'vitest'
import { onlyInTestAll } from '../e2e/only-in-test-all.ts'

// HT-17: whatever somebody sends is read in linear time. No regular expression of the server or of a package has two ways
// to match the same run of characters, or reads a run again from each of its characters. `recheck` proves that by an
// automaton. What has a lookahead or an end of lines it can't prove; that it attacks with generated texts. Both are limited
// by numbers of steps and never by time, so that what they find is the same on every machine.

const root = join(import.meta.dirname, '../..')

/** What is slow on some text, and why nobody can send that text. */
const exceptions = new Map([
  [String.raw`/\/+$/`, 'of ISSUER and of the url of an application, which their operators set'],
])

/** Proven, each in a second or several; a text that is changed is another one. */
const longProofs = new Set([
  String.raw`/<(\/?)(form|input|button|textarea|select|option)\b([^<>]*)>/gi`,
  String.raw`/^\/api\/v1\/organizations\/[^/]+\/members\/[^/]+\/.*$/`,
  String.raw`/^\/(?:sign-in|onboarding|consent)(?:\/[\w-]+){1,4}$/`,
  String.raw`/^(?!\.+$)[A-Za-z0-9._~|:@+=-]{1,500}$/`,
  '/^(ISSUER|HOST|PORT|NODE_ENV|WORKERS|DATABASE_URL|SECRET|SMTP_URL|METRICS_(PORT|TOKEN)|DEMO_PORTS|OTEL_.*|OIDC_CLIENT_.*)$/',
  String.raw`/(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i`,
  String.raw`/^(?!\.+$)[A-Za-z0-9._~|:@+=-]{1,255}$/`,
  String.raw`/^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])+/gm`,
  String.raw`/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/`,
  '/^(ABORT_ERR|E(TIMEDOUT|CONN[A-Z]+|SOCKET|DNS|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|PIPE))$/',
  String.raw`/^(["'])(.*)\1$/`,
  String.raw`/\b(?:FROM|INTO|UPDATE)\s+(\w+)/i`,
])

/** What is not written down but built, and an example of what comes out. */
const built = new Map([
  ['packages/core/src/sessions/cookies.ts', /.{1,3600}/g],
  ['apps/server/src/pages/browser/code.ts', /(?<!\d)(?:\d[\s-]?){6}(?!\d)/],
  ['apps/server/src/http/routes/route-patterns.ts', /^\/api\/v1\/organizations\/[^/]+\/members\/[^/]+\/.*$/],
  [
    'apps/server/src/flows/organizations/invitations/csv-rows.ts',
    /[ ]*(?:"((?:[^"]|"")*)(?:"|$)[ ]*|([^,\r\n]*))(,|\r\n|\n|\r|$)/y,
  ],
  ['apps/server/src/flows/identity/email-codes.ts', /^[0-9]{6}$/],
  ['apps/server/src/store/beyond-prisma/people/search-terms.ts', /[øđðłħŧŋæœþĸς]/gu],
])

type Node = Record<string, unknown> & { type: string; start: number; end: number }

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  else if (typeof value === 'object' && value !== null && 'type' in value) {
    yield value as Node
    for (const [name, member] of Object.entries(value)) if (!/comments/i.test(name)) yield* nodesOf(member)
  }
}

const expressions = new Map<string, string[]>()
const builders = new Set<string>()
for (const file of globSync(['apps/server/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'], { cwd: root })) {
  const jsx = file.endsWith('x') ? (['jsx'] as const) : []
  const { program } = parse(readFileSync(join(root, file), 'utf8'), {
    sourceType: 'module',
    plugins: ['typescript', ...jsx],
  })
  for (const node of nodesOf(program)) {
    if (node.type === 'RegExpLiteral') {
      const text = `/${node.pattern}/${node.flags}`
      expressions.set(text, [...(expressions.get(text) ?? []), file])
    }
    const callee = node.callee as { name?: string } | undefined
    if (/^(New|Call)Expression$/.test(node.type) && callee?.name === 'RegExp') builders.add(file)
  }
}

test('every expression that is built has an example here', () => {
  expect([...builders].toSorted()).toEqual([...built.keys()].toSorted())
})

/** Without a repetition that has no end, a match reads a fixed number of characters. */
const repeats = (text: string): boolean => /[*+]|\{\d+,\}/.test(text)

/** Begins at one place, and has one repetition of one character in each alternative: it goes back over one run, once. */
function isPlain(text: string): boolean {
  const cut = text.lastIndexOf('/')
  const source = text.slice(1, cut)
  if (text.slice(cut).includes('m') || /\\[1-9k]/.test(source)) return false
  const characters = source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gs, 'x')
  const [, group, sequence] = /^\^(?:\((?:\?:)?([^()]*)\)|([^()|]*))\$?$/.exec(characters) ?? []
  const alternatives = (group ?? sequence)?.split('|') ?? []
  return alternatives.length > 0 && alternatives.every((alternative) => !/[*+?{].*[*+?{]/.test(alternative))
}

const verdict = (text: string): string => {
  const cut = text.lastIndexOf('/')
  const checkWith = (checker: 'automaton' | 'fuzz') =>
    recheck.checkSync(
      text.slice(1, cut),
      // Where it looks first makes no difference to what it may find there.
      text.slice(cut + 1).replace('y', ''),
      { checker, randomSeed: 1, timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null },
    ) as Awaited<ReturnType<typeof check>>
  const proof = checkWith('automaton')
  const checked = proof.status === 'unknown' && proof.error.kind === 'unsupported' ? checkWith('fuzz') : proof
  if (checked.status === 'safe') return 'safe'
  return checked.status === 'vulnerable' ? `slow on ${checked.attack.pattern}` : `unknown: ${checked.error.kind}`
}

const all = new Map([
  ...expressions,
  ...[...built].map(([file, { source, flags }]) => [`/${source}/${flags}`, [file]] as const),
])
const undecided = [...all.keys()].filter((text) => repeats(text) && !isPlain(text))
const slowAmong = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const found = verdict(text)
    return found === 'safe' ? [] : [[text, found, all.get(text)?.join(' ')]]
  })

test('no expression takes more than linear time', { timeout: 600_000 }, () => {
  // HT-17
  const slow = slowAmong(undecided.filter((text) => !longProofs.has(text)))
  expect(slow.filter(([text]) => !exceptions.has(String(text)))).toEqual([])
  // An exception that is not needed any more is removed.
  expect(slow.map(([text]) => text).toSorted()).toEqual([...exceptions.keys()].toSorted())
})

test('nor does one whose proof takes long', {
  timeout: 600_000,
  ...onlyInTestAll('the longest proofs about regular expressions'),
}, () => {
  // HT-17
  expect(slowAmong([...longProofs])).toEqual([])
  // What was changed is proven in `npm test`, until it stands there.
  expect([...longProofs].filter((text) => !undecided.includes(text))).toEqual([])
})

test.each([
  ['a trim that reads blanks again and again', String.raw`/^[ \t]+|[ \t]+$/g`],
  ['two ways to match the same run', '/^(a+)+$/'],
  ['the same behind a lookahead', '/^(?=.{1,9999}$)(a+)+$/'],
  ['two runs that can share characters', '/^a+b?a+$/'],
  ['an alternative that is not anchored', '/^a+|a+$/'],
])('the check finds %s', (_, text) => {
  expect(isPlain(text)).toBe(false)
  expect(verdict(text)).toContain('slow on')
})
