import { Hono } from 'hono'
import { getOverview, type Overview, type SignInCount } from '../../flows/management/overview.ts'
import { queryParams } from '../../http/query.ts'
import { page } from '../../http/responses.ts'
import type { ConsoleFrame } from '../../pages/console/layout.tsx'
import type { Series } from '../../pages/console/overview/bars.ts'
import { type Notice, OverviewPage } from '../../pages/console/overview/overview.tsx'
import { numberFormat } from '../../words/dates.ts'
import type { PageContext } from '../page-context.ts'
import { countText } from './deliveries/endpoint-form.ts'
import { openConsole } from './request.ts'

/** How many days the charts may show. */
const ranges = [7, 30, 90]

export const overviewRoutes = (context: PageContext) =>
  new Hono().get('/admin', async (c) => {
    const { frame } = await openConsole(context, c, 'overview:read')
    const wanted = Number(queryParams(c.req.raw).get('days') ?? 30)
    const range = ranges.find((days) => days === wanted) ?? 30
    const overview = await getOverview(context.deps, range)
    return page(
      <OverviewPage
        frame={frame}
        days={overview.days}
        ranges={ranges}
        range={range}
        signIns={methodSeries(frame, overview.signIns)}
        failures={reasonSeries(frame, overview.signIns)}
        numbers={numbersOf(frame, overview)}
        notices={noticesOf(frame, overview)}
        warnings={overview.warnings}
        version={context.deps.version}
      />,
    )
  })

const methodSeries = (frame: ConsoleFrame, counts: readonly SignInCount[]): Series[] =>
  seriesBy(
    counts.filter(({ outcome }) => outcome === 'succeeded'),
    ({ method }) => method,
    frame.words.console.signIns.methods,
  )

const reasonSeries = (frame: ConsoleFrame, counts: readonly SignInCount[]): Series[] =>
  seriesBy(
    counts.filter(({ outcome }) => outcome !== 'succeeded'),
    ({ reason }) => reason,
    frame.words.console.signIns.reasons,
  )

/** A series for each label, in the order of the labels, so that a color keeps its meaning from day to day. */
function seriesBy(
  counts: readonly SignInCount[],
  keyOf: (count: SignInCount) => string,
  labels: Readonly<Record<string, string>>,
): Series[] {
  const byKey = new Map<string, Map<string, number>>(Object.keys(labels).map((key) => [key, new Map()]))
  for (const counted of counts) {
    const days = byKey.get(keyOf(counted)) ?? new Map<string, number>()
    days.set(counted.day, (days.get(counted.day) ?? 0) + counted.count)
    byKey.set(keyOf(counted), days)
  }
  return [...byKey].map(([key, days]) => ({
    name: Object.hasOwn(labels, key) ? (labels[key] ?? key) : key,
    counts: days,
  }))
}

function numbersOf(frame: ConsoleFrame, { days, signIns, newAccounts, mails }: Overview) {
  const words = frame.words.console.overview
  const format = numberFormat(frame.words.lang)
  const today = days.at(-1)
  const attempts = (...outcomes: string[]) =>
    format.format(
      signIns
        .filter(({ day, outcome }) => day === today && outcomes.includes(outcome))
        .reduce((sum, { count }) => sum + count, 0),
    )
  const mailPath = `${frame.base}/admin/mail`
  return [
    { label: words.signedIn, value: attempts('succeeded'), href: null },
    { label: words.failed, value: attempts('failed', 'refused'), href: null },
    { label: words.newAccounts, value: countText(newAccounts), href: `${frame.base}/admin/people` },
    { label: words.mailsSent, value: countText(mails.sent), href: mailPath },
    {
      label: words.mailsRefused,
      value: countText(mails.refused + mails.suppressed),
      href: `${mailPath}?outcome=refused`,
    },
  ]
}

function noticesOf(frame: ConsoleFrame, overview: Overview): Notice[] {
  const { base, date, words } = frame
  const { overview: say } = words.console
  const { waitingMails, lateEndpoints, endingKeys, twoSecrets } = overview
  return [
    ...(waitingMails.oldest
      ? [
          {
            text: say.mailsWait({ count: waitingMails.count, since: date(waitingMails.oldest) }),
            href: `${base}/admin/mail`,
          },
        ]
      : []),
    ...lateEndpoints.map(({ id, name, waiting, failed, oldest }) => ({
      text: oldest
        ? say.endpointWaits({ name, count: countText(waiting), since: date(oldest) })
        : say.endpointFailed({ name, count: countText(failed) }),
      href: `${base}/admin/webhooks/${id}`,
    })),
    ...endingKeys.map(({ kid, alg, at }) => ({
      text: say.keyEnds({ key: `${alg} ${kid.slice(0, 8)}`, at: date(at) }),
      href: `${base}/admin/keys`,
    })),
    ...twoSecrets.map(({ kind, id, name, since }) => ({
      text: say.twoSecrets({ name, since: date(since) }),
      href: kind === 'client' ? `${base}/admin/applications/${encodeURIComponent(id)}` : `${base}/admin/webhooks/${id}`,
    })),
  ]
}
