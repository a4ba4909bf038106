import { AsyncResource } from 'node:async_hooks'
import type { Logger } from 'pino'
import { accentsOf } from './config/color.ts'
import { isLoopback } from './config/environment.ts'
import type { Config } from './config/settings.ts'
import { Keyring } from './crypto/keyring.ts'
import { deliverNextEvent } from './flows/delivery/webhooks.ts'
import { Delivery } from './flows/delivery/worker.ts'
import { queueNotedLogouts } from './flows/identity/sign-out.ts'
import { checkDueDomains } from './flows/organizations/domain-checks.ts'
import { ClientKeys } from './flows/platform/client-keys.ts'
import { type Counters, notCounted } from './flows/platform/counters.ts'
import type { Deps } from './flows/platform/deps.ts'
import { Health } from './flows/platform/health.ts'
import { SigningKeys } from './flows/platform/signing-keys.ts'
import { sweep } from './flows/platform/sweep.ts'
import { recordTermsVersion } from './flows/platform/terms.ts'
import { type Mailer, smtpMailer, terminalMailer } from './mail/mailer.ts'
import { txtResolver } from './outbound/dns.ts'
import { outboundFetch } from './outbound/fetch.ts'
import { defaultAccent } from './pages/assets.ts'
import { openDatabase } from './store/connections/database.ts'

export interface Runtime {
  deps: Deps
  /** Starts the work that goes on by itself: queue, keys, sweeping. */
  begin(): void
  /** For a command, which ends soon: delivers what is queued, for so many milliseconds at most. */
  deliver(timeout: number): Promise<void>
  /** Ends it, finishing what was begun. */
  end(): Promise<void>
}

interface RuntimeOptions {
  config: Config
  log: Logger
  migrations: string
  now: () => Date
  print?: (text: string) => void
  mailer?: Mailer
  counters?: Counters
}

/** Puts the world together: opens the database, loads the keys, makes the mailer. */
export async function openRuntime({
  config,
  log,
  migrations,
  now,
  print = console.log,
  mailer,
  counters = notCounted,
}: RuntimeOptions): Promise<Runtime> {
  const db = await openDatabase(config.database, migrations)
  const keyring = new Keyring(config.secrets)
  const keys = await SigningKeys.load({ db, keyring, now, config })
  const { fill: color, text: textColor } = accentsOf(config.brand.color ?? defaultAccent).light
  const brand = { name: config.brand.name, issuer: config.issuer, color, textColor }
  const allowLoopback = !config.production && isLoopback(new URL(config.issuer).hostname)
  const outbound = outboundFetch({ allowedHosts: config.outboundAllow, allowLoopback })
  const health = new Health(db, log, now)
  const logouts = worker(() => queueNotedLogouts(deps), 2000)
  const webhooks = worker(() => deliverNextEvent(deps), 2000)
  const domains = worker(() => checkDueDomains(deps), 60_000)
  const deps: Deps = {
    txtRecords: txtResolver(config.dnsResolver),
    config,
    db,
    keyring,
    keys,
    clientKeys: new ClientKeys(outbound),
    mailer:
      mailer ?? (config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom, brand) : terminalMailer(brand, print)),
    outbound,
    log,
    counters,
    health,
    now,
    // Whoever wakes them may be inside a transaction; what they do is no part of it.
    wake: AsyncResource.bind(() => {
      delivery.wake()
      logouts.wake()
      if (config.webhook) webhooks.wake()
    }),
  }
  const failed = (what: string) => (error: unknown) => {
    if (!health.report(error)) log.error({ err: error }, `${what} failed`)
  }
  const delivery = new Delivery(deps, failed('delivering'))
  await recordTermsVersion(deps)
  const timers: NodeJS.Timeout[] = []
  return {
    deps,
    begin() {
      // The first to need Prisma would wait for its compiler. Whoever is already waiting for this process comes first.
      timers.push(setTimeout(() => db.prisma.$connect().catch(() => {}), 200).unref())
      delivery.begin()
      logouts.begin(failed('queueing logout tokens'))
      if (config.webhook) webhooks.begin(failed('telling the webhook'))
      domains.begin(failed('looking at the records of domains'))
      timers.push(
        setInterval(() => keys.maintain().catch(failed('maintaining keys')), SigningKeys.refreshEvery).unref(),
      )
      timers.push(setInterval(() => sweep(deps).catch(failed('sweeping')), 30_000).unref())
    },
    async deliver(timeout) {
      while ((await queueNotedLogouts(deps)) > 0);
      await delivery.deliverFor(timeout)
    },
    async end() {
      for (const timer of timers) clearInterval(timer)
      await delivery.end()
      await logouts.end()
      await webhooks.end()
      await domains.end()
      deps.mailer.close()
      await db.close()
    },
  }
}

/** Runs `work` when woken and every `pause` ms, one run at a time, again at once while it finds something to do. */
function worker(work: () => Promise<number>, pause: number) {
  let running: Promise<void> | null = null
  let again = false
  let begun = false
  let timer: NodeJS.Timeout | undefined
  let report: (error: unknown) => void = () => {}
  const run = async () => {
    do {
      again = false
      try {
        while ((await work()) > 0);
      } catch (error) {
        report(error)
      }
    } while (again)
    running = null
  }
  const wake = () => {
    again = true
    if (begun) running ??= run()
  }
  return {
    wake,
    begin(onError: (error: unknown) => void) {
      report = onError
      begun = true
      timer = setInterval(wake, pause).unref()
      wake()
    },
    async end() {
      begun = false
      clearInterval(timer)
      again = false
      await running
    },
  }
}
