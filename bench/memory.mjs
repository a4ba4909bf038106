// `pnpm --filter @vestibule/bench bench:memory`: what one process holds while a million code flows go through it (SQLite).
// Never part of a test. BENCH_FLOWS: how many. BENCH_SAVE=1: writes docs/performance.
import { save } from './report/save.mjs'
import { form, inFlight, memory, ourProgram, ourSettings, signInByCode, start, visit } from './servers.mjs'
import { flow } from './workloads.mjs'

const flows = Number(process.env.BENCH_FLOWS ?? 1_000_000)
const count = 10

const ours = await start('vestibule', 4801, ['--max-semi-space-size=16', ourProgram], ourSettings)
const { location } = await signInByCode(ours, 'ada@example.test')
await visit(ours, 'POST', location, { headers: `${form}Origin: ${ours.origin}\r\n`, body: 'given_name=Ada' })
console.log(`idle: ${memory(ours)} MB`)
const steps = []
const started = performance.now()
for (let step = 1; step <= count; step++) {
  let left = Math.ceil(flows / count)
  await Promise.all(
    Array.from({ length: inFlight }, async (_, lane) => {
      while (left-- > 0) if (!(await flow(ours, lane))) throw new Error('a flow did not end')
    }),
  )
  const done = Math.round((flows / count) * step)
  const rate = Math.round(done / ((performance.now() - started) / 1000))
  steps.push({ flows: done, megabytes: memory(ours), rate })
  console.log(steps.at(-1))
}
if (process.env.BENCH_SAVE) save('memory', { steps })
process.exit(0)
