// `node scripts/run.mjs <program> ...`: an installed program, for the scripts of package.json that are one.
import { install } from './install.mjs'
import { runInForeground } from './processes.mjs'

await install()
const [program, ...args] = process.argv.slice(2)
runInForeground(program, args)
