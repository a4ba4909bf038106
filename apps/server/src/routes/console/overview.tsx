import { type Context, Hono } from 'hono'
import { getClient } from '../../flows/management/clients/clients.ts'
import { countLimit } from '../../flows/management/deliveries/webhook-deliveries.ts'
import { getOverview, getSignIns, type Overview, type SignInCount } from '../../flows/management/overview.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import type { ConsoleFrame } from '../../pages/console/layout.tsx'
import type { Series } from '../../pages/console/overview/bars.ts'
import {
  ApplicationSignInsPage,
  type Notice,
  type NumberTile,
  OverviewPage,
} from '../../pages/console/overview/overview.tsx'
import { numberFormat } from '../../words/dates.ts'
import type { PageContext } from '../page-context.ts'
import { countText } from './deliveries/endpoint-form.ts'
import { type ConsoleRequest, managerOf, openConsole } from './request.ts'

/** How many days the charts may show. */
const ranges = [7, 30, 90]

export const overviewRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin', async (c) => {
      const request = await openConsole(context, c, 'overview:read')
      const overview = await getOverview(context.deps, rangeOf(c))
      return page(
        <OverviewPage
          {...chartsOf(request, overview)}
          numbers={numbersOf(request.frame, overview)}
          notices={noticesOf(request, overview)}
          warnings={overview.warnings}
          version={context.deps.version}
        />,
      )
    })
    .get('/admin/applications/:client/sign-ins', async (c) => {
      const { deps, base } = context
      const request = await openConsole(context, c, 'applications:read')
      const { client } = await getClient(deps, managerOf(request), pathParameter(c, 'client'))
      const href = `${base}/admin/applications/${encodeURIComponent(client.id)}`
      const charts = chartsOf(request, await getSignIns(deps, client.id, rangeOf(c)))
      return page(<ApplicationSignInsPage {...charts} application={{ name: client.name, href }} />)
    })

function rangeOf(c: Context): number {
  const wanted = Number(queryParams(c.req.raw).get('days') ?? 30)
  return ranges.find((days) => days === wanted) ?? 30
}

const chartsOf = ({ c, frame }: ConsoleRequest, { days, signIns }: Pick<Overview, 'days' | 'signIns'>) => ({
  ...{ frame, days, ranges, range: rangeOf(c) },
  signIns: methodSeries(frame, signIns),
  failures: reasonSeries(frame, signIns),
})

/** A color for each method, wherever it is drawn and whichever others are. */
const methodTones = { passkey: 'passkey', code: 'code', link: 'link' } as const

const methodSeries = (frame: ConsoleFrame, counts: readonly SignInCount[]): Series[] =>
  seriesBy(
    counts.filter(({ outcome }) => outcome === 'succeeded'),
    ({ method }) => method,
    frame.words.console.signIns.methods,
    (method) => ({
      tone: Object.hasOwn(methodTones, method) ? methodTones[method as keyof typeof methodTones] : 'other',
    }),
  )

const reasonSeries = (frame: ConsoleFrame, counts: readonly SignInCount[]): Series[] =>
  seriesBy(
    counts.filter(({ outcome }) => outcome !== 'succeeded'),
    ({ reason }) => reason,
    frame.words.console.signIns.reasons,
    (_, place) => ({ tone: `failure-${place % 8}`, hatched: place >= 8 }),
  )

/** A series for each label, in the order of the labels, with a look of its own that does not depend on the others. */
function seriesBy(
  counts: readonly SignInCount[],
  keyOf: (count: SignInCount) => string,
  labels: Readonly<Record<string, string>>,
  barStyleOf: (key: string, place: number) => Pick<Series, 'tone' | 'hatched'>,
): Series[] {
  const byKey = new Map<string, Map<string, number>>(Object.keys(labels).map((key) => [key, new Map()]))
  for (const counted of counts) {
    const days = byKey.get(keyOf(counted)) ?? new Map<string, number>()
    days.set(counted.day, (days.get(counted.day) ?? 0) + counted.count)
    byKey.set(keyOf(counted), days)
  }
  return [...byKey].map(([key, days], place) => ({
    ...barStyleOf(key, place),
    name: Object.hasOwn(labels, key) ? (labels[key] ?? key) : key,
    counts: days,
  }))
}

function numbersOf(frame: ConsoleFrame, { days, numbers }: Overview): NumberTile[] {
  const { base, words } = frame
  const say = words.console.overview
  const format = numberFormat(words.lang)
  const text = (count: number) => (count < countLimit ? format.format(count) : `${format.format(countLimit)}+`)
  const tile = (name: keyof Overview['numbers'], label: string, href: string): NumberTile => {
    const { today, weekAgo, span } = numbers[name]
    // The days' own numbers are exact.
    const shown = span === 'all-day' ? (count: number) => format.format(count) : text
    const compared = span === 'all-day' ? say.dayWeekAgo : say.weekAgo
    return {
      label,
      value: shown(today),
      compared: weekAgo === null ? null : compared({ count: shown(weekAgo) }),
      href,
      bad: today > 0 && (name === 'failures' || name === 'mailsRefused'),
    }
  }
  return [
    tile(
      'signIns',
      say.signedIn,
      `${base}/admin/audit?${new URLSearchParams({ event: 'group:signIn', from: days.at(-1) ?? '' })}`,
    ),
    tile('failures', say.failed, '#failures'),
    tile('newAccounts', say.newAccounts, `${base}/admin/people`),
    tile('mailsSent', say.mailsSent, `${base}/admin/mail?outcome=sent`),
    tile('mailsRefused', say.mailsRefused, `${base}/admin/mail?outcome=refused`),
  ]
}

function noticesOf({ frame, may }: ConsoleRequest, overview: Overview): Notice[] {
  const { base, date, words } = frame
  const { overview: say, sections, applications } = words.console
  const { waitingMails, lateEndpoints, endingKeys, twoSecrets } = overview
  const mail = { href: `${base}/admin/mail`, page: sections.mail }
  const endpoint = (id: string) => ({ href: `${base}/admin/webhooks/${id}`, page: sections.webhooks })
  const application = (id: string, name: string) => {
    const action = `${base}/admin/applications/${encodeURIComponent(id)}`
    const act = { action, act: 'drop-old', label: applications.dropOld, about: name }
    return { href: action, page: sections.applications, ...(may('applications:write') ? { act } : {}) }
  }
  return [
    ...(waitingMails.oldest
      ? [{ text: say.mailsWait({ count: waitingMails.count, since: date(waitingMails.oldest) }), ...mail }]
      : []),
    ...lateEndpoints.map(({ id, name, waiting, failed, oldest }) => ({
      text: oldest
        ? say.endpointWaits({ name, count: countText(waiting), since: date(oldest) })
        : say.endpointFailed({ name, count: countText(failed) }),
      ...endpoint(id),
    })),
    ...endingKeys.map(({ kid, alg, at }) => ({
      text: say.keyEnds({ key: `${alg} ${kid.slice(0, 8)}`, at: date(at) }),
      ...{ href: `${base}/admin/keys`, page: sections.keys },
    })),
    ...twoSecrets.map(({ kind, id, name, since }) => ({
      text: say.twoSecrets({ name, since: date(since) }),
      ...(kind === 'client' ? application(id, name) : endpoint(id)),
    })),
  ]
}
