#!/usr/bin/env node
import { cacheCompiledCode } from './compile-cache.ts'

// Before anything else is imported.
cacheCompiledCode()
const { runCommandLine } = await import('./commands/command-line.ts')
runCommandLine(process.argv.slice(2))
