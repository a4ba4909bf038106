#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import type { Terminal } from './command.ts'
import { run } from './run.ts'

const terminal: Terminal = {
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  interactive: Boolean(process.stdin.isTTY && process.stdout.isTTY),
  async confirm(question) {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
    } finally {
      lines.close()
    }
  },
}

process.exitCode = await run(process.argv.slice(2), { cwd: process.cwd(), terminal })
