// `pnpm --filter @vestibule/bench bench:memory`: what one process holds while a million code flows go through it (SQLite).
// Never part of a test. BENCH_FLOWS: how many.
import { form, inFlight, memory, ourProgram, ourSettings, signInByCode, start, visit } from './servers.mjs'
import { flow } from './workloads.mjs'

const flows = Number(process.env.BENCH_FLOWS ?? 1_000_000)
const steps = 10

const ours = await start('vestibule', 4801, [ourProgram], ourSettings)
const { location } = await signInByCode(ours, 'ada@example.test')
await visit(ours, 'POST', location, { headers: `${form}Origin: ${ours.origin}\r\n`, body: 'given_name=Ada' })
console.log(`idle: ${memory(ours)} MB`)
const started = performance.now()
for (let step = 1; step <= steps; step++) {
  let left = Math.ceil(flows / steps)
  await Promise.all(
    Array.from({ length: inFlight }, async (_, lane) => {
      while (left-- > 0) if (!(await flow(ours, lane))) throw new Error('a flow did not end')
    }),
  )
  const done = Math.round((flows / steps) * step)
  console.log(
    `after ${done} flows: ${memory(ours)} MB, ${Math.round(done / ((performance.now() - started) / 1000))} a second`,
  )
}
process.exit(0)
