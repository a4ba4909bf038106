// `pnpm structure` prints the folders and what breaks a rule; `--update` writes the list of what is still to be split.
import { writeFileSync } from 'node:fs'
import { checkStructure, keyOf, sources, table, toSplitFile } from './structure.ts'

const files = sources()
const { findings, broken, unneeded } = checkStructure(files)
if (process.argv.includes('--update'))
  writeFileSync(toSplitFile, `${JSON.stringify(findings.map(keyOf).sort(), null, 2)}\n`)
else {
  console.log(table(files))
  for (const { rule, subject, detail } of findings) console.log(`${rule}: ${subject} (${detail})`)
  for (const key of unneeded) console.log(`no longer needed in exceptions.ts: ${key}`)
  process.exitCode = broken.length + unneeded.length > 0 ? 1 : 0
}
