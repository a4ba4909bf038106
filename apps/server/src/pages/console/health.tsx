import { Row, Rows } from '../rows.tsx'
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

export const HealthPage = ({ frame, findings, ...facts }: HealthPageProps) => {
  const words = frame.words.console.health
  return (
    <ConsoleLayout frame={frame} section="health">
      <HealthFacts frame={frame} {...facts} />
      <h2>{words.checks}</h2>
      <p class="quiet">
        {words.checksText} {frame.words.lang !== 'en' && words.technical}
      </p>
      <Rows>
        {findings.map(({ state, what }) => (
          <Row
            title={
              <bdi lang="en" dir="ltr">
                {what}
              </bdi>
            }
            tags={[words.findings[state]]}
          />
        ))}
      </Rows>
    </ConsoleLayout>
  )
}

const databases = { sqlite: 'SQLite', postgresql: 'PostgreSQL' }

const HealthFacts = ({
  frame,
  version,
  database,
  migrations,
  clockDifference,
  queue,
  processes,
}: Omit<HealthPageProps, 'findings'>) => {
  const words = frame.words.console.health
  const labels = new Map<string, string>(Object.entries(words.queues))
  return (
    <dl class="facts">
      <dt>{words.version}</dt>
      <dd>
        <bdi>Vestibule {version}</bdi>
      </dd>
      <dt>{words.database}</dt>
      <dd>
        {databases[database.kind]}, {words.databaseAnswers({ ms: database.milliseconds })}
      </dd>
      <dt>{words.migrations}</dt>
      <dd>{words.migrationsText({ count: migrations.length, last: migrations.at(-1) ?? '–' })}</dd>
      {clockDifference !== null && (
        <>
          <dt>{words.clock}</dt>
          <dd>{words.clockText({ ms: clockDifference })}</dd>
        </>
      )}
      <dt>{words.processes}</dt>
      {processes.map(({ version: running, startedAt }) => (
        <dd>{words.processText({ version: running, since: frame.date(startedAt) })}</dd>
      ))}
      {processes.length === 0 && <dd>–</dd>}
      <dt>{words.queue}</dt>
      {queue.length === 0 && <dd>{words.queueEmpty}</dd>}
      {queue.map(({ kind, waiting, late, oldest }) => (
        <dd>
          {labels.get(kind) ?? kind}: {words.queueText({ waiting, late, oldest: frame.date(oldest) })}
        </dd>
      ))}
    </dl>
  )
}
