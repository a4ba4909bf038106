// `npm run structure` prints a row for each folder, the size of everything, and what breaks a rule.
import { checkStructure, root, sources, table } from './structure.ts'
import { totals } from './totals.ts'

const files = sources()
const { broken, unneeded } = checkStructure(files)
console.log(table(files))
console.log(totals(root))
for (const { rule, subject, detail } of broken) console.log(`${rule}: ${subject} (${detail})`)
for (const key of unneeded) console.log(`no longer needed in exceptions.ts: ${key}`)
process.exitCode = broken.length + unneeded.length > 0 ? 1 : 0
