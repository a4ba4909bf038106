import { Facts } from '../facts.tsx'
import { Status } from '../status.tsx'
import { Table } from '../table.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

interface HealthPageProps {
  frame: ConsoleFrame
  version: string
  database: { kind: 'sqlite' | 'postgresql'; milliseconds: number }
  migrations: readonly string[]
  clockDifference: number | null
  queue: readonly { kind: string; waiting: number; late: number; oldest: Date }[]
  processes: readonly { id: string; version: string; startedAt: Date }[]
  findings: readonly { state: 'ok' | 'failed' | 'unwise'; what: string }[]
}

const kinds = { ok: 'good', unwise: 'warning', failed: 'bad' } as const

export const HealthPage = ({ frame, findings, ...facts }: HealthPageProps) => {
  const words = frame.words.console.health
  return (
    <ConsoleLayout frame={frame} section="health">
      <HealthFacts frame={frame} {...facts} />
      <h2>{words.checks}</h2>
      <p class="quiet">
        {words.checksText} {frame.words.lang !== 'en' && words.technical}
      </p>
      <Table
        frame={frame}
        rows={findings}
        label={words.checks}
        columns={[
          {
            head: words.checks,
            title: ({ what }) => what,
            cell: ({ what }) => (
              <bdi lang="en" dir="ltr">
                {what}
              </bdi>
            ),
          },
          {
            head: frame.words.lists.state,
            width: 'narrow',
            cell: ({ state }) => <Status kind={kinds[state]}>{words.findings[state]}</Status>,
          },
        ]}
      />
    </ConsoleLayout>
  )
}

const databases = { sqlite: 'SQLite', postgresql: 'PostgreSQL' }

const HealthFacts = (props: Omit<HealthPageProps, 'findings'>) => {
  const { frame, version, database, migrations, clockDifference, queue, processes } = props
  const words = frame.words.console.health
  const labels = new Map<string, string>(Object.entries(words.queues))
  const running = processes.map((process) =>
    words.processText({ version: process.version, since: frame.date(process.startedAt) }),
  )
  const waiting = queue.map(
    ({ kind, oldest, ...counts }) =>
      `${labels.get(kind) ?? kind}: ${words.queueText({ ...counts, oldest: frame.date(oldest) })}`,
  )
  return (
    <Facts
      facts={[
        [words.version, <bdi>Vestibule {version}</bdi>],
        [words.database, `${databases[database.kind]}, ${words.databaseAnswers({ ms: database.milliseconds })}`],
        [words.migrations, words.migrationsText({ count: migrations.length, last: migrations.at(-1) ?? '–' })],
        clockDifference !== null && [words.clock, words.clockText({ ms: clockDifference })],
        [words.processes, running.length > 0 ? running : '–'],
        [words.queue, waiting.length > 0 ? waiting : words.queueEmpty],
      ]}
    />
  )
}
