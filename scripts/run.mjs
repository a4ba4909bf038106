// `node scripts/run.mjs [generate|build] <program> ...`: an installed program, for the scripts of package.json that are one;
// with `generate` or `build`, after what the server generates or builds is up to date.
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runInForeground } from './processes.mjs'

await install()
const words = process.argv.slice(2)
const notices = { generate: 'Generating what the sources need.', build: 'Building the server.' }
const task = Object.keys(notices).find((name) => name === words[0])
if (task) await build({ task, filter: '@vestibule/server', notice: notices[task] })
const [program, ...args] = task ? words.slice(1) : words
runInForeground(program, args)
