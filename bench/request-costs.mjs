// `pnpm --filter @vestibule/bench bench:requests`: what one hostile request costs at the limits of its size, in
// milliseconds of the server's CPU (DESIGN: at most 50). Never part of a test, which asserts how the cost grows instead
// (apps/server/test/input-costs.test.ts). BENCH_SAVE=1: writes docs/performance.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { print, save } from './report/save.mjs'
import { ask, form, median, ourProgram, ourSettings, signInByCode, start, visit } from './servers.mjs'

const times = Number(process.env.BENCH_TIMES ?? 5)

const server = await start('vestibule', 4803, [ourProgram], {
  ...ourSettings,
  ONBOARDING: 'profile,organization',
  OIDC_CLIENT_0_ORGANIZATION: 'required',
  REGISTRATION: 'open',
})
const ownForm = `${form}Origin: ${server.origin}\r\n`

/** Milliseconds that all threads of the server have been on a processor (proc_schedstat). */
function cpu() {
  const tasks = `/proc/${server.child.pid}/task`
  const nanoseconds = readdirSync(tasks).map((id) =>
    Number(readFileSync(`${tasks}/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6
}

const signedIn = await signInByCode(server, 'mallory@example.test')
const profiled = await visit(server, 'POST', signedIn.location, { headers: ownForm, body: 'given_name=Mallory' })
await visit(server, 'POST', profiled.location, {
  headers: ownForm,
  body: 'organization_name=Mal&organization_slug=mal',
})

const repeated = (text, size) => text.repeat(Math.ceil(size / text.length)).slice(0, size)
/** Runs of each of these, up to a character that ends none; and words that are all different, between each of these. */
const runs = [
  ' ',
  '\t',
  'a',
  '1',
  '.',
  ',',
  ';',
  '=',
  '/',
  '\\',
  '"',
  '+',
  '@',
  '&',
  '%',
  '*',
  '~',
  '`',
  '[',
  '(',
  '<',
  '|',
  '#',
  '!',
  'a.',
  'a@',
  '="',
  '[[',
  '{"a":',
  'a=a;',
]
const lines = ['\n', ' \n', 'a\n', '- a\n', '> a\n', '|a|\n', '[a](b) ', '**a ', '<a ', 'a,b\n', '"\n', '\u0301', '漢']
/** What Markdown is made of, in lines that are long enough to be accepted, and a mail address without an end. */
const paragraphs = ['a\n', '- a\n', '> a\n', '1. a\n\n', '|a|\n', '[a]: b\n', 'http://a\n', 'a\n-\n'].map((part) =>
  part.replace('\n', `${'a '.repeat(12)}\n`),
)
const mailAddress = (size) => `${'a'.repeat(size - 1)}@`
const textOf = (run) => (size) => `a${repeated(run, size - 2)}!`
const wordsBetween = (separator) => (size) =>
  repeated(Array.from({ length: size / 6 }, (_, at) => (at + 100_000).toString(36)).join(separator), size)
const inHeaders = [...runs.map(textOf), ...[' ', ',', ';', '&', '.'].map(wordsBetween)]
const inBodies = [...inHeaders, ...lines.map(textOf), wordsBetween('\n')]

const inMarkdown = [...inBodies, ...paragraphs.map(textOf), mailAddress]

const query = 'client_id=app&redirect_uri=https%3A%2F%2Frp.test%2Fcb&response_type=code&scope=openid'
const multipart = (rows) => `--b\r\nContent-Disposition: form-data; name="rows"\r\n\r\nemail,role\n${rows}\r\n--b--\r\n`

const headerAt = (name, path, start = '') => ({
  name: `header ${name} at ${path}`,
  size: 30_000,
  texts: inHeaders,
  send: (text) => ask(server, 'GET', path, { headers: `${name}: ${start}${text}\r\n`, cookies: '' }),
})
const fieldAt = (field, path, others) => ({
  name: `field ${field} at ${path}`,
  size: 60_000,
  texts: inBodies,
  /** Some characters are three in a form. */
  send: (text) =>
    ask(server, 'POST', path, {
      headers: form,
      body: `${others}&${field}=${encodeURIComponent(text)}`.slice(0, 64 * 1024).replace(/%[0-9A-F]?$/, ''),
    }),
})

let draft = ''
/** A form names the draft that it changes. */
async function openTerms() {
  const { status, text } = await ask(server, 'GET', '/organizations/mal/terms')
  if (status !== 200) throw new Error(`the page of the terms answered ${status}`)
  draft = /name="draft" value="([^"]*)"/.exec(text)?.[1] ?? ''
}
const saveTerms = (text, time) =>
  ask(server, 'POST', '/organizations/mal/terms/draft', {
    headers: ownForm,
    body: `text=${encodeURIComponent(`${time} ${text}`)}&draft=${draft}`,
  })

const requests = [
  headerAt('Cookie', '/account', 'vestibule_session='),
  headerAt('Accept-Language', '/'),
  headerAt('Authorization', '/userinfo', 'Bearer '),
  headerAt('X-Forwarded-For', '/account'),
  ...['scope', 'claims', 'state', 'resource'].map((field) => fieldAt(field, '/authorize', query)),
  ...['client_assertion', 'code', 'refresh_token'].map((field) => fieldAt(field, '/token', 'grant_type=refresh_token')),
  ...['client_name', 'redirect_uris'].map((member) => ({
    name: `JSON ${member} at /register`,
    size: 30_000,
    texts: inBodies,
    send: (text) =>
      ask(server, 'POST', '/register', {
        headers: 'Content-Type: application/json\r\n',
        body: JSON.stringify({ [member]: member === 'client_name' ? text : [text] }),
      }),
  })),
  { name: 'Markdown of terms, saved', size: 49_000, texts: inMarkdown, before: openTerms, send: saveTerms },
  {
    name: 'Markdown of terms, shown',
    size: 49_000,
    texts: inMarkdown,
    // A text that was shown before is not rendered again.
    before: async (text, time) => {
      await openTerms()
      await saveTerms(text, time)
    },
    send: () => ask(server, 'GET', '/organizations/mal/terms'),
  },
  {
    name: 'CSV of invitations, previewed',
    size: 250_000,
    texts: inBodies,
    send: (text) =>
      ask(server, 'POST', '/organizations/mal/members/import', {
        headers: `Content-Type: multipart/form-data; boundary=b\r\nOrigin: ${server.origin}\r\n`,
        body: multipart(text),
      }),
  },
]

async function costOf({ send, before = () => {} }, text, time) {
  await before(text, time)
  const began = cpu()
  const { status } = await send(text, time)
  if (status >= 500) throw new Error(`answered ${status}`)
  // The kernel counts what a thread has used when it falls asleep.
  await setTimeout(10)
  return cpu() - began
}

async function worstOf(request) {
  const { size, texts } = request
  for (const textOf of texts.slice(0, 3)) await costOf(request, textOf(size), 'first')
  const worst = { milliseconds: 0, text: '' }
  for (const textOf of texts) {
    const costs = []
    for (let time = 0; time < times; time++) costs.push(await costOf(request, textOf(size), time))
    const milliseconds = Number(median(costs).toFixed(1))
    if (milliseconds > worst.milliseconds) Object.assign(worst, { milliseconds, text: JSON.stringify(textOf(12)) })
  }
  return { request: request.name, bytes: size, ...worst }
}

const results = []
for (const request of requests) results.push(await worstOf(request))
print(`${times} times each, the median of the worst text`, results)
if (process.env.BENCH_SAVE) save('requests', { results })
process.exit(0)
